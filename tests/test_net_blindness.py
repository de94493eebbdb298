"""Tests that the input of a net, for a player's value, changes with nothing that this player cannot know."""

import random

import pytest

from lusory._engine import Knowledge, Search
from lusory.learn import GameNet, read, train
from lusory.learn.net import machine
from lusory.play.view import View
from lusory.players import player
from lusory.players.player import seen_by

from .hidden_play import GAMES
from .rule_values import rule_value

PLIES = 24
SAMPLES = 4


@pytest.mark.parametrize("name", GAMES)
def test_the_input_of_a_net_is_the_same_in_all_positions_that_its_player_cannot_tell_apart(name):
    game, rng = GAMES[name](), random.Random(name)
    net, contract = GameNet.untrained(game), machine(game)
    state, compared, different = contract.start(), 0, 0
    for _ in range(PLIES):
        if contract.result(state) is not None:
            state = contract.start()
        seats = contract.seats(state)
        for viewer in range(game.players):
            side = seats.index(viewer)
            own = net.net.seen(state, side)
            for other in (state.sample(viewer, rng.getrandbits(32)) for _ in range(SAMPLES)):
                if other is None or contract.result(other) is not None:
                    continue
                assert net.net.seen(other, side) == own
                compared += 1
                different += other != state
        weights = contract.weights(state) if contract.to_move(state) < 0 else None
        state = contract.play(state, rng.choices(contract.legal(state), weights)[0])[0]
    assert compared > PLIES and different > 0


def test_the_searcher_learns_nothing_beyond_what_its_player_knows():
    """Two positions that a player cannot tell apart give the same search, to the last simulation."""
    game = GAMES["small"]()
    net, contract = train(game, rounds=1, seed=3), machine(game)
    rng, compared = random.Random(2), 0
    state = contract.start()
    for _ in range(30):
        if contract.result(state) is not None:
            break
        viewer = contract.to_move(state)
        other = state.sample(viewer, rng.getrandbits(32))
        if len(contract.legal(state)) > 1 and other is not None and other != state:
            reports = []
            for position in (state, other):
                search = Search(position.knows(viewer), net=net.net, seed=9)
                search.run(simulations=40)
                reports.append(search.report())
            assert reports[0] == reports[1]
            compared += 1
        state = contract.play(state, rng.choice(contract.legal(state)))[0]
    assert compared >= 3


def test_a_net_plays_games_with_secrets_from_what_its_player_sees(tmp_path):
    game = rule_value("hidden-gomoku", size=5)
    net = train(game, rounds=1, seed=1)
    path = tmp_path / "hidden.net"
    net.save(path)
    assert read(net.write()).net.parts() == read(path.read_bytes()).net.parts()
    position = game.start()
    for spec in (f"net:{path}", f"net:{path},40", f"mcts:40,net={path}"):
        view = seen_by(position, position.to_move or 0)
        assert isinstance(view, View) and isinstance(view.knows, Knowledge)
        ply = player(spec, game).choose(view, random.Random(1))
        assert ply in view.moves
        position = position.play(ply)


def test_a_net_plays_games_of_three(tmp_path):
    game = rule_value("yavalath-for-three", size=3)
    path = tmp_path / "three.net"
    train(game, rounds=1, seed=1).save(path)
    position = game.start()
    for spec in (f"net:{path}", f"net:{path},40", f"mcts:40,net={path}"):
        ply = player(spec, game).choose(position, random.Random(1))
        assert ply in position.moves().ids
        position = position.follow(ply)
