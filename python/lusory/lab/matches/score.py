"""The score and Elo difference of a match with intervals, and its sequential test, by pairs of games from one opening.

A pair scores 0, ½, 1, 1½ or 2 for `first`; half of that, x, is one observation. Games of a pair are not independent (an
opening may favour a seat), pairs are; so everything is computed from the five counts (Van den Bergh's "pentanomial"
model, as Fishtest does). With n pairs of mean s and variance v:

    score   s, with 95 % of the chance within s ± 1.96 √(v / n)
    Elo     -400 log10(1 / s - 1), of the score and of both its bounds
    SPRT    LLR = n (s1 - s0) (2 s - s0 - s1) / (2 v), where s0 and s1 are the scores that elo0 and elo1 mean
            (the normal approximation of the generalised sequential probability ratio test)

v is computed with two pseudo-pairs added, one won and one lost twice: a few pairs that all ended alike prove little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..intervals import WIDTH

ERROR = 0.05
"""The error probability of a sequential test, on either side."""
BOUND = math.log((1 - ERROR) / ERROR)

Pairs = Sequence[int]
"""How many pairs scored 0, ½, 1, 1½, 2."""


class ScoreInterval(NamedTuple):
    """A value between two bounds."""

    value: float
    low: float
    high: float


def mean(pairs: Pairs) -> float:
    """The score, 0 to 1; a half where nothing was played."""
    games = sum(pairs)
    return sum(count * i / 4 for i, count in enumerate(pairs)) / games if games else 0.5


def variance(pairs: Pairs) -> float:
    """The variance of the score of one pair."""
    s = mean(pairs)
    spread = sum(count * (i / 4 - s) ** 2 for i, count in enumerate(pairs))
    return (spread + s**2 + (1 - s) ** 2) / (sum(pairs) + 2)


def score(pairs: Pairs) -> ScoreInterval:
    """The score with its bounds."""
    s, n = mean(pairs), sum(pairs)
    half = WIDTH * math.sqrt(variance(pairs) / n) if n else 1.0
    return ScoreInterval(s, max(0.0, s - half), min(1.0, s + half))


def elo(pairs: Pairs) -> ScoreInterval:
    """The difference in strength with its bounds; an unknown bound is infinite."""
    return ScoreInterval(*(elo_of(part) for part in score(pairs)))


def elo_of(expected: float) -> float:
    """The Elo difference of a score."""
    if not 0.0 < expected < 1.0:
        return math.copysign(math.inf, expected - 0.5)
    return -400.0 * math.log10(1.0 / expected - 1.0) + 0.0


def score_of(difference: float) -> float:
    """The score of an Elo difference."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


class Sprt(NamedTuple):
    """A sequential test of whether `first` is stronger by elo1 (then it passes), or by no more than elo0."""

    elo0: float
    elo1: float

    def llr(self, pairs: Pairs) -> float:
        """The logarithm of the likelihood ratio."""
        n, v = sum(pairs), variance(pairs)
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        return n * (s1 - s0) * (2 * mean(pairs) - s0 - s1) / (2 * v)

    def decided(self, pairs: Pairs) -> str:
        """`passed`, `failed`, or nothing yet."""
        llr = self.llr(pairs)
        return "passed" if llr >= BOUND else "failed" if llr <= -BOUND else ""
