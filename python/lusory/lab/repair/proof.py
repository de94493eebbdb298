"""The proof of a repair: fresh games of one change, and whether each figure's interval lies within the goal.

Several changes may be tried, each against several conditions, and one that passes ends the search. So that all their
intervals hold together with 95 %, each is as wide as a confidence of 1 - 0.05 / (changes x conditions) asks for
(Bonferroni). Games that were cut as too long count as what suits the goal least (cut_games.py).
"""

from __future__ import annotations

import math
from statistics import NormalDist

from ..confidence_sequence import ALPHA, constant_bounds
from ..figures import Figure, Measurement
from ..intervals import EQUAL, WIDTH, wider
from ..outcomes import OutcomeSetting
from ..quantities import quantities
from ..quantity_sums import CUT
from .cut_games import ENDLESS, LENGTHS, is_of_games, with_cut
from .goal import Condition, Goal


def doubt(measurement: Measurement, goal: Goal, changes: int = 1) -> str:
    """The figure whose interval is not within the goal; empty where all are. changes: how many may be tried."""
    if measurement.cut > ENDLESS * measurement.games:
        return f"{measurement.cut} of {measurement.games:,} games were too long, expected one in twenty at most"
    tests = changes * len(goal.conditions)
    return next(filter(None, (doubt_of(measurement, condition, tests) for condition in goal.conditions)), "")


def is_open(measurement: Measurement, goal: Goal, changes: int = 1) -> bool:
    """Whether fresh games neither prove a change nor refute it: more of them may do either."""
    if not doubt(measurement, goal, changes) or measurement.cut > ENDLESS * measurement.games:
        return False
    tests = changes * len(goal.conditions)
    figures = ((condition, measurement.figure(condition.figure)) for condition in goal.conditions)
    if any(is_untold(figure, cut_of(measurement, condition)) for condition, figure in figures):
        return False
    return not any(is_refuted(measurement, condition, tests) for condition in goal.conditions)


def is_untold(figure: Figure, cut: int) -> bool:
    """Whether nothing bounds what games that were cut may have come to, however many are played."""
    return cut > 0 and figure.name not in LENGTHS and not is_of_games(figure.name)


def is_refuted(measurement: Measurement, condition: Condition, tests: int) -> bool:
    """Whether a figure is surely on the wrong side of a bound."""
    bounds = worst_bounds(measurement.figure(condition.figure), tests, cut_of(measurement, condition))
    return bounds is not None and condition.hopeless(*bounds)


def cut_of(measurement: Measurement, condition: Condition) -> int:
    """How many games were cut that a figure does not know of."""
    return 0 if condition.figure == "completion" else measurement.cut


def doubt_of(measurement: Measurement, condition: Condition, tests: int) -> str:
    """Why a figure, as one of so many tests, is not surely within its bounds; empty where it is."""
    figure = measurement.figure(condition.figure)
    cut = cut_of(measurement, condition)
    if is_untold(figure, cut):
        return f"{condition.figure}: {cut} of {measurement.games:,} {CUT}"
    bounds = worst_bounds(figure, tests, cut)
    if bounds is None:
        return f"{condition.figure}: {figure.why or 'too few games for an interval'}"
    if condition.surely(*bounds):
        return ""
    among = f" (as one of {tests} intervals)" if tests > 1 else ""
    remark = f", since {cut} of {measurement.games:,} games were cut" if cut else ""
    return f"{condition.figure} {range_text(*bounds)}{among}{remark}, expected {condition}"


def range_text(low: float, high: float) -> str:
    """Bounds in words."""
    return f"{low:.4g} to {high:.4g}" if math.isfinite(high) else f"{low:.4g} or more"


def worst_bounds(figure: Figure, tests: int, cut: int) -> tuple[float, float] | None:
    """The bounds of a figure as one of several, whatever so many games that were cut may have come to; None where that
    is not known."""
    if is_untold(figure, cut):
        return None
    if not cut or figure.value is None:
        return simultaneous_bounds(figure, tests)
    if figure.name in LENGTHS:
        bounds = simultaneous_bounds(figure, tests)
        return None if bounds is None else (bounds[0], math.inf)
    least, most = (simultaneous_bounds(with_cut(figure, cut, each), tests) for each in (0.0, 1.0))
    return None if least is None or most is None else (least[0], most[1])


def simultaneous_bounds(figure: Figure, tests: int) -> tuple[float, float] | None:
    """The bounds of a figure as one of several that hold together: wider than its own. None where it has none; but a
    number that was the same in every game is bounded by how rare others must be, where the most is known."""
    if figure.value is None:
        return None
    quantity = quantities(2).get(figure.name)
    most = None if quantity is None else quantity.most(OutcomeSetting().limit)
    if most is not None and (figure.how == EQUAL or figure.low == figure.high is not None):
        return constant_bounds(figure.games, figure.value, most, ALPHA / tests)
    if figure.low is None or figure.high is None:
        return None
    if tests <= 1:
        return figure.low, figure.high
    z = NormalDist().inv_cdf(1 - ALPHA / tests / 2)
    if figure.unit in ("share", "points") and figure.how not in ("ratio", "mean"):
        return wider(figure.value, figure.low, z), wider(figure.value, figure.high, z)
    part = student(z, figure.games) / student(WIDTH, figure.games)
    return figure.value - part * (figure.value - figure.low), figure.value + part * (figure.high - figure.value)


def student(z: float, games: int) -> float:
    """Student's t where the normal distribution has z, by the first term of the series of Cornish and Fisher
    (Abramowitz and Stegun 1964, 26.7.5): a proof has 50 games or more."""
    return z + (z**3 + z) / (4 * max(1, games - 1))
