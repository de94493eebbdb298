"""The skill ladder: how far it pays to look further. Each rung is a search against one of half its simulations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..errors import LusoryError
from .figures import Figure, FigureTable, TableRow
from .matches import MatchResult, MatchSetting, match
from .matches.workers import ClassSource

LOWEST = 50
"""Simulations of the search that the first rung is climbed from."""
MOST_RUNGS = 5


def specs(rung: int) -> tuple[str, str]:
    """Who plays on a rung, from 0: the stronger first."""
    return f"mcts:{LOWEST << rung + 1}", f"mcts:{LOWEST << rung}"


def climb(
    game: Any,
    games: int,
    *,
    seed: int = 0,
    workers: int = 0,
    source: ClassSource | None = None,
    told: Callable[[int, int], object] = lambda rung, games: None,
) -> tuple[FigureTable, Figure, Figure]:
    """The ladder, its length and its Elo. games: of each rung, an even number. It is climbed until a rung does not pay,
    as far as its games tell, and no higher than MOST_RUNGS. told: after each game, on which rung, how many there were.

    Raises LusoryError for a game that is not between two.
    """
    if game.players != 2:
        raise LusoryError(f"the ladder is climbed in games of two, this one is for {game.players}")
    reports: list[MatchResult] = []
    while len(reports) < MOST_RUNGS and all(map(climbed, reports)):
        rung = len(reports)
        setting = MatchSetting.of(game, *specs(rung), seed=seed)
        following = lambda run, rung=rung: told(rung, len(run.played))  # noqa: E731
        reports.append(match(setting, game, games=games, workers=workers, source=source, told=following))
    return table(reports), *figures(reports)


def climbed(report: MatchResult) -> bool:
    """Did it pay? All of its interval lies above a half."""
    _, low, _ = report.score
    return low > 0.5


def table(reports: list[MatchResult]) -> FigureTable:
    """A row a rung."""
    rows = (TableRow(f"{one.first} against {one.second}", (score(one), elo(one))) for one in reports)
    return FigureTable("ladder", ("score", "elo"), tuple(rows))


def score(report: MatchResult) -> Figure:
    """What the stronger search got; its interval is that of pairs of games (see lab/matches/score.py)."""
    value, low, high = report.score
    return Figure("score", value, low, high, report.games, "points", "pairs")


def elo(report: MatchResult) -> Figure:
    """The same as a difference in strength; no bound where it would be infinite."""
    value, low, high = report.elo
    why = "" if value is not None else "everything was won: no bounds"
    return Figure("elo", value, low, high, report.games, "Elo", "pairs", why=why)


def figures(reports: list[MatchResult]) -> tuple[Figure, Figure]:
    """How many rungs pay, and what all that were tried add up to: the last, which did not pay, would else be left out
    for having come out badly."""
    paid = [report for report in reports if climbed(report)]
    games = sum(report.games for report in reports)
    why = "it goes on above" if len(paid) == MOST_RUNGS else ""
    rungs = Figure("ladder rungs", float(len(paid)), games=games, unit="rungs", how="count", why=why)
    if not paid:
        return rungs, Figure("ladder elo", unit="Elo", games=games, why="no rung pays for sure")
    known = [(v, low, high) for v, low, high in (one.elo for one in reports) if None not in (v, low, high)]
    if len(known) < len(reports):
        return rungs, Figure("ladder elo", unit="Elo", games=games, why="a rung was won in every game: no Elo")
    value = math.fsum(v or 0.0 for v, _, _ in known)
    down = math.hypot(*((v or 0.0) - (low or 0.0) for v, low, _ in known))
    up = math.hypot(*((high or 0.0) - (v or 0.0) for v, _, high in known))
    return rungs, Figure("ladder elo", value, value - down, value + up, games, "Elo", "pairs", why=why)
