"""Confidence intervals of 95 % for shares, means and ratios, and the reasons for each method.

Everything here is a small closed formula on counts and sums; no game is known.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

WIDTH = 1.959963984540054
"""95 % of a normal distribution lies within so many standard deviations."""
POWER = 0.8
"""The probability with which the suggested number of further games settles a question."""
SPARE = NormalDist().inv_cdf(POWER)
LEAST = 20
"""A mean of fewer games gets no interval: with skewed numbers its coverage would fall far below 95 %."""
EQUAL = "equal"
"""How a number was found that was the same in every game: of its spread nothing is known, so it has no bounds."""
TINY = 1e-9
_STUDENT = (12.7062, 4.3027, 3.1824, 2.7764)
"""Student's t for 1 to 4 degrees of freedom, where the series is too rough."""


class Interval(NamedTuple):
    """A number and its bounds, which are None where the games are too few. error: the standard error. how: which
    kind of interval it is."""

    value: float
    low: float | None
    high: float | None
    error: float | None
    how: str


def student(freedom: float, z: float = WIDTH) -> float:
    """Within so many standard errors lies as much of Student's t distribution as of the normal one within z: 95 %
    unless said. From z by the series of Cornish and Fisher (Abramowitz and Stegun 1964, 26.7.5); wrong by less than
    0.002 from 5 degrees of freedom at 95 %. With fewer, where the series is too rough, another z than that of 95 % has
    no bound."""
    if freedom < 1 or (freedom < 5 and z > WIDTH):
        return math.inf
    if freedom < 5:
        return _STUDENT[int(freedom) - 1]
    n = freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def wilson(hits: float, n: float) -> Interval:
    """A share: hits of n. The bounds are those shares p from which the one found is 1.96 of p's own standard errors
    away (Wilson 1927), so they never leave 0 to 1 and hold for rare things, too."""
    if n <= 0:
        return Interval(0.5, None, None, None, "wilson")
    p, zz = hits / n, WIDTH**2
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = WIDTH / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == n else min(1.0, middle + half)
    return Interval(p, low, high, math.sqrt(p * (1 - p) / n), "wilson")


def mean(n: int, value: float, variance: float, skew: float = 0.0) -> Interval:
    """The mean of n numbers with this sample variance and skewness.

    Without skewness value ± t √(variance / n), t Student's with n - 1 degrees of freedom. With it the bounds are those
    of Hall's transformation of t (1992, "On the removal of skewness by transformation", Journal of the Royal
    Statistical Society B 54): lengths of games are skewed, and the plain interval of 20 of them covers 92 %, not 95 %.
    Numbers that are all equal have no bounds: another number that comes in one game of fifty is not seen in a hundred
    one time in eight.
    """
    if n < LEAST:
        return Interval(value, None, None, None, "mean")
    if variance <= 0:
        return equal(value)
    error = math.sqrt(max(0.0, variance) / n)
    t = student(n - 1)
    low, high = (value - error * corrected_t(end, n, skew) for end in (t, -t))
    return Interval(value, low, high, error, "mean")


def corrected_t(t: float, n: int, skew: float) -> float:
    """The value of Student's t whose transform by Hall is `t`. skew: of a sample of n."""
    if abs(skew) < TINY:
        return t
    a, root = skew / 3, math.sqrt(n)
    return root * (math.cbrt(1 + 3 * a * (t / root - skew / (6 * n))) - 1) / a


def skewness(n: int, sums: tuple[float, float, float]) -> float:
    """Of a sample, from Σx, Σx² and Σx³, with the usual correction for its size; 0 where nothing varies."""
    if n < 3:
        return 0.0
    m, m2, m3 = sums[0] / n, sums[1] / n, sums[2] / n
    spread = m2 - m * m
    if spread <= TINY * m2:
        return 0.0
    third = m3 - 3 * m * m2 + 2 * m**3
    return third / math.pow(spread, 1.5) * math.sqrt(n * (n - 1)) / (n - 2)


def bounded_mean(n: int, value: float, variance: float) -> Interval:
    """The mean of n numbers from 0 to 1, as Wilson's interval has it for shares: n counts as so many games as would
    give a mere share this variance. It is taken with one 0 and one 1 more, since a few games that all ended alike
    prove little."""
    if n < 2:
        return Interval(value, None, None, None, "bounded")
    squares = variance * (n - 1) + n * value**2
    m = (n * value + 1) / (n + 2)
    spread = (squares + 1) / (n + 2) - m**2
    share = min(1.0, spread / (m * (1 - m)))
    interval = wilson(value * n / share, n / share)
    return Interval(value, interval.low, interval.high, math.sqrt(max(0.0, variance) / n), "bounded")


def ratio(n: int, value: float, spread: float, below: float) -> Interval:
    """A ratio of two sums over n games, `value` = Σa / Σb: so many plies of one kind among all plies, say. Plies of one
    game are not independent, games are; so the spread is that of a - value b over games (the linearised variance,
    Cochran 1977, 6.3): value ± t √(spread / n) / (mean of b). spread: its sample variance. below: the mean of b."""
    if n < LEAST:
        return Interval(value, None, None, None, "ratio")
    if spread <= 0:
        return equal(value)
    error = math.sqrt(max(0.0, spread) / n) / below
    half = student(n - 1) * error
    return Interval(value, value - half, value + half, error, "ratio")


def equal(value: float) -> Interval:
    """A number that was the same in every game; it has no bounds."""
    return Interval(value, None, None, None, EQUAL)


def missing_bounds_reason(interval: Interval, games: int) -> str:
    """Why there are no bounds; empty where there are."""
    if interval.low is not None:
        return ""
    if interval.how == EQUAL:
        return "equal in every game"
    return f"{games} {'game is' if games == 1 else 'games are'} too few for an interval"


def difference(first: Interval, second: Interval) -> Interval:
    """The difference of two numbers from separate games, by the bounds of each (Newcombe 1998,
    method 10): right for shares near 0 and 1, where ± is not."""
    value = first.value - second.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Interval(value, None, None, None, "difference")
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    error = None if first.error is None or second.error is None else math.hypot(first.error, second.error)
    return Interval(value, low, high, error, "difference")


def simultaneous(interval: Interval, rows: int) -> Interval:
    """Wilson's interval, also of a mean of numbers from 0 to 1, that all of so many need to be right at once, 95 times
    in 100 (Bonferroni's correction)."""
    if interval.low is None or interval.high is None:
        return interval
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, rows))
    low, high = (wider(interval.value, end, z) for end in (interval.low, interval.high))
    return interval._replace(low=low, high=high)


def wider(p: float, bound: float, z: float) -> float:
    """Another bound of Wilson's interval, at z standard errors instead of 1.96. A bound b is where (b - p)² is
    z² b (1 - b) / n (Wilson 1927); n follows from the known bound."""
    if bound == p or not 0 < bound < 1:
        return bound
    n = WIDTH**2 * bound * (1 - bound) / (bound - p) ** 2
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(p * (1 - p) / n + z**2 / (4 * n * n))
    return middle + half if bound > p else middle - half


def clip(interval: Interval, least: float, most: float = math.inf) -> Interval:
    """The interval clipped to these bounds, outside which the number cannot lie."""
    if interval.low is None or interval.high is None:
        return interval
    return interval._replace(low=max(least, interval.low), high=min(most, interval.high))


def scale(interval: Interval, factor: float) -> Interval:
    """The interval in a smaller unit."""
    low, high, error = (
        None if part is None else part * factor for part in (interval.low, interval.high, interval.error)
    )
    return Interval(interval.value * factor, low, high, error, interval.how)


def widen_for_rounding(interval: Interval, rounded: float) -> Interval:
    """The same for numbers that were rounded before they were added up, by no more than this part of themselves."""
    if interval.low is None or interval.high is None:
        return interval
    room = rounded * abs(interval.value)
    return interval._replace(low=interval.low - room, high=interval.high + room)


def round_up(count: float) -> int:
    """An estimated number of games, rounded up to two digits: 1,183 is 1,200."""
    if count <= 10:
        return math.ceil(count)
    step = 10.0 ** (math.floor(math.log10(count)) - 1)
    return int(math.ceil(count / step - 1e-9) * step)
