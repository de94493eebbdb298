"""Tests of the solver against published values and against theory."""

from functools import reduce
from operator import xor
from typing import Any

import pytest

from lusory import load as load_game
from lusory.rules import Capture, Dir, Game, No, Put, Ray, Remove, Square, Win, everywhere, neutral, to
from lusory.solve import solve
from lusory.solve.known import solved_rows

from .games import games_by_name


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


def value(name, **options):
    game = games_by_name()[name].build(**options) if name in games_by_name() else load(name, **options)
    return solve(game.start(), seconds=300).value


TROMP = {
    4: {4: "draw", 5: "draw", 6: "second", 7: "draw"},
    5: {4: "draw", 5: "draw", 6: "draw", 7: "draw"},
    6: {4: "draw", 5: "draw", 6: "second", 7: "first"},
}
"""Connect four by rows, then columns: John Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html."""
MOST_SOLVED = 30
"""Cells of boards that take a few seconds; larger ones are compared as they stand in the page of solved games."""
CONNECT_FOUR = [(columns, rows, known) for rows, row in TROMP.items() for columns, known in row.items()]


@pytest.mark.parametrize(
    ("columns", "rows", "known"),
    [case for case in CONNECT_FOUR if case[0] * case[1] <= MOST_SOLVED],
)
def test_connect_four_on_small_boards(columns, rows, known):
    assert value("connect-four", columns=columns, rows=rows) == known


@pytest.mark.parametrize(("columns", "rows", "known"), CONNECT_FOUR)
def test_connect_four_in_the_page_of_solved_games(columns, rows, known):
    options = {"columns": columns, "rows": rows}
    (row,) = [row for row in solved_rows() if (row.game, row.options, row.start) == ("connect-four", options, "")]
    assert row.solution.value == known


def test_the_middle_column_wins_on_seven_by_six():
    (row,) = [row for row in solved_rows() if row.game == "connect-four" and row.options == {"columns": 7, "rows": 6}]
    assert row.solution.best == ("d1",)


@pytest.mark.parametrize(
    ("name", "options", "known"),
    [
        ("tic-tac-toe", {"size": 4}, "draw"),
        ("tic-tac-toe", {"size": 5}, "draw"),
        ("notakto", {}, "first"),
        ("hexapawn", {}, "second"),
        ("dodgem", {}, "first"),
        ("mu-torere", {}, "draw"),
        ("pong-hau-ki", {}, "draw"),
    ],
)
def test_small_games(name, options, known):
    """Notakto on one board: the middle, then a knight's move. Hexapawn: Gardner 1962. Dodgem: Winning Ways. Mu torere:
    Straffin 1995."""
    assert value(name, **options) == known


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 4), (4, 4), (2, 5)])
def test_cram_on_even_boards(rows, columns):
    """By symmetry Second wins where both numbers are even, First where one is."""
    both = rows % 2 == columns % 2 == 0
    assert value("cram", rows=rows, columns=columns) == ("second" if both else "first")


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4)])
def test_chomp_is_won_by_first(rows, columns):
    """By strategy stealing."""
    assert value("chomp", rows=rows, columns=columns) == "first"


def test_the_first_bites_of_chomp():
    """On a square the bite at the corner's diagonal neighbour, on two rows the bite at the end of the upper one."""
    assert load("chomp", columns=4, rows=4).solve(best=True).best == ("xb2",)
    assert load("chomp", columns=5, rows=2).solve(best=True).best == ("xe2",)


def nim():
    """Heaps of three as columns: a piece is removed with all above it; who takes the last piece wins."""
    above = Ray(to, Dir("N"), through=everywhere)
    return Game(
        board=Square(3, 3),
        setup=[Put(everywhere, side=0, kind="piece")],
        turn=Remove(neutral, then=(Capture(neutral & above),)),
        ends=[Win(No(neutral))],
    )


@pytest.mark.parametrize(
    "line", ["", "a1", "a2", "a3 b2", "a2 b2", "a3 b1 c2", "a2 b3 c1", "a1 b1", "a3 b2 c1", "a3 a2 b1"]
)
def test_nim_is_won_unless_the_heaps_cancel_out(line):
    position = nim().start().line(" ".join(f"x{cell}" for cell in line.split()))
    heaps = [3, 3, 3]
    for ply in line.split():
        heaps[ord(ply[0]) - ord("a")] = int(ply[1]) - 1
    mover = len(line.split()) % 2
    winner = mover if reduce(xor, heaps) else 1 - mover
    assert position.solve().value == ("first", "second")[winner]
