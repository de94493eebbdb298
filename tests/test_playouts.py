"""Tests that the engine's random games have the reference's distribution of first plies, lengths and results.

Chi-square over two samples. The seeds are fixed, and the limits so generous that a right engine passes whatever they
are; one that draws some plies twice as often as others does not.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from lusory.engine import Machine
from lusory.games import load
from lusory.reference import Reference
from lusory.rules.game import Game

from .games import games_by_name

SLOW, FAST = 600, 30_000
"""How many games of the reference, and of the engine."""

GAMES = {
    "susan": load("susan", size=2),
    "ndengrod": load("ndengrod", size=2, length=3),
    "doppel": load("doppel", size=3),
    "serendipity": load("serendipity", size=4, rows=1, target=2),
    "hidden-gomoku": load("hidden-gomoku", size=3, length=3),
    "tic-tac-toe": load("tic-tac-toe"),
    "reversi": load("reversi", size=4),
    "race": games_by_name()["race"](),
    "geography": games_by_name()["geography"](size=3),
    "three-mens-morris": games_by_name()["three-mens-morris"](),
}


def random_reference_game(game: Game, seed: int) -> tuple[int, int, tuple[float, ...]]:
    """A random game of the reference: its first ply, its length, its result."""
    contract, rng = Reference(game), random.Random(seed)
    state, length, first = contract.start(), 0, -1
    while contract.result(state) is None:
        options = contract.options(state)
        weights = [option.weight for option in options] if contract.to_move(state) < 0 else None
        option = rng.choices(options, weights)[0]
        first = option.id if not length else first
        state, length = contract.follow(state, option)[0], length + 1
    result = contract.result(state)
    assert result is not None
    return first, length, result.values


def distance(slow: Counter[Any], fast: Counter[Any]) -> tuple[float, int]:
    """Chi-square of two samples and its degrees of freedom; what is rare is counted together."""
    n, m = slow.total(), fast.total()
    rare = [key for key in slow | fast if (slow[key] + fast[key]) * n / (n + m) < 8]
    groups = [[key] for key in slow | fast if key not in rare] + ([rare] if rare else [])
    value = 0.0
    for keys in groups:
        a, b = sum(slow[key] for key in keys), sum(fast[key] for key in keys)
        value += (a * m - b * n) ** 2 / (n * m * (a + b))
    return value, len(groups) - 1


def alike(slow: Counter[Any], fast: Counter[Any]) -> bool:
    """Six standard deviations above the mean: beyond one in a million."""
    value, freedom = distance(slow, fast)
    return bool(value <= freedom + 6 * (2 * freedom) ** 0.5 + 6)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_those_of_the_reference(name: str) -> None:
    game = GAMES[name]
    slow = [random_reference_game(game, seed) for seed in range(SLOW)]
    totals = Machine(game).start().playouts(FAST, seed=7, first_plies=True)
    firsts = Counter({id_: results[0] for id_, results in totals["first_plies"].items()})
    assert alike(Counter(first for first, _, _ in slow), firsts)
    lengths = totals["lengths"]
    assert alike(
        Counter(length for _, length, _ in slow),
        Counter({length: count for length, count in enumerate(lengths) if count}),
    )
    slow_wins = Counter(values.index(1.0) if 1.0 in values else -1 for _, _, values in slow)
    _, _, wins, draws = totals["results"]
    fast_wins = Counter(dict(enumerate(wins)) | {-1: draws})
    assert alike(slow_wins, fast_wins)


def test_the_distance_tells_samples_apart() -> None:
    even = Counter({key: 100 for key in range(6)})
    assert alike(even, Counter({key: 5000 for key in range(6)}))
    assert not alike(even, Counter({key: 5000 * (1 + key % 2) for key in range(6)}))


@pytest.mark.parametrize("name", ["serendipity", "hidden-gomoku", "race"])
def test_totals_do_not_depend_on_threads_or_on_how_the_games_are_cut(name: str) -> None:
    state = Machine(GAMES[name]).start()
    counts = state.playouts(2000, seed=3, branching=True, first_plies=True)
    assert state.playouts(2000, seed=3, branching=True, first_plies=True, threads=3) == counts
    first_part, second_part = state.playouts(700, seed=3), state.playouts(1300, seed=3, first=700)
    assert first_part["plies"] + second_part["plies"] == counts["plies"]
    assert state.playouts(2000, seed=4) != state.playouts(2000, seed=3)


def test_a_limit_cuts_games_off() -> None:
    totals = Machine(load("connect-four")).start().playouts(100, seed=1, limit=5)
    assert (totals["games"], totals["cut_off"], totals["plies"]) == (100, 100, 500)
