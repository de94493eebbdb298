"""Tests of searches that a net judges: whole turns by alpha-beta, and simulations without random games."""

import random
from typing import Any

import pytest

from lusory._engine import AlphaBeta, Search, State
from lusory.errors import UnknownPlayer
from lusory.learn import GameNet, train
from lusory.play.program import contract_of
from lusory.players import player
from tests.rule_values import rule_value

LONG_TURNS: dict[str, dict[str, Any]] = {"doppel": {"size": 4}, "konane": {"size": 6}, "serendipity": {"size": 6}}


@pytest.fixture(scope="module")
def nets() -> dict[str, GameNet]:
    """Nets of few rounds."""
    games = {name: rule_value(name, **options) for name, options in {**LONG_TURNS, "susan": {"size": 3}}.items()}
    return {name: train(game, rounds=1, seed=2) for name, game in games.items()}


def value_of(net: GameNet, state: State, player: int) -> float:
    """What a position is worth to a player, without looking ahead."""
    contract: Any = contract_of(net.game)
    result = contract.result(state)
    if result is not None:
        return float(result.values[player])
    chance = net.net.chance(state)
    return chance if contract.to_move(state) == player else 1 - chance


def states_of(net: GameNet, seed: int, count: int = 6) -> list[State]:
    """Positions of a random game in which a player begins a turn."""
    contract: Any = contract_of(net.game)
    rng, state, states = random.Random(seed), contract.start(), []
    for _ in range(60):
        if contract.result(state) is not None:
            break
        if contract.to_move(state) >= 0:
            states.append(state)
        state = contract.play(state, rng.choice(contract.legal(state)))[0]
    return rng.sample(states, min(count, len(states)))


@pytest.mark.parametrize("name", ["doppel", "konane"])
def test_the_best_turn_is_that_of_the_best_position_after_it(nets, name):
    net, contract = nets[name], contract_of(nets[name].game)
    for state in states_of(net, 4):
        turns, complete = state.turns(100_000)
        assert complete
        mover, values = contract.to_move(state), []
        for plies, _ in turns:
            after = state
            for ply in plies:
                after = contract.play(after, ply)[0]
            values.append(value_of(net, after, mover))
        search = AlphaBeta(state, net=net.net)
        search.run(1)
        report = search.report()
        assert report["value"] == pytest.approx(max(values), abs=2e-3)
        next_state = state
        for ply in report["turn"]:
            next_state = contract.play(next_state, ply)[0]
        assert value_of(net, next_state, mover) == pytest.approx(max(values), abs=2e-3)


@pytest.mark.parametrize("name", LONG_TURNS)
def test_deeper_turns_are_legal(nets, name):
    net, contract = nets[name], contract_of(nets[name].game)
    for state in states_of(net, 5, 4):
        search = AlphaBeta(state, net=net.net)
        search.run(3)
        for ply in search.report()["turn"]:
            assert ply in contract.legal(state)
            state = contract.play(state, ply)[0]


def report_of(search: Search) -> dict[str, Any]:
    """What a search found."""
    report = search.report()
    assert report is not None
    return report


def test_the_first_simulation_follows_the_best_prior(nets):
    net, contract = nets["susan"], contract_of(nets["susan"].game)
    for state in states_of(net, 7):
        search = Search(state, net=net.net, seed=1)
        search.run(simulations=1)
        report = report_of(search)
        after = [contract.play(state, ply)[0] for ply in contract.legal(state)]
        values = [value_of(net, child, contract.to_move(state)) for child in after]
        if report["proven"]:
            assert max(values) == 1.0
        else:
            next_state = contract.play(state, report["plies"][0][0])[0]
            assert value_of(net, next_state, contract.to_move(state)) == pytest.approx(max(values), abs=1e-6)


@pytest.mark.parametrize("name", ["susan", "doppel", "serendipity"])
def test_simulations_with_a_net_keep_the_promises_of_the_search(nets, name):
    """Reproducible by seed, no random games, and its tree follows the game."""
    net, contract = nets[name], contract_of(nets[name].game)
    state = states_of(net, 8, 1)[0]
    first, other = (Search(state, net=net.net, seed=3) for _ in range(2))
    first.run(simulations=300)
    other.run(simulations=300)
    assert report_of(first) == report_of(other)
    report = report_of(first)
    assert report["cut"] == 0 and 0 <= report["value"] <= 1
    if not report["proven"]:
        assert report["simulations"] == 300
    ply = report["best"]
    if first.advance(ply):
        first.run(simulations=100)
        following = report_of(first)
        assert following["best"] in contract.legal(contract.play(state, ply)[0])


def test_a_search_with_a_net_sees_wins():
    game = rule_value("tic-tac-toe")
    position = game.start().line("b2 a1 a3 b1")
    search = Search(position.state, net=train(game, rounds=1).net)
    search.run(simulations=1)
    report = report_of(search)
    assert (report["proven"], report["value"]) == (True, 1.0) and position.contract.text(report["best"]) == "c1"


def test_the_player_takes_a_net(nets, tmp_path):
    path, game = tmp_path / "susan.net", nets["susan"].game
    nets["susan"].save(path)
    position = game.start()
    choice = player(f"mcts:50,net={path}", game).choose(position, random.Random(1))
    assert choice in position.moves().ids
    for spec, other, reason in (
        (f"mcts:50,net={tmp_path / 'none'}", game, "No such file"),
        ("mcts:50,net=shipped", game, "no net comes with lusory"),
        (f"mcts:50,net={path}", rule_value("susan"), "made for susan with other rules"),
        (f"mcts:50,net={path}", rule_value("hidden-gomoku"), "made for susan"),
    ):
        with pytest.raises(UnknownPlayer, match=reason):
            player(spec, other)
