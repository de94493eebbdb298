"""Spearman's rank correlation with a permutation test, and Holm's correction for testing several."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from math import factorial, sqrt

EXACT = 7
"""Up to so many values all orders are tried; of more, DRAWS at random, always the same."""
DRAWS = 20_000
EPSILON = 1e-12


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank_of = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end + 1 < len(order) and values[order[end + 1]] == values[order[begin]]:
            end += 1
        for i in order[begin : end + 1]:
            rank_of[i] = (begin + end) / 2 + 1
        begin = end + 1
    return rank_of


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None where one of them does not vary."""
    n = len(one)
    a, b = ([value - sum(values) / n for value in values] for values in (one, other))
    spread = sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / spread if spread > EPSILON else None


def spearman(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float] | None:
    """Spearman's ρ and the two-sided p of the permutation test; None where one of them does not vary, or with fewer
    than three values."""
    if len(xs) != len(ys):
        raise ValueError(f"{len(xs)} and {len(ys)} values, expected as many of both")
    a, b = ranks(xs), ranks(ys)
    rho = correlation(a, b) if len(xs) > 2 else None
    if rho is None:
        return None
    reached = abs(rho) - EPSILON
    if len(a) <= EXACT:
        extreme = sum(abs(correlation(a, order) or 0.0) >= reached for order in permutations(b))
        return rho, extreme / factorial(len(a))
    rng, shuffled = random.Random(0), list(b)
    extreme = 1
    for _ in range(DRAWS):
        rng.shuffle(shuffled)
        extreme += abs(correlation(a, shuffled) or 0.0) >= reached
    return rho, extreme / (DRAWS + 1)


def holm(values: Sequence[float]) -> list[float]:
    """The p values corrected for their number: one wrong rejection among all is as rare as each alone promises."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    corrected, largest = [0.0] * len(values), 0.0
    for place, i in enumerate(order):
        largest = max(largest, min(1.0, values[i] * (len(values) - place)))
        corrected[i] = largest
    return corrected
