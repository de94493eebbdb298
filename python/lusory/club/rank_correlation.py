"""Spearman's rank correlation with a permutation test, and Holm's correction for testing several."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial, sqrt
from operator import mul

EXACT = 7
"""Up to so many values all orders are tried; of more, DRAWS at random, always the same."""
DRAWS = 20_000


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


def spearman(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float] | None:
    """Spearman's ρ and the two-sided p of the permutation test; None where one of them does not vary, or with fewer
    than three values."""
    if len(xs) != len(ys):
        raise ValueError(f"{len(xs)} and {len(ys)} values, expected as many of both")
    if len(xs) < 3:
        return None
    a, b = centred(ranks(xs)), centred(ranks(ys))
    spread = sqrt(product(a, a) * product(b, b))
    if not spread:
        return None
    reached = abs(product(a, b))
    orders = exact_orders(a) if len(a) <= EXACT else drawn_orders(a)
    extreme = sum(abs(product(order, b)) >= reached for order in orders)
    rho = product(a, b) / spread
    return (rho, extreme / factorial(len(a))) if len(a) <= EXACT else (rho, (extreme + 1) / (DRAWS + 1))


def centred(rank_of: Sequence[float]) -> tuple[int, ...]:
    """Ranks as twice their distances from the mean: ranks are halves, their mean as well, so these are whole numbers.
    In another order they have the same mean and the same spread, so that one sum of products tells how the orders
    correlate."""
    return tuple(round(2 * rank) - len(rank_of) - 1 for rank in rank_of)


def product(one: Sequence[int], other: Sequence[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, other))


@lru_cache(maxsize=2)
def exact_orders(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The values in all orders."""
    return tuple(permutations(values))


@lru_cache(maxsize=2)
def drawn_orders(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The values in DRAWS orders at random. Kept for the next: many measures are compared with the same strengths."""
    rng, order = random.Random(0), list(values)
    orders = []
    for _ in range(DRAWS):
        rng.shuffle(order)
        orders.append(tuple(order))
    return tuple(orders)


def holm(values: Sequence[float]) -> list[float]:
    """The p values corrected for their number: one wrong rejection among all is as rare as each alone promises."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    corrected, largest = [0.0] * len(values), 0.0
    for place, i in enumerate(order):
        largest = max(largest, min(1.0, values[i] * (len(values) - place)))
        corrected[i] = largest
    return corrected
