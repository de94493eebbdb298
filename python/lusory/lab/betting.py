"""Exact confidence sequences for means of bounded numbers: shares of games, points, differences of pairs of games.

A gambler who doubts that the mean is m bets on each number x before it is observed: he stakes a part c of his capital
K, and K becomes K (1 - c + c (x - least) / (m - least)). If the mean is m, or less, that is a supermartingale, and K
ever reaches 1 / alpha with a chance of alpha at most (Ville 1939). So all m at which K is below that are a confidence
sequence: it holds at every look, of every number of games, without any approximation, also for rare things
(Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 2024). The capital is spread over fixed stakes c, a factor of 2 apart, so the bounds depend on how often each
number came and not on the order. The upper bound comes from the same bets on the mirrored numbers; each side has half
of alpha.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

STAKES = tuple(1 / (1 + 2.0**power) for power in range(-5, 16))
"""The parts of the capital that are staked."""
STEPS = 60
"""Halvings of the interval in which a bound is sought."""


def bounds(often: Mapping[float, float], least: float, most: float, alpha: float) -> tuple[float, float]:
    """The bounds of the mean that hold at all looks together with probability 1 - alpha. often: how many times each
    number was observed; all lie from `least` to `most`. Where only the sum of n numbers is known, they may be given as
    if all were `least` or `most`: the bounds are then wider, and still hold.
    """
    mirrored = {least + most - x: n for x, n in often.items()}
    return lower(often, least, most, alpha / 2), least + most - lower(mirrored, least, most, alpha / 2)


def lower(often: Mapping[float, float], least: float, most: float, alpha: float) -> float:
    """The lower bound alone. The capital falls as m rises, so halving finds where it crosses 1 / alpha."""
    n = math.fsum(often.values())
    mean = math.fsum(x * k for x, k in often.items()) / n if n else least
    low, high, threshold = least, mean, -math.log(alpha)
    for _ in range(STEPS if mean > least else 0):
        m = (low + high) / 2
        if m <= least or capital(often, least, m) >= threshold:
            low = m
        else:
            high = m
    return low


def capital(often: Mapping[float, float], least: float, m: float) -> float:
    """The logarithm of the capital of a gambler who bets that the mean is above m."""
    logs = [math.fsum(n * math.log1p(c * ((x - least) / (m - least) - 1)) for x, n in often.items()) for c in STAKES]
    most = max(logs)
    return most + math.log(math.fsum(math.exp(log - most) for log in logs) / len(logs))
