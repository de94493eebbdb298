"""Random games counted by the engine: a hundred thousand in about a second. What it does not count is found by watching
a few of the games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...play.position import Position
from ...reference.progression import NOTHING_LEGAL
from ...rules.expression_text import spell
from .collected import Collected
from .tallies import ONE, Counts, Moments, RatioSums, ResultCounts

WATCHED = 40
"""So many games are watched besides, for what the engine does not count."""
PLAIN = frozenset(
    ("first", "second", "players", "draws", "score", "decisiveness", "completion", "swap cost", "plies", "duration")
)
"""Measures for which it is enough to count how games ended."""
BIT = ONE >> 20
"""The engine's part of a bit, in ours."""


def counts(position: Position) -> bool:
    """Can the engine count games of this?"""
    return hasattr(position.state, "playouts")


def counted(
    position: Position,
    numbers: range,
    *,
    seed: int,
    threads: int,
    limit: int,
    plain: bool = False,
    told: Callable[[int], object] | None = None,
) -> Collected:
    """Random games of these numbers of a seed. plain: only how they ended. told: now and then how many were played."""
    chance = {"seed": seed, "first": numbers.start, "threads": threads, "limit": limit}
    found = position.state.playouts(len(numbers), **chance, measures=not plain, progress=told)
    return collected(position, found, plain)


def collected(position: Position, told: dict[str, Any], plain: bool = False) -> Collected:
    """The engine's counters."""
    contract: Any = position.contract
    found = Collected(players=contract.players)
    found.results, found.cut = results(told["results"]), told["cut_off"]
    found.plies = Counts(list(told["lengths"]))
    if not plain:
        text = contract.text
        found.openings = {text(action): results(ended) for action, ended in told["first_plies"].items()}
        found.turns = Counts(list(told["turns"]))
        ends(found, [spell(end) for end in contract.game.ends], told)
        by_game(found, told["moments"], told["games"])
        by_ply(found, told)
        by_cell(found, told["cells"])
    return found


def results(told: tuple[int, Any, Any, int]) -> ResultCounts:
    """How games ended, as the engine counts it."""
    games, points, wins, draws = told
    return ResultCounts(games, list(points), list(wins), draws)


def ends(found: Collected, clauses: list[str], told: dict[str, Any]) -> None:
    """What ended the games; clauses that are spelled alike are one."""
    for by, ended in [*zip(clauses, told["ends"], strict=False), (NOTHING_LEGAL, told["nothing"])]:
        one = results(ended)
        if one.games:
            found.ends.setdefault(by, ResultCounts()).merge(one)


def by_game(found: Collected, told: dict[str, tuple[int, int, int]], games: int) -> None:
    """Numbers of a game."""
    plies, squares, _ = told["plies"]
    for name, key in (("branching", "legal"), ("forced", "forced")):
        above, above2, product = (number * ONE for number in told[key])
        pairs = RatioSums(games, above, plies * ONE, above2 * ONE, squares * ONE * ONE, product * ONE)
        found.ratios[name] = pairs
    for name, key, part in (("captures", "captures", ONE), ("tree", "tree", BIT)):
        found.sums[name] = Moments(games, told[key][0] * part, told[key][1] * part * part)


def by_ply(found: Collected, told: dict[str, Any]) -> None:
    """Numbers by ply. Without sums of squares."""
    found.curves["branching"] = [Moments(games, legal * ONE, None) for games, legal, _ in told["branching"]]
    found.curves["forced"] = [Moments(games, forced * ONE, None) for games, _, forced in told["branching"]]
    there = zip(told["branching"], told["captures"], strict=False)
    found.curves["captures"] = [Moments(at[0], taken * ONE, None) for at, taken in there]


def by_cell(found: Collected, told: dict[str, Any]) -> None:
    """Numbers by cell."""
    found.boards = found.results.games
    found.owned = [Counts(list(side)) for side in told["owned"]]
    found.last, found.targets = Counts(list(told["last"])), Counts(list(told["played"]))
