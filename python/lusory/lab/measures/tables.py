"""Figures for each of several things: what ended games, what they began with."""

from __future__ import annotations

from .. import intervals
from ..collect.collected import Collected
from ..collect.tallies import ResultCounts
from ..figures import Figure, FigureTable, TableRow
from .registry import LACKS, GameContext, made, reading
from .seats import won

NEAR = 0.05
"""A first ply of which the whole interval is as near to a half as this is fair."""


def seats(context: GameContext) -> list[str]:
    """What the shares of the players are called."""
    return [won(p) if context.players == 2 else f"player {p + 1}" for p in range(context.players)]


@reading("ends", kind="table")
def ends(found: Collected, context: GameContext) -> FigureTable:
    """For each end clause of the rules, as they spell it: how many of the finished games it ended, and how these came
    out. Wilson's intervals."""
    columns = ("share", *seats(context), "draws")
    if not found.ends:
        return FigureTable("ends", columns, why="no game is behind it")
    clauses = sorted(found.ends.items(), key=lambda end: (-end[1].games, end[0]))
    games = found.results.games
    return FigureTable("ends", columns, tuple(TableRow(by, end(results, games, context)) for by, results in clauses))


def end(results: ResultCounts, games: int, context: GameContext) -> tuple[Figure, ...]:
    """What there is to say of one end clause."""
    each = [made(name, results.share(p), results.games, "share") for p, name in enumerate(seats(context))]
    drawn = intervals.wilson(results.draws, results.games) if results.wins is not None else None
    return (
        made("share", intervals.wilson(results.games, games), games, "share"),
        *each,
        made("draws", drawn, results.games, "share"),
    )


def joined(found: Collected, context: GameContext) -> dict[str, ResultCounts]:
    """Results by first ply, those that are alike as one, the most frequent first."""
    together: dict[str, ResultCounts] = {}
    for text, results in sorted(found.openings.items()):
        together.setdefault(context.label.get(text, text), ResultCounts()).merge(results)
    return dict(sorted(together.items(), key=lambda item: (-item[1].games, item[0])))


@reading("openings", kind="table")
def openings(found: Collected, context: GameContext) -> FigureTable:
    """For each first ply: how many of the finished games began with it, and what the first player got in these.
    First plies that a symmetry of the board takes into each other are one row, where the rules are found to respect it
    (`joined` tells). A row whose whole interval is near to a half is an opening that a swap rule would make fair, as
    far as these players can tell. The score is Wilson's interval for numbers from 0 to 1; each row is for itself."""
    if not found.openings:
        return FigureTable("openings", ("share", "score"), why=LACKS["watched"])
    games = sum(results.games for results in found.openings.values())
    rows = [
        TableRow(text, (share(results.games, games), made("score", results.score(0), results.games, "points")))
        for text, results in joined(found, context).items()
    ]
    return FigureTable("openings", ("share", "score"), tuple(rows))


def share(part: int, games: int) -> Figure:
    """So many of the games."""
    return made("share", intervals.wilson(part, games), games, "share")


@reading("fair openings", unit="openings")
def fair_openings(found: Collected, context: GameContext) -> Figure:
    """How many first plies (those that are alike counted as one) are fair to within 0.05, so that a swap rule could use
    them: the whole interval of what the first player gets lies so near to a half, widened so that all rows hold at once
    (Bonferroni's correction). Those that have too few games to tell do not count. It has no interval."""
    told = [results.score(0) for results in joined(found, context).values()]
    sure = [score for score in told if score is not None and score.low is not None and score.high is not None]
    if context.players != 2 or not sure:
        return Figure("fair openings", unit="openings", why=LACKS["watched"] if not told else "too few games for it")
    wide = [intervals.together(score, len(told)) for score in sure]
    ends = [(score.low or 0.0, score.high or 0.0) for score in wide]
    fair = sum(low >= 0.5 - NEAR and high <= 0.5 + NEAR for low, high in ends)
    unfair = sum((low > 0.5 and high > 0.5 + NEAR) or (high < 0.5 and low < 0.5 - NEAR) for low, high in ends)
    rest = len(told) - fair - unfair
    why = f"{rest} of {len(told)} have too few games to tell" if rest else ""
    games = sum(results.games for results in found.openings.values())
    return Figure("fair openings", float(fair), games=games, unit="openings", how="count", why=why)
