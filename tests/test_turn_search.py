"""Tests of the designer's opponents: their turns against a second search in Python, and their time."""

import random

import pytest

import lusory
from lusory.games import studied_games
from lusory.play.program import contract_of
from lusory.players import player, seen_by
from lusory.players.greedy import TurnPlayer
from lusory.players.turn_search import GREEDY, REPLY, TRIES, TurnSearch, best_turn
from lusory.reference import Reference

NAMES = ("tic-tac-toe", "serendipity", "doppel", "susan", "ndengrod", "connect-four", "breakthrough", "konane")
SMALL = {"serendipity": {"size": 6}, "doppel": {"size": 4}, "susan": {"size": 3}, "ndengrod": {"size": 3}}


def position_after(name, seed, plies):
    position, rng = lusory.load(name, **SMALL.get(name, {})).start().roll(seed), random.Random(seed)
    for _ in range(plies):
        after = position.follow(rng.choice(position.moves().ids))
        if after.result is not None:
            break
        position = after.roll(rng)
    return position


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", [GREEDY, REPLY])
def test_the_engine_and_python_find_turns_as_good(name, spec):
    for seed in range(6 if spec == GREEDY else 3):
        position = position_after(name, seed, 2 * seed)
        search = TurnSearch(position.contract, random.Random(1), 10**6)
        slow, fast = search.best(position.state, spec), best_turn(position, spec, random.Random(1))
        assert (fast.value, fast.complete) == (slow.value, True)
        after = position
        for action in fast.plies:
            assert after.to_move == position.to_move
            after = after.play(action)
        assert after.result or after.past[-1].turn_over or after.to_move != position.to_move


def test_turns_are_played_to_their_end():
    position, rng = position_after("serendipity", 3, 0), random.Random(1)
    greedy = TurnPlayer(GREEDY)
    plan, reached = best_turn(position, GREEDY, random.Random(1)), position
    for _ in plan.plies:
        reached = reached.play(greedy.choose(reached, rng))
    assert reached.past[-1].turn_over and reached.scores[0] == plan.value[0]


def test_tries_end_only_when_they_must():
    start = lusory.load("serendipity").start()
    for seed in range(20):
        assert len(best_turn(start, "tries:1", random.Random(seed)).plies) >= 2


def test_equally_good_turns_are_all_played():
    start = lusory.load("tic-tac-toe").start()
    for spec in (GREEDY, REPLY, TRIES):
        assert len({best_turn(start, spec, random.Random(seed)).plies for seed in range(200)}) == 9


@pytest.mark.parametrize(("spec", "taken"), [("greedy", "c1"), ("greedy-reply", "c1")])
def test_a_win_is_taken_where_nothing_is_counted(spec, taken):
    position = lusory.load("tic-tac-toe").start().line("a1 a2 b1 b2")
    for seed in range(9):
        assert position.play(player(spec, position.game).choose(position, random.Random(seed))).result


def test_a_win_is_taken_rather_than_pieces():
    """In breakthrough by a step to the last row, where two pieces could be taken as well."""
    rng, positions_tried = random.Random(5), 0
    for _ in range(60):
        position = lusory.load("breakthrough", size=5).start()
        while position.result is None:
            children = [position.play(ply) for ply in position.moves().ids]
            mover = position.to_move or 0
            wins = [child for child in children if child.result and child.result.values[mover] == 1]
            taking = [child for child in children if len(child.picture().stones) < len(position.picture().stones)]
            if wins and taking and not any(child in taking for child in wins):
                positions_tried += 1
                for spec in ("greedy", "greedy-reply"):
                    assert position.play(player(spec, position.game).choose(position, rng)).result
                break
            position = rng.choice(children)
    assert positions_tried


def test_greedy_reply_sees_a_threat_and_greedy_does_not():
    position = lusory.load("tic-tac-toe").start().line("a1 a2 b1")
    choices = {
        spec: {
            position.contract.text(int(player(spec, position.game).choose(position, random.Random(s))))
            for s in range(40)
        }
        for spec in ("greedy", "greedy-reply")
    }
    assert choices["greedy-reply"] == {"c1"} and len(choices["greedy"]) == 6


def test_the_number_whose_most_wins_is_counted():
    """In reversi stones, which are turned over and never captured."""
    for seed in range(5):
        position = position_after("reversi", seed, 20)
        mine = position.to_move

        def lead(at, mine=mine):
            return sum(1 if stone.side == mine + 1 else -1 for stone in at.picture().stones)

        most = max(lead(position.play(action)) for action in position.moves().ids) - lead(position)
        assert best_turn(position, GREEDY, random.Random(1)).value[0] == most > 0


@pytest.mark.parametrize("name", sorted(studied_games()))
@pytest.mark.parametrize("spec", ["tries", "greedy", "greedy-reply"])
def test_they_play_every_game(name, spec):
    position, rng = lusory.load(name).start(), random.Random(name)
    chooser = player(spec, position.game)
    for _ in range(6):
        position = position.roll(rng)
        if position.result is None and position.to_move is not None:
            position = position.play(chooser.choose(seen_by(position, position.to_move), rng))


def test_in_hidden_games_they_are_blind():
    """What the other player hides changes nothing."""
    first, other = (
        lusory.load("hidden-gomoku", size=5).start().line(f"C3 x {target} reveal:none")
        for target in ("B2:row", "D2:row")
    )
    for spec in ("tries", "greedy", "greedy-reply"):
        for seed in range(10):
            plies = [player(spec, p.game).choose(seen_by(p, 1), random.Random(seed)) for p in (first, other)]
            assert plies[0] == plies[1]


def test_in_hidden_games_a_line_is_finished():
    game = lusory.load("hidden-gomoku", size=5, lines=1, length=3)
    position = game.start().line("C3 x A1:row reveal:none C2:row reveal:none A2:row reveal:none")
    assert position.to_move == 1
    for seed in range(5):
        ply = player("greedy", game).choose(seen_by(position, 1), random.Random(seed))
        assert position.play(ply).play("reveal:none").result


def test_the_reference_is_searched_too(monkeypatch):
    monkeypatch.setenv("LUSORY_ENGINE", "reference")
    contract_of.cache_clear()
    position = lusory.load("tic-tac-toe").start().line("a1 a2 b1 b2")
    assert isinstance(position.contract, Reference)
    assert position.play(player("greedy", position.game).choose(position, random.Random(1))).result
    contract_of.cache_clear()
