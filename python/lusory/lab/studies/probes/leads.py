"""The results of the player who first captured so many pieces."""

from __future__ import annotations

from collections.abc import Sequence

from ....rules.events import CHANCE
from ... import intervals
from ...collect.observe import Observed
from ...figures import Figure, FigureTable, TableRow
from ..run import StudyRun

COLUMNS = ("games", "then wins", "then a draw", "then loses")


def leads(bench: StudyRun, versions: Sequence[str], marks: Sequence[int], games: int) -> FigureTable:
    """A row for each version, player and number of pieces taken. games: so many of each at most."""
    rows = []
    for version, contender in bench.study.cells:
        if version.label in versions:
            finished_games = [
                game for game in bench.observe(version, contender, min(games, contender.games)) if game.finished
            ]
            for mark in marks:
                rows.append(row(f"{version.label}, {contender.label}, {mark} taken", finished_games, mark))
    return FigureTable("leads", COLUMNS, tuple(rows))


def row(label: str, games: Sequence[Observed], mark: int) -> TableRow:
    """The results of the leaders, as shares of the games that had one."""
    values = [game.values[leader] for game in games if (leader := first_to_lead(game, mark)) is not None]
    counts = [sum(value == worth for value in values) for worth in (1.0, 0.5, 0.0)]
    return TableRow(label, (Figure("games", float(len(values)), how="exact"), *(share(n, len(values)) for n in counts)))


def share(hits: int, of: int) -> Figure:
    """A count as a share of those games."""
    if not of:
        return Figure("share", unit="share", why="never")
    interval = intervals.wilson(hits, of)
    return Figure("share", interval.value, interval.low, interval.high, of, "share", interval.how, interval.error)


def first_to_lead(game: Observed, mark: int) -> int | None:
    """The player who first captured so many pieces."""
    captures = [0] * len(game.values)
    for mover, count in zip(game.movers, game.captures, strict=False):
        if mover != CHANCE:
            captures[mover] += count
            if captures[mover] >= mark:
                return mover
    return None
