"""Tests of distances, margins and bounded searches for forced wins: against plain minimax with the reference."""

import json
from functools import cache
from typing import Any

import pytest
from typer.testing import CliRunner

from lusory._engine import Solver as EngineSolver
from lusory.cli import app
from lusory.lab.repair import repair
from lusory.reference import Reference
from lusory.solve import Solver, Unsolvable, solve
from lusory.solve.certificate import certificate, read
from lusory.solve.exact_plies import exact_plies
from lusory.solve.forced_wins import forced_wins
from lusory.solve.lookup import ProofPath
from lusory.solve.margin import Margin, margin, with_handicap

from .rule_values import rule_value

SMALL = 1 << 22
SQUARES = ("a1", "b1", "b2")


def least_plies(position: Any, winner: int, most: int = 12) -> int | None:
    """Plies to a win of a player against best delay, by plain search; None where there is none in so many."""
    if position.result is not None:
        return 0 if position.result.values[winner] == 1 else None
    if most == 0:
        return None
    distances = [least_plies(position.follow(action), winner, most - 1) for action in position.moves().ids]
    won = [distance for distance in distances if distance is not None]
    if position.to_move == winner:
        return 1 + min(won) if won else None
    return 1 + max(won) if len(won) == len(distances) else None


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("tic-tac-toe", {}, "a1 b1"),
        ("hex", {"size": 3}, "b2"),
        ("hex", {"size": 3}, "a1"),
        ("clobber", {"rows": 2, "columns": 4}, ""),
    ],
)
def test_the_distance_is_that_of_plain_search(name, options, plies):
    position = rule_value(name, **options).start().line(plies)
    solution = solve(position, distance=True, memory=SMALL)
    assert solution.value in ("first", "second")
    assert solution.distance == least_plies(position, int(solution.value == "second"), 9)


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("tic-tac-toe", {}, "a1 b1"),
        ("tic-tac-toe", {}, "a1 b1 a2"),
        ("tic-tac-toe", {}, "b1 a2 c2 a1"),
        ("clobber", {"rows": 2, "columns": 4}, ""),
        ("hex", {"size": 3}, "a1"),
    ],
)
def test_every_ply_of_a_solved_game_says_in_how_many_plies_it_wins_or_loses(name, options, plies):
    game = rule_value(name, **options)
    solver = Solver(game.start())
    path = ProofPath(read(certificate(solver, solver.solve())))
    position = game.start().line(plies) if plies else game.start()
    for ply in exact_plies(position, [path]):
        if ply.halves == 1:
            assert (ply.within, ply.is_fastest) == (None, False)
            continue
        rest = least_plies(position.follow(ply.action), int((ply.halves == 2) != (position.to_move == 0)))
        assert rest is not None, position.contract.text(ply.action)
        assert (ply.within, ply.is_fastest) == (1 + rest, True), position.contract.text(ply.action)


def test_a_distance_that_is_not_found_in_time_is_that_of_the_proof():
    game = rule_value("hex", size=3)
    solver = Solver(game.start())
    path = ProofPath(read(certificate(solver, solver.solve())))
    plies = exact_plies(game.start(), [path], seconds=0)
    assert [(ply.halves, ply.is_fastest) for ply in plies if ply.within] == [(2, False)]


def test_bounded_search_agrees_with_retrograde_analysis():
    solver = Solver(rule_value("susan", size=2, draw="repeat:2").start(), memory=SMALL)
    solution = solver.solve(best=True)
    assert "retrograde" in solution.method and solution.distance
    winner = int(solution.value == "second")
    bounded = EngineSolver(solver.root.state, memory=1 << 20, **solver.reduction.options)
    assert bounded.answer(winner, 2, within=solution.distance) is True
    assert bounded.answer(winner, 2, within=solution.distance - 1) is False


def test_a_draw_has_no_distance_and_too_little_time_says_how_long_it_takes_at_least():
    assert solve(rule_value("tic-tac-toe").start(), distance=True, memory=SMALL).distance is None
    solver = Solver(rule_value("hex", size=4).start(), memory=SMALL)
    solver.solve()
    solver.due = solver.begun
    assert solver.distance((1.0, 1.0)) is None


@cache
def by_hand(size: int) -> dict[str, int]:
    """The margin of doppel from each first square, by plain minimax over the scores of the reference."""
    game = rule_value("doppel", size=size)
    reference = Reference(game)

    @cache
    def worth(state: Any) -> int:
        if reference.result(state) is not None:
            return int(state.scores[state.seats.index(0)] - state.scores[state.seats.index(1)])
        values = [worth(reference.play(state, action)[0]) for action in reference.legal(state)]
        return max(values) if reference.to_move(state) == 0 else min(values)

    first = game.start().moves()
    return {
        str(ply): worth(reference.play(reference.start(), action)[0])
        for ply, action in zip(first, first.ids, strict=True)
        if str(ply) in SQUARES
    }


def test_margins_are_those_of_plain_minimax():
    game = rule_value("doppel", size=3)
    for square in SQUARES:
        expected = by_hand(3)[square]
        assert margin(game.start().play(square), memory=SMALL) == Margin(expected, expected)


def test_a_margin_with_a_handicap_is_smaller_by_it():
    game = rule_value("reversi", size=4)
    plain = margin(game.start(), memory=SMALL)
    assert plain.at_least == plain.at_most is not None
    assert margin(with_handicap(game, 3).start(), memory=SMALL).at_least == (plain.at_least or 0) - 3


def test_games_that_count_nothing_have_no_margin():
    with pytest.raises(Unsolvable, match="counts nothing"):
        margin(rule_value("hex", size=2).start())


def test_margins_in_words():
    assert Margin(2, 2).sentence == "With best play First is ahead by 2."
    assert Margin(-1, -1).sentence == "With best play Second is ahead by 1."
    assert Margin(1, None).sentence == "First is ahead by at least 1."
    assert Margin(None, None).sentence == "The margin is open."


def test_forced_wins_are_found_and_where_there_is_none_the_reach_is_told():
    first, second = forced_wins(rule_value("hex", size=3).start())
    assert first.win is not None and first.sentence == f"First wins by force within {first.win.length} plies."
    assert first.win.length == solve(rule_value("hex", size=3).start(), distance=True, memory=SMALL).distance
    assert second.win is None and "No forced win of Second" in second.sentence
    first_win, other = forced_wins(rule_value("tic-tac-toe").start())
    assert first_win.win is None and other.win is None and first_win.searched[0].length >= 9


def test_nothing_is_searched_in_a_game_that_is_over():
    position = rule_value("tic-tac-toe").start().line("a1 a2 b1 b2 c1")
    assert [(found.positions, found.sentence) for found in forced_wins(position)] == [
        (0, "The game is over: First has won."),
        (0, "The game is over: Second has not won."),
    ]
    drawn = rule_value("tic-tac-toe").start().line("b2 a1 a3 c1 b1 b3 a2 c2 c3")
    assert [found.sentence.split(": ")[1] for found in forced_wins(drawn)] == [
        "First has not won.",
        "Second has not won.",
    ]


def test_forced_wins_over_whole_turns():
    first, _ = forced_wins(rule_value("serendipity", size=4).start())
    assert first.win is not None and first.win.width and "own turn" in first.sentence


def test_a_search_for_forced_wins_stops_at_its_positions():
    searches = forced_wins(rule_value("gomoku", size=7).start(), positions=20_000)
    assert all(search.positions < 25_000 and search.win is None and search.searched for search in searches)


def test_a_repair_takes_no_game_that_is_won_by_force():
    game = rule_value("hex", size=3)
    plain = repair(game, "plies>=1", games=50, most=0, workers=1)
    repairs = repair(game, "plies>=1", games=50, most=0, workers=1, unforced=100_000)
    assert plain.change is not None and repairs.change is None
    assert repairs.proofs[0].why.startswith("First wins by force within") and len(repairs.proofs[0].searched) == 2


def lusory(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_the_command_tells_distances_and_margins():
    assert "wins with best play in" in lusory("solve", "hex", "-o", "size=2", "--distance", "--memory", "0.01").output
    output = lusory("solve", "doppel", "-o", "size=3", "--start", "a1", "--margin", "--json", "--memory", "0.01")
    assert json.loads(output.stdout) == {"at_least": by_hand(3)["a1"], "at_most": by_hand(3)["a1"]}
    refused = lusory("solve", "hex", "-o", "size=2", "--margin", "--memory", "0.01")
    assert refused.exit_code and "counts nothing" in str(refused.exception)
