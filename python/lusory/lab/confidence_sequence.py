"""Confidence sequences: intervals that hold at every look, however often one looks and whenever one stops.

An interval of 95 % holds at one look that was planned. Who plays on until it excludes 0 finds a difference sooner or
later even where there is none. A confidence sequence is as wide as it takes for the truth to lie in all of its
intervals at once. This is the asymptotic one that comes from Robbins' mixture of normals: after t observations of mean
m and standard deviation s, with all but alpha of the chance, at all t,

    m ± s √( 2 (t ρ² + 1) / (t² ρ²) · log( √(t ρ² + 1) / alpha ) )

(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences", Annals of Statistics 2024, theorem 2.2; Robbins 1970). ρ says at which t it is tightest. It is asymptotic as
1.96 standard errors are, so nobody looks before FEWEST observations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

ALPHA = 0.05
"""How often a sequence may miss the truth anywhere."""
FEWEST = 50
"""Observations before the first look."""
GROWTH = 1.5
"""How much longer each look waits than the one before it."""


class ConfidenceSequence(NamedTuple):
    """A confidence sequence. alpha: how often it misses the truth anywhere. best: after how many observations it is
    tightest; that is chosen before anything is played."""

    alpha: float
    best: int

    @property
    def rho2(self) -> float:
        """ρ², which makes the width least at `best` (their equation 10, to a good approximation)."""
        log = -2.0 * math.log(self.alpha)
        return (log + math.log(log + 1.0)) / self.best

    def factor(self, t: int) -> float:
        """Half the width, in standard errors, after t observations: 1.96 where one looks but once."""
        tr = t * self.rho2
        return math.sqrt(2.0 * (tr + 1.0) / tr * math.log(math.sqrt(tr + 1.0) / self.alpha))


def looks(most: int, fewest: int = FEWEST) -> Iterator[int]:
    """After how many observations to look: fewest, then ever longer waits, and in the end `most`."""
    at = min(fewest, most)
    while at < most:
        yield at
        at = min(most, max(at + 1, math.ceil(at * GROWTH)))
    yield most


def constant_bounds(games: int, value: float, most: float, alpha: float) -> tuple[float, float]:
    """Bounds of a mean where all games had one number. Were more than log(1 / alpha) / n of all games otherwise, then n
    alike in a row would come with less than this chance; and that holds for all n at once, since an observer who
    sees n alike has seen fewer alike before. No game has less than 0, nor more than `most`."""
    other = min(1.0, math.log(1 / alpha) / games)
    return value - other * value, value + other * (most - value)
