"""The skill ladder: how far more simulations pay. Each rung is a search against one of half its simulations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .._renamed import renamed_argument
from ..errors import LusoryError
from .figures import Figure, FigureTable, TableRow
from .intervals import wilson
from .matches import MatchResult, MatchSetting, match
from .matches.score import score as score_of_pairs
from .matches.workers import ClassSource
from .pool import WorkerSpec

LOWEST = 50
"""The simulations of the weaker search of the first rung."""
MOST_RUNGS = 5
HIGHEST = 12
"""The most rungs of a ladder whose length is given."""
COLUMNS = ("score", "elo", "draws", "first")
"""Of the stronger, their difference, how many games were drawn, and what the first seat got."""


SELECTED = "of the doublings that paid and the next: likely too high"
"""The remark on the Elo of a ladder that ends where a rung does not pay."""


def join_reasons(*reasons: str) -> str:
    """Several remarks as one."""
    return "; ".join(filter(None, reasons))


def specs(rung: int) -> tuple[str, str]:
    """The specs of the players of a rung, from 0: the stronger first."""
    return f"mcts:{LOWEST << rung + 1}", f"mcts:{LOWEST << rung}"


@renamed_argument("told", "on_progress")
def climb(
    game: Any,
    games: int,
    *,
    rungs: int = 0,
    seed: int = 0,
    workers: WorkerSpec = 0,
    source: ClassSource | None = None,
    on_progress: Callable[[int, int], object] = lambda rung, games: None,
) -> tuple[FigureTable, Figure, Figure, Figure]:
    """The ladder, its length, its Elo, and the Elo of a doubling. games: of each rung, an even number. rungs: so many
    are played whether they pay or not, so that games can be compared; 0: until one does not pay, and no more than
    MOST_RUNGS. on_progress: called after each game with the number of the rung and of its games so far.

    Raises LusoryError for a game that is not between two, and for too many rungs.
    """
    if not 0 <= rungs <= HIGHEST:
        raise LusoryError(f"rungs: {rungs}, expected 0 to {HIGHEST}")
    if game.players != 2:
        raise LusoryError(f"the ladder is climbed in games of two, this one is for {game.players}")
    reports: list[MatchResult] = []
    while len(reports) < rungs if rungs else len(reports) < MOST_RUNGS and all(map(pays, reports)):
        rung = len(reports)
        setting = MatchSetting.of(game, *specs(rung), seed=seed)
        following = lambda run, rung=rung: on_progress(rung, len(run.played))  # noqa: E731
        reports.append(match(setting, game, games=games, workers=workers, source=source, on_progress=following))
    count, total = figures(reports, bool(rungs))
    return table(reports), count, total, doubling_gain(total, len(reports))


def pays(report: MatchResult) -> bool:
    """Whether the rung paid: all of its interval lies above a half."""
    _, low, _ = report.score
    return low > 0.5


def table(reports: list[MatchResult]) -> FigureTable:
    """The table of the ladder: a row a rung."""
    rows = (
        TableRow(f"{report.first} against {report.second}", (score(report), elo(report), draws(report), first(report)))
        for report in reports
    )
    return FigureTable("ladder", COLUMNS, tuple(rows))


def score(report: MatchResult) -> Figure:
    """The score of the stronger search; its interval is that of pairs of games (see lab/matches/score.py)."""
    value, low, high = report.score
    return Figure("score", value, low, high, report.games, "points", "pairs")


def elo(report: MatchResult) -> Figure:
    """The score as a difference in Elo; no bound where it would be infinite."""
    value, low, high = report.elo
    reason = "" if value is not None else "everything was won: no bounds"
    return Figure("elo", value, low, high, report.games, "Elo", "pairs", why=reason)


def draws(report: MatchResult) -> Figure:
    """The share of drawn games of a rung."""
    interval = wilson(report.draws, report.games)
    return Figure(
        "draws", interval.value, interval.low, interval.high, report.games, "share", interval.how, interval.error
    )


def first(report: MatchResult) -> Figure:
    """The score of the first seat on a rung. Its interval is that of pairs, as for the score of the stronger: both
    games of a pair begin with one opening, which may favour a seat."""
    value, low, high = score_of_pairs(report.seat_pairs)
    return Figure("first", value, low, high, report.games, "points", "pairs")


def doubling_gain(total: Figure, rungs: int) -> Figure:
    """What a doubling of the simulations is worth, over the rungs that were tried: their Elo, divided."""
    name, top = "elo a doubling", LOWEST << rungs
    if total.value is None or total.low is None or total.high is None:
        return Figure(name, unit="Elo", games=total.games, why=total.why)
    value, low, high = total.value / rungs, total.low / rungs, total.high / rungs
    selected = SELECTED if SELECTED in total.why else ""
    reason = join_reasons(f"from {LOWEST} to {top} simulations", selected)
    return Figure(name, value, low, high, total.games, "Elo", total.how, why=reason)


def figures(reports: list[MatchResult], fixed: bool = False) -> tuple[Figure, Figure]:
    """The number of rungs that pay, and the summed Elo of all rungs played: without the last, which did not pay, the
    sum would be far too high. It still is somewhat too high, since who climbs on only from a rung that pays keeps the
    lucky ones, and says nothing where none pays. fixed: the length was given, so the sum is unbiased, and valid also
    where no rung pays."""
    paid = [report for report in reports if pays(report)]
    games = sum(report.games for report in reports)
    reason = "it goes on above" if len(paid) == len(reports) else ""
    rungs = Figure("ladder rungs", float(len(paid)), games=games, unit="rungs", how="count", why=reason)
    if not paid and not fixed:
        return rungs, Figure("ladder elo", unit="Elo", games=games, why="no rung pays for sure")
    intervals_of_elo = [
        (v, low, high) for v, low, high in (match_result.elo for match_result in reports) if None not in (v, low, high)
    ]
    if len(intervals_of_elo) < len(reports):
        return rungs, Figure("ladder elo", unit="Elo", games=games, why="a rung was won in every game: no Elo")
    reason = reason if fixed else join_reasons(SELECTED, reason)
    value = math.fsum(v or 0.0 for v, _, _ in intervals_of_elo)
    down = math.hypot(*((v or 0.0) - (low or 0.0) for v, low, _ in intervals_of_elo))
    up = math.hypot(*((high or 0.0) - (v or 0.0) for v, _, high in intervals_of_elo))
    return rungs, Figure("ladder elo", value, value - down, value + up, games, "Elo", "pairs", why=reason)
