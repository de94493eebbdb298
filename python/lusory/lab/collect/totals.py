"""Turns the engine's counters of random games into collected sums; the engine plays a hundred thousand in about a
second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...play.position import Position
from ...reference.progression import NOTHING_LEGAL
from ...rules.expression_text import spell
from .collected import Collected
from .tallies import ONE, Counts, Moments, RatioSums, ResultCounts

WATCHED = 40
"""The number of games that a measurement also plays in Python, for what the engine does not count."""
PLAIN = frozenset(
    ("first", "second", "players", "draws", "score", "decisiveness", "completion", "swap cost", "plies", "duration")
)
"""Measures for which it is enough to count how games ended."""
BIT = ONE >> 20
"""The unit in which the engine sums bits (2^-20 bit), in the units of tallies."""


def counts(position: Position) -> bool:
    """Whether the engine can count games from this position."""
    return hasattr(position.state, "playouts")


def count_random_games(
    position: Position,
    numbers: range,
    *,
    seed: int,
    threads: int,
    limit: int,
    endings_only: bool = False,
    on_progress: Callable[[int], object] | None = None,
) -> Collected:
    """Collects the random games with these numbers of a seed. endings_only: only how they ended. on_progress: called
    with the number of games played so far."""
    chance = {"seed": seed, "first": numbers.start, "threads": threads, "limit": limit}
    reply = position.state.playouts(len(numbers), **chance, measures=not endings_only, progress=on_progress)
    return from_engine(position, reply, endings_only)


def from_engine(position: Position, reply: dict[str, Any], endings_only: bool = False) -> Collected:
    """The engine's counters as collected sums."""
    contract: Any = position.contract
    collected = Collected(players=contract.players)
    collected.results, collected.cut = results(reply["results"]), reply["cut_off"]
    collected.plies = Counts(list(reply["lengths"]))
    if not endings_only:
        text = contract.text
        collected.openings = {text(action): results(endings) for action, endings in reply["first_plies"].items()}
        collected.turns = Counts(list(reply["turns"]))
        ends(collected, [spell(end) for end in contract.game.ends], reply)
        add_by_game(collected, reply["moments"], reply["games"])
        add_by_ply(collected, reply)
        add_by_cell(collected, reply["cells"], contract.hidden)
    return collected


def results(parts: tuple[int, Any, Any, int]) -> ResultCounts:
    """Counts of results from the engine's counts of games, points, wins and draws."""
    games, points, wins, draws = parts
    return ResultCounts(games, list(points), list(wins), draws)


def ends(collected: Collected, clauses: list[str], reply: dict[str, Any]) -> None:
    """What ended the games; clauses that are spelled alike are one."""
    for by, endings in [*zip(clauses, reply["ends"], strict=False), (NOTHING_LEGAL, reply["nothing"])]:
        end_results = results(endings)
        if end_results.games:
            collected.ends.setdefault(by, ResultCounts()).merge(end_results)


def add_by_game(collected: Collected, reply: dict[str, tuple[int, int, int]], games: int) -> None:
    """Adds the quantities of whole games."""
    choices, squares, _ = reply["choices"]
    for name, key in (("branching", "legal"), ("forced", "forced")):
        total, square_total, product = (number * ONE for number in reply[key])
        sums = RatioSums(games, total, choices * ONE, square_total * ONE, squares * ONE * ONE, product * ONE)
        collected.ratios[name] = sums
    for name, key, part in (("captures", "captures", ONE), ("tree", "tree", BIT)):
        collected.sums[name] = Moments(games, reply[key][0] * part, reply[key][1] * part * part)


def add_by_ply(collected: Collected, reply: dict[str, Any]) -> None:
    """Adds the curves by number of the ply, without sums of squares."""
    collected.curves["branching"] = [Moments(games, legal * ONE, None) for games, legal, _ in reply["branching"]]
    collected.curves["forced"] = [Moments(games, forced * ONE, None) for games, _, forced in reply["branching"]]
    collected.curves["captures"] = [Moments(games, captured * ONE, None) for games, captured in reply["captures"]]


def add_by_cell(collected: Collected, reply: dict[str, Any], hidden: bool) -> None:
    """Adds the counts by cell; no final boards of games with secrets, where pieces of two sides may share a cell, which
    counts for each."""
    if not hidden:
        collected.boards = collected.results.games
        collected.owned = [Counts(list(side)) for side in reply["owned"]]
    collected.last, collected.targets = Counts(list(reply["last"])), Counts(list(reply["played"]))
