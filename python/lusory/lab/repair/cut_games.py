"""What games that were cut as too long may have come to: the worst case of each figure.

Figures of games that ended lean towards short games. So a repair counts a game that was cut as what suits its goal
least: it has at least as many plies as those that ended, with no upper bound; a share of games, or the score, lies
between what it is if none that was cut has it, and if all have. Of numbers that are counted ply by ply nothing is
proven.
"""

from __future__ import annotations

import math

import msgspec

from ..betting import bounds
from ..figures import Figure
from ..intervals import bounded_mean, wilson
from ..quantities import Quantity, quantities

ENDLESS = 0.05
"""A change under which surely a larger share of games is too long is dropped; none is proven under which one is."""
LENGTHS = ("plies", "duration", "turns")
"""Figures of which a game that was cut has at least as much as one that ended, for all that is known."""
Bounds = tuple[float, float]


def is_of_games(name: str) -> bool:
    """Whether a figure of a goal is a share of games, or the points of one. `by WORD` and `player 3` are."""
    quantity = quantities(2).get(name)
    return quantity is None or quantity.few


def with_cut(figure: Figure, cut: int, each: float) -> Figure:
    """A share of games, or the score, with so many games more that have `each` of it."""
    assert figure.value is not None
    n = figure.games + cut
    value = (figure.value * figure.games + each * cut) / n
    if figure.unit == "points":
        variance = (figure.error or 0.0) ** 2 * figure.games
        squares = variance * (figure.games - 1) + figure.value**2 * figure.games + each**2 * cut
        interval = bounded_mean(n, value, max(0.0, squares - n * value**2) / (n - 1))
    else:
        interval = wilson(value * n, n)
    return msgspec.structs.replace(
        figure, value=value, low=interval.low, high=interval.high, games=n, how=interval.how, error=interval.error
    )


def betting_bounds(often: dict[float, float], cut: int, alpha: float) -> Bounds:
    """The bounds of a share of games, or of points, that hold at all looks together. often: how many of the games that
    ended had each number."""
    low, high = (bounds(often | {each: often.get(each, 0.0) + cut}, 0.0, 1.0, alpha) for each in (0.0, 1.0))
    return low[0], high[1]


def widened(quantity: Quantity, low: float, high: float, cut: int) -> Bounds:
    """The bounds of another number, from those in the games that count. A length has no upper bound; numbers of each
    ply, as the plies to choose from, are taken from all games, also from those that were cut."""
    if not cut or (quantity.whole and quantity.name not in LENGTHS):
        return low, high
    if quantity.name in LENGTHS:
        return low, math.inf
    return 0.0, quantity.top
