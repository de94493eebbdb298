"""The registry of measures: each a small function with its formula and its source, found by its name.

A per-game measure is a function of one game that gives a number, or two numbers whose sums are divided; its figure is
the mean, or the ratio, with its interval. Any other measure is a function of the totals.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ...errors import LusoryError
from ...rules.geometry import Geometry
from .. import intervals
from ..collect.collected import Collected
from ..collect.observe import Observed
from ..collect.tallies import RatioSums
from ..figures import CellMap, Curve, Figure, FigureTable, Histogram
from ..intervals import Interval


class GameContext(msgspec.Struct, frozen=True):
    """What measures read of a game besides its games. players: how many. geometry: the board. label: each first ply
    to the name of its class under the symmetries of board and rules. joined: a sentence about these classes. cells: the
    cell of each first ply. hidden: whether there are secrets. positions: how many different positions there are after
    so many plies."""

    players: int
    geometry: Geometry
    label: dict[str, str] = {}
    joined: str = ""
    cells: dict[str, str] = {}
    hidden: bool = False
    positions: tuple[int, ...] = ()


MeasureResult = Figure | FigureTable | Curve | Histogram | CellMap
ReadTotals = Callable[[Collected, GameContext], MeasureResult | Iterable[MeasureResult]]
PerGame = Callable[[Observed], float | tuple[float, float] | None]
AlongPlies = Callable[[Observed], Iterable[tuple[int, float]]]


class Measure(NamedTuple):
    """A measure. name: as `--figures` has it. kind: figure, table, curve, histogram or map. unit: of its value. needs:
    what it requires besides games (`values`: players who search; `hidden`: secrets; `ladder`). about: its docstring.
    read: computes it from the totals. per, along: compute its numbers of one game. scale: the factor of the numbers of
    a game. most: the upper bound of the value; the lower is 0. module: that defines it."""

    name: str
    kind: str
    unit: str
    needs: str
    about: str
    read: ReadTotals
    per: PerGame | None = None
    along: AlongPlies | None = None
    module: str = ""
    scale: float = 1.0
    most: float = math.inf


MEASURES: list[Measure] = []
"""All measures, in the order of a report."""
LACKS = {
    "values": "the players tell no values: measure with mcts:N",
    "choices": "the players do not tell what they weighed: measure with mcts:N",
    "half": "no judge said it: measure with --judge mcts:N",
    "hidden": "nothing is hidden in this game",
    "watched": "no game was watched ply by ply",
    "cut": "games were cut: what they would have come to is not known",
    "none": "no game ended by the rules",
    "two": "it is about games of two",
    "ladder": "it costs matches of its own: ask for it with --ladder N",
}
"""Why a figure has no value."""


def doc(function: Callable[..., Any]) -> str:
    """A docstring without its indents."""
    return " ".join((function.__doc__ or "").split())


def make_figure(name: str, interval: Interval | None, games: int, unit: str = "", missing_reason: str = "") -> Figure:
    """A figure of an interval. Without bounds it says why: too few games, or all of them equal."""
    if interval is None or not games:
        return Figure(name, unit=unit, why=missing_reason or "no game is behind it")
    lack = intervals.missing_bounds_reason(interval, games)
    return Figure(name, interval.value, interval.low, interval.high, games, unit, interval.how, interval.error, lack)


def lacks(needs: str, collected: Collected) -> str:
    """Why there is no value of what takes this."""
    return LACKS["two"] if needs == "values" and collected.players != 2 else LACKS.get(needs, LACKS["watched"])


def per_game(
    name: str, unit: str = "", needs: str = "", scale: float = 1.0, rounded: float = 0.0, most: float = math.inf
) -> Callable[[PerGame], PerGame]:
    """Registers a measure of one game. scale: what its numbers are multiplied by in the end. rounded: they may have
    been rounded by so large a part of themselves. most: no value lies above it, and none below 0; a share has 1."""
    top = 1.0 if unit == "share" else most

    def register(function: PerGame) -> PerGame:
        def read(collected: Collected, context: GameContext) -> Figure:
            return within(figure_of_games(name, collected, unit, lacks(needs, collected), scale, rounded), top)

        about, module = doc(function), function.__module__
        MEASURES.append(Measure(name, "figure", unit, needs, about, read, function, None, module, scale, top))
        return function

    return register


def within(figure: Figure, most: float) -> Figure:
    """The figure with its bounds clipped to what is possible: 0 to `most`."""
    if figure.low is None or figure.high is None:
        return figure
    return msgspec.structs.replace(figure, low=max(0.0, figure.low), high=min(most, figure.high))


def figure_of_games(
    name: str, collected: Collected, unit: str, missing_reason: str, scale: float = 1.0, rounded: float = 0.0
) -> Figure:
    """The mean or the ratio of what a measure took from games."""
    if (pairs := collected.ratios.get(name)) is not None and pairs.below:
        sure = unit == "share" and pairs.above in (0, pairs.below)
        return make_figure(name, rare(pairs) if sure else pairs.interval(), pairs.n, unit)
    if (sums := collected.sums.get(name)) is not None:
        if sums.n > collected.results.games:
            return Figure(name, unit=unit, why=LACKS["cut"])
        interval = intervals.widen_for_rounding(intervals.scale(sums.interval(), scale), rounded)
        return make_figure(name, interval, sums.n, unit)
    return Figure(
        name, unit=unit, why=LACKS["none"] if collected.cut and not collected.results.games else missing_reason
    )


def rare(pairs: RatioSums) -> Interval:
    """A share of plies that was 0 or 1 in every game: its spread has no information. If so many plies of another
    kind there were, no fewer games would have one; so the bounds are those of a share of games."""
    return intervals.wilson(pairs.n if pairs.above else 0, pairs.n)


def along_plies(name: str, unit: str = "", needs: str = "") -> Callable[[AlongPlies], AlongPlies]:
    """Registers a curve: numbers of one game by ply, of which the mean is taken at each ply."""

    def register(function: AlongPlies) -> AlongPlies:
        def read(collected: Collected, context: GameContext) -> Curve:
            from .curves import mean_curve

            return mean_curve(name, collected, unit, lacks(needs, collected))

        MEASURES.append(
            Measure(name, "curve", unit, needs, doc(function), read, along=function, module=function.__module__)
        )
        return function

    return register


def totals_measure(
    name: str, kind: str = "figure", unit: str = "", needs: str = ""
) -> Callable[[ReadTotals], ReadTotals]:
    """Registers a measure that is computed from the totals."""

    def register(function: ReadTotals) -> ReadTotals:
        MEASURES.append(Measure(name, kind, unit, needs, doc(function), function, module=function.__module__))
        return function

    return register


def names() -> list[str]:
    """The names of all measures, each once."""
    return list(dict.fromkeys(measure.name for measure in MEASURES))


def choose_measures(requested: Sequence[str]) -> list[Measure]:
    """The measures of these names, all where none is given. Raises LusoryError for a name that there is not."""
    known_names = names()
    for name in requested:
        if name not in known_names:
            close = difflib.get_close_matches(name, known_names, 1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise LusoryError(f"{name}: no such measure; {hint}expected some of {', '.join(known_names)}")
    return [measure for measure in MEASURES if not requested or measure.name in requested]
