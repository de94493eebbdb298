"""Measures as tables: figures for each end, for each first ply."""

from __future__ import annotations

from .. import intervals
from ..collect.collected import Collected
from ..collect.tallies import Moments, ResultCounts
from ..figures import Figure, FigureTable, TableRow
from .registry import LACKS, GameContext, lacks, make_figure, totals_measure, within
from .seats import won

NEAR = 0.05
"""A first ply of which the whole interval is as near to a half as this is fair."""


def seats(context: GameContext) -> list[str]:
    """The names of the players' shares; a game for one is won or lost."""
    if context.players == 1:
        return ["won", "lost"]
    return [won(p) if context.players == 2 else f"player {p + 1}" for p in range(context.players)]


@totals_measure("ends", kind="table")
def ends(collected: Collected, context: GameContext) -> FigureTable:
    """For each end clause of the rules, as they spell it: how many of the finished games it ended, and how these came
    out. Wilson's intervals."""
    columns = ("share", *seats(context), "draws")
    if not collected.ends:
        return FigureTable("ends", columns, why="no game is behind it")
    clauses = sorted(collected.ends.items(), key=lambda end: (-end[1].games, end[0]))
    games = collected.results.games
    return FigureTable("ends", columns, tuple(TableRow(by, end(results, games, context)) for by, results in clauses))


def end(results: ResultCounts, games: int, context: GameContext) -> tuple[Figure, ...]:
    """The row of one end clause."""
    known = results.wins is not None
    of_seats = [results.share(player) for player in range(context.players)]
    if context.players == 1:
        of_seats.append(intervals.wilson(results.lost, results.games) if known else None)
    shares = [
        make_figure(name, part, results.games, "share") for name, part in zip(seats(context), of_seats, strict=True)
    ]
    draw_share = intervals.wilson(results.draws - results.lost, results.games) if known else None
    return (
        make_figure("share", intervals.wilson(results.games, games), games, "share"),
        *shares,
        make_figure("draws", draw_share, results.games, "share"),
    )


def results_by_first_ply(collected: Collected, context: GameContext) -> dict[str, ResultCounts]:
    """Results by first ply, those that are alike as one, the most frequent first."""
    together: dict[str, ResultCounts] = {}
    for text, results in sorted(collected.openings.items()):
        together.setdefault(context.label.get(text, text), ResultCounts()).merge(results)
    return dict(sorted(together.items(), key=lambda item: (-item[1].games, item[0])))


@totals_measure("openings", kind="table")
def openings(collected: Collected, context: GameContext) -> FigureTable:
    """For each first ply: how many of the finished games began with it, and what the first player got in these.
    First plies that a symmetry of the board takes into each other are one row, where the rules are found to respect it
    (`joined` tells). Where a game begins with a chance ply, that is its first. A row whose whole interval is near to a
    half is an opening that a swap rule would make fair, as far as these players can tell. The score is Wilson's
    interval for numbers from 0 to 1; each row is for itself."""
    if not collected.openings:
        return FigureTable("openings", ("share", "score"), why=LACKS["watched"])
    games = sum(results.games for results in collected.openings.values())
    rows = [
        TableRow(text, (share(results.games, games), make_figure("score", results.score(0), results.games, "points")))
        for text, results in results_by_first_ply(collected, context).items()
    ]
    return FigureTable("openings", ("share", "score"), tuple(rows))


@totals_measure("opening values", kind="table", needs="values")
def opening_values(collected: Collected, context: GameContext) -> FigureTable:
    """The balance of openings under search: for each first ply what the players, or the judge, think the position after
    it is worth to the first player, 0 to 1, on average over the games that began with it. Beside `openings`, which
    tells what came of these games: a search sees which openings are even after few games, as far as it sees. First
    plies that a symmetry takes into each other are one row. Student's interval."""
    together: dict[str, Moments] = {}
    for text, worth in sorted(collected.prospects.items()):
        together.setdefault(context.label.get(text, text), Moments()).merge(worth)
    if not together:
        return FigureTable("opening values", ("games", "value"), why=lacks("values", collected))
    rows = [
        TableRow(text, (Figure("games", float(worth.n), games=worth.n, how="count"), value_figure(worth)))
        for text, worth in sorted(together.items(), key=lambda item: (-item[1].n, item[0]))
    ]
    return FigureTable("opening values", ("games", "value"), tuple(rows))


def value_figure(worth: Moments) -> Figure:
    """The mean estimated value of a position for the first player, 0 to 1."""
    return within(make_figure("value", worth.interval(), worth.n, "points"), 1.0)


def share(part: int, games: int) -> Figure:
    """A share of the games, with its interval."""
    return make_figure("share", intervals.wilson(part, games), games, "share")


@totals_measure("fair openings", unit="openings")
def fair_openings(collected: Collected, context: GameContext) -> Figure:
    """How many first plies (those that are alike counted as one) are fair to within 0.05, so that a swap rule could use
    them: the whole interval of what the first player gets lies so near to a half, widened so that all rows hold at once
    (Bonferroni's correction). Those that have too few games to tell do not count. It has no interval."""
    parts = [results.score(0) for results in results_by_first_ply(collected, context).values()]
    sure = [score for score in parts if score is not None and score.low is not None and score.high is not None]
    if context.players != 2 or not sure:
        return Figure("fair openings", unit="openings", why=LACKS["watched"] if not parts else "too few games for it")
    wide = [intervals.simultaneous(score, len(parts)) for score in sure]
    ends = [(score.low or 0.0, score.high or 0.0) for score in wide]
    fair = sum(low >= 0.5 - NEAR and high <= 0.5 + NEAR for low, high in ends)
    unfair = sum((low > 0.5 and high > 0.5 + NEAR) or (high < 0.5 and low < 0.5 - NEAR) for low, high in ends)
    rest = len(parts) - fair - unfair
    reason = f"{rest} of {len(parts)} have too few games to tell" if rest else ""
    games = sum(results.games for results in collected.openings.values())
    return Figure("fair openings", float(fair), games=games, unit="openings", how="count", why=reason)
