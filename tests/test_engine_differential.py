"""Differential test of the engine against the reference: games of lusory, games of the tests, random rule values.

Longer runs: `make fuzz`, or `python -m lusory.testing.fuzz --help`.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import pytest

from lusory.games import studied_games
from lusory.rules import Draw, Game, Place, Put, Quiet, Ranks, Sequence, Square, Step, every, neutral, own
from lusory.rules.codec import read
from lusory.testing import arguments
from lusory.testing.differential import compare, compare_seed

from .games import games_by_name
from .hidden_play import GAMES as SECRET
from .own_games import own_games

SHIPPED: list[tuple[str, dict[str, Any]]] = [
    ("breakthrough", {"size": 6}),
    ("breakthrough", {"size": 9}),
    ("clobber", {}),
    ("connect-four", {"columns": 9, "rows": 8, "swap": True}),
    ("doppel", {"size": 5, "growth": True}),
    ("doppel", {"size": 12}),
    ("gomoku", {"size": 19}),
    ("gomoku", {"size": 7, "exact": True, "swap": True}),
    ("havannah", {"size": 4}),
    ("havannah", {"size": 6, "swap": True}),
    ("hex", {"size": 7, "swap": True}),
    ("hex", {"size": 14}),
    ("hidden-gomoku", {"size": 5}),
    ("hidden-gomoku", {"size": 4, "length": 3, "lines": 1}),
    ("konane", {"size": 9}),
    ("ndengrod", {"board": "trapezium", "size": 4, "suicide": "forbidden", "length": 4}),
    ("ndengrod", {"size": 3, "swap": True, "repeat": 2, "length": 4}),
    ("pente", {"size": 9, "swap": True}),
    ("reversi", {"size": 6}),
    ("reversi", {"size": 10}),
    ("serendipity", {"size": 6, "rows": 1, "repeat": 0, "quiet": 5}),
    ("serendipity", {"size": 4, "rows": 1, "target": 3, "repeat": 2}),
    ("susan", {"size": 3, "draw": "slides:2"}),
    ("susan", {"size": 2, "draw": "repeat:2"}),
    ("susan", {"size": 6, "draw": "none"}),
    ("tic-tac-toe", {"size": 4, "swap": True}),
    ("y", {"size": 6, "swap": True}),
    ("yavalath", {"size": 4, "swap": True}),
]
WITHOUT_END = Game(
    board=Square(5), turn=Step(own, directions=every), setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2)]
)
"""A game of more than 256 plies."""
SIZES = {"amazons": 6, "connect6": 8, "go": 5, "halma": 4, "domineering": 6}
"""Options for games of the tests that are slow at their default size."""
VALUES = (*range(250), 275, 277, 309, 348, 449, 705, 858)
"""The seeds of random rule values; the last ones draw rare words and arguments."""
PLIES = 100
"""The most plies of a game of these; `make fuzz` plays longer ones."""


def title(value: object) -> str:
    return " ".join(f"{k}={v}" for k, v in value.items()) or "defaults" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in studied_games()), *SHIPPED], ids=title)
def test_games_that_come_with_lusory(name, options):
    compare(studied_games()[name].build(**options), seed=name, seconds=5)


@pytest.mark.parametrize("name", games_by_name())
def test_games_of_the_tests(name):
    compare(
        games_by_name()[name].build(**({"size": SIZES[name]} if name in SIZES else {})), seed=name, plies=120, seconds=4
    )


@pytest.mark.parametrize("name", own_games())
def test_games_that_the_words_were_not_made_for(name):
    compare(own_games()[name].build(), seed=name, plies=120, seconds=2)


@pytest.mark.parametrize("name", SECRET)
def test_games_with_secrets(name):
    compare(SECRET[name](), seed=name, plies=80, seconds=4)


def test_a_game_longer_than_256_plies():
    game = Game(board=Square(4), turn=Sequence(Place(to=neutral), Step(own, to=neutral)), ends=[Draw(Quiet(1000))])
    assert compare(game, plies=10) < 10
    assert compare(WITHOUT_END, plies=320, seconds=30) >= 320


def test_random_rule_values_in_which_every_word_and_argument_is_drawn():
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        reports = list(pool.map(partial(compare_seed, plies=PLIES), VALUES, chunksize=5))
    assert [str(report.difference) for report in reports if report.difference] == []
    assert arguments() - frozenset().union(*(report.words for report in reports)) == frozenset()
    plies, long = sum(report.plies for report in reports), sum(report.long for report in reports)
    assert plies > 20_000 and long > plies / 2


FOUND = {
    "a game over before it begins shows why": "Game(board=Square(3), turn=Place(), ends=[Win(everywhere)])",
    "points that double at every ply stop at the largest number": (
        "Game(board=Square(9), turn=Place(), effects=[Earn(1), Earn(Score() + Score(enemy))], ends=[Win(No(empty))])"
    ),
    "and points below nothing at the least": (
        "Game(board=Square(9), turn=Place(), effects=[Earn(0 - 1), Earn(Score() - Score(enemy) - 1)])"
    ),
    "the next turn finds nothing of this one, not even where a ply is tried": (
        "Game(board=Square(4), turn=Sequence(Place(), Step(own & ~moved)), "
        "setup=[Put(Ranks(1)), Put(Ranks(1), side=2)], "
        "ends=[Win(NoPly(Step(own, unless=Count(moved) >= 2))), Draw(No(empty))])"
    ),
    "who answers does not know where the ply ends": (
        "Game(board=Rhombus(3), turn=Commit(Place(to=~own & ~open), announce=[Row(to)], answer=Reveal(to & announced)))"
    ),
    "what points were given for is shown as it was before": (
        "Game(board=Square(6), turn=Place(), effects=[Earn(2, when=All(to, Score() < 2))], ends=[Draw(No(empty))])"
    ),
}
"""Rule values in which `make fuzz` found a difference."""


@pytest.mark.parametrize("rules", FOUND.values(), ids=FOUND)
def test_what_was_found(rules):
    compare(read(rules), seed=1)
