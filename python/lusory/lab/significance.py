"""Tests of hypotheses on figures: that several means are equal, that a mean is equal to a value within a margin.

An interval that contains a half does not prove a game fair, and the range of many means is far from 0 even where all
are equal. These tests answer both questions with a stated error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from .figures import Figure

LEVEL = 0.05
"""The error probability of a test."""
SMALL = 1e-300
ROUNDS = 1000
"""Steps of a series, at most."""


class Homogeneity(NamedTuple):
    """A test of whether several means are equal. statistic: χ². freedom: its degrees. p: the probability of so large a
    statistic where they are equal."""

    statistic: float
    freedom: int
    p: float

    @property
    def differ(self) -> bool:
        """Whether the means are shown to differ."""
        return self.p < LEVEL


def homogeneity(figures: Sequence[Figure]) -> Homogeneity:
    """Pearson's χ² of several means of 0 to 1, of games of their own: the squares of their distances from the mean of
    all, in parts of the variance of a game under the hypothesis that all are one. For shares it is the χ² of the table
    of wins and losses; draws make that variance less."""
    groups = [(f.value, f.games, spread(f)) for f in figures if f.value is not None and f.games > 1]
    games = sum(n for _, n, _ in groups)
    if len(groups) < 2:
        return Homogeneity(0.0, 0, 1.0)
    mean = math.fsum(value * n for value, n, _ in groups) / games
    between = math.fsum(n * (value - mean) ** 2 for value, n, _ in groups)
    within = math.fsum(n * variance for _, n, variance in groups)
    variance = (between + within) / games
    statistic = between / variance if variance > 0 else 0.0
    return Homogeneity(statistic, len(groups) - 1, tail(statistic, len(groups) - 1))


def spread(figure: Figure) -> float:
    """The variance of one game, from a mean of 0 to 1; that of a share where the error is unknown."""
    assert figure.value is not None
    return figure.value * (1 - figure.value) if figure.error is None else figure.error**2 * figure.games


def equivalent(figure: Figure, to: float, margin: float, among: int = 1) -> bool:
    """Whether a mean is shown to lie within a margin of a value. Two one-sided tests (Schuirmann 1987): its interval of
    90 % lies within. among: the number of tests, which share the error (Bonferroni)."""
    if figure.value is None or figure.low is None or figure.high is None:
        return False
    part = NormalDist().inv_cdf(1 - LEVEL / among) / NormalDist().inv_cdf(0.975)
    low, high = (figure.value + part * (bound - figure.value) for bound in (figure.low, figure.high))
    return to - margin < low and high < to + margin


def tail(x: float, freedom: int) -> float:
    """The chance that χ² with so many degrees of freedom is x or more: the upper incomplete gamma function, by its
    series or its continued fraction (Abramowitz and Stegun 1964, 6.5.29 and 6.5.31)."""
    a, half = freedom / 2, x / 2
    if half <= 0 or freedom < 1:
        return 1.0
    scale = math.exp(a * math.log(half) - half - math.lgamma(a))
    return 1.0 - scale * series(a, half) if half < a + 1 else scale * fraction(a, half)


def series(a: float, x: float) -> float:
    """Σ xⁿ / (a (a + 1) ... (a + n))."""
    term = total = 1 / a
    for n in range(1, ROUNDS):
        term *= x / (a + n)
        total += term
        if term < total * 1e-15:
            break
    return total


def fraction(a: float, x: float) -> float:
    """1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - ...)), by Lentz's method."""
    b = x + 1 - a
    c, d = 1 / SMALL, 1 / b
    value = d
    for n in range(1, ROUNDS):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b or SMALL)
        c = b + factor / c or SMALL
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
