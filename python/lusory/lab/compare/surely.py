"""Which of many differences are sure, all of them together.

Each interval of a comparison stands for its figure: of twenty figures that do not differ, one looks settled. Who says
of a list of figures that they differ for sure errs if one of them does not. Holm's procedure ("A simple sequentially
rejective multiple test procedure", Scandinavian Journal of Statistics 1979) keeps that error at 5 %: the clearest of m
differences needs the confidence of one of m, the next that of one of m - 1, and so on until one fails.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..intervals import student
from .gap import Gap, normal

FEW = 5
"""So few pairs of games make nothing sure as one of several: Student's t is not known there (see intervals.student)."""


def surely_different(gaps: Sequence[Gap], versions: int = 1) -> list[Gap]:
    """Those of these differences that are sure together, in their order. versions: how many are compared with the
    first, for all of which their intervals hold together."""
    known = [gap for gap in gaps if gap.value is not None and gap.low is not None and gap.high is not None]
    ranked = sorted(known, key=clearness, reverse=True)
    sure: list[Gap] = []
    for place, gap in enumerate(ranked):
        if not gap.settled or clearness(gap) <= widening(gap, versions, len(ranked) - place):
            break
        sure.append(gap)
    return [gap for gap in known if gap in sure]


def clearness(gap: Gap) -> float:
    """How many times as wide the interval may be before it reaches 0."""
    assert gap.value is not None and gap.low is not None and gap.high is not None
    half = gap.value - gap.low if gap.value > 0 else gap.high - gap.value
    return abs(gap.value) / half if half > 0 else (math.inf if gap.settled else 0.0)


def widening(gap: Gap, versions: int, tests: int) -> float:
    """How many times as wide the interval has to be as one of so many."""
    own, among = normal(versions), normal(versions * tests)
    if gap.how != "paired" or tests == 1:
        return among / own
    if gap.games <= FEW:
        return math.inf
    return student(gap.games - 1, among) / student(gap.games - 1, own)
