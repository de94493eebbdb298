"""Tests of kernels: for the same seed, random games on kernels and on the general engine have the same totals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lusory import load
from lusory._engine import State
from lusory.engine import Machine
from lusory.games import studied_games
from lusory.rules import Draw, Game, Graph, Line, No, Place, Win, empty

from .games import games_by_name

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("susan", {"size": 2}),
    ("susan", {"size": 3, "draw": "repeat:2"}),
    ("susan", {"size": 6, "draw": "slides:4"}),
    ("susan", {"size": 5, "draw": "none"}),
    ("ndengrod", {"size": 3, "length": 4}),
    ("ndengrod", {"board": "trapezium"}),
    ("ndengrod", {"suicide": "forbidden", "swap": True}),
    ("ndengrod", {"size": 6, "repeat": 2}),
    ("doppel", {"size": 3}),
    ("doppel", {"size": 9, "growth": True}),
    ("tic-tac-toe", {"size": 5, "swap": True}),
    ("connect-four", {"columns": 9, "rows": 8, "length": 5}),
    ("connect-four", {"columns": 4, "rows": 4, "length": 3, "swap": True}),
    ("gomoku", {"size": 5}),
    ("gomoku", {"size": 7, "exact": True}),
    ("gomoku", {"size": 19, "exact": True}),
    ("yavalath", {"size": 4}),
    ("pente", {"size": 7}),
    ("pente", {"size": 9, "swap": True}),
    ("hex", {"size": 3}),
    ("hex", {"size": 5, "swap": True}),
    ("hex", {"size": 14}),
    ("y", {"size": 4}),
    ("havannah", {"size": 4}),
    ("breakthrough", {"size": 5}),
    ("breakthrough", {"size": 9}),
    ("reversi", {"size": 4}),
    ("reversi", {"size": 6}),
    ("reversi", {"size": 10}),
    ("clobber", {"rows": 3, "columns": 4}),
    ("konane", {"size": 6}),
    ("serendipity", {"size": 6, "rows": 2}),
    ("serendipity", {"size": 10, "repeat": 2, "quiet": 5}),
    ("hidden-gomoku", {"size": 5, "length": 3}),
    ("hidden-gomoku", {"size": 7, "length": 4, "lines": 1}),
]

MIDWAY = (1, 2, 3, 6, 11, 20, 33)
"""After so many plies of a random game others begin."""


def same(state: State, games: int, limit: int = 400) -> None:
    """Everything that is counted is the same on a kernel, and on the general way."""
    slow = state.playouts(games, seed=7, limit=limit, measures=True, general=True)
    fast = state.playouts(games, seed=7, limit=limit, measures=True)
    assert fast == slow
    counts = state.playouts(games, seed=7, limit=limit)
    compared = counts.keys() - {"branching", "first_plies"}
    assert {part: counts[part] for part in compared} == {part: slow[part] for part in compared}
    assert state.outcomes(games, 7, limit=limit) == state.outcomes(games, 7, limit=limit, general=True)


def same_from_start(machine: Machine, games: int, limit: int = 400) -> None:
    """The same from the start of the game. Programs draw other games than the general way: see test_lane_games.py."""
    if "program" not in machine.engine.playout_method:
        same(machine.start(), games, limit)


def same_midway(machine: Machine, games: int, limit: int = 400) -> None:
    """The same from positions of a few random games: in the opening, soon after it, far into them."""
    if "program" in machine.engine.playout_method:
        return
    for seed in range(3):
        draw, state = random.Random(seed), machine.start()
        for ply in range(40):
            if not (legal := state.legal()):
                break
            if ply in MIDWAY:
                same(state, games, limit)
            played = state.play(draw.choice(legal))
            assert played is not None
            state = played[0]


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in studied_games()), *OPTIONS], ids=str)
def test_kernels_play_the_games_of_the_general_way(name, options):
    game = load(name, **options)
    assert isinstance(game, Game)
    same_from_start(Machine(game), 300)
    same_midway(Machine(game), 20)


SMALL = [
    ("clobber", {"rows": 3, "columns": 3}),
    ("konane", {"size": 4}),
    ("reversi", {"size": 4}),
    ("tic-tac-toe", {}),
    ("connect-four", {"columns": 4, "rows": 4, "length": 3}),
    ("ndengrod", {"size": 2, "length": 3, "suicide": "forbidden"}),
    ("breakthrough", {"size": 4}),
    ("doppel", {"size": 3}),
    ("susan", {"size": 2}),
    ("serendipity", {"size": 6, "rows": 2}),
    ("hex", {"size": 2, "swap": True}),
    ("hidden-gomoku", {"size": 3, "length": 3}),
]


@pytest.mark.parametrize(("name", "options"), SMALL, ids=str)
def test_a_game_that_is_over_at_the_limit_of_plies_is_not_cut_off(name, options):
    game = load(name, **options)
    assert isinstance(game, Game)
    for limit in range(25):
        same_from_start(Machine(game), 100, limit)


@pytest.mark.parametrize("name", games_by_name())
def test_games_of_the_tests(name):
    same_from_start(Machine(games_by_name()[name]()), 30, 200)


def broken_rings(columns: int, rows: int) -> Graph:
    """Every row goes round but for one link, which is missing at another place in each."""
    name = [f"{'abcdef'[x]}{y + 1}" for y in range(rows) for x in range(columns)]
    across = [
        ("E", name[y * columns + x], name[y * columns + (x + 1) % columns])
        for y in range(rows)
        for x in range(columns)
        if x != y % columns
    ]
    up = [("N", name[i], name[i + columns]) for i in range(columns * (rows - 1))]
    cells = [(cell, i % columns, i // columns) for i, cell in enumerate(name)]
    return Graph(tuple(cells), (*across, *up), opposites=(("E", "W"), ("N", "S")))


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("exact", [False, True])
def test_lines_on_boards_whose_rows_go_round_but_not_together(length, exact):
    for columns, rows in ((4, 4), (5, 4), (6, 5)):
        line = Line(length, exact=exact)
        game = Game(board=broken_rings(columns, rows), turn=Place(), ends=(Win(line), Draw(No(empty))))
        same_from_start(Machine(game), 100)
        same_midway(Machine(game), 20)
