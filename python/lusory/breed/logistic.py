"""Logistic regression with a ridge: the chance of one of two outcomes from a few numbers, for tables of few rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

ROUNDS = 60
TINY = 1e-9


class Logistic(msgspec.Struct, frozen=True):
    """A fitted model. weights: one a column, of values as they are. intercept: what is added to their sum."""

    weights: tuple[float, ...]
    intercept: float = 0.0

    def score(self, row: Sequence[float]) -> float:
        """The logarithm of the odds."""
        return self.intercept + math.fsum(w * x for w, x in zip(self.weights, row, strict=True))

    def chance(self, row: Sequence[float]) -> float:
        """The chance of the first outcome."""
        return sigmoid(self.score(row))


def fit(
    rows: Sequence[Sequence[float]],
    outcomes: Sequence[bool],
    ridge: float = 1.0,
    *,
    balanced: bool = False,
    intercept: bool = True,
) -> Logistic:
    """The model of the least penalised loss: Newton's method on standardised columns.

    ridge: the penalty of a squared weight of a column whose deviation is 1. balanced: both outcomes count the same,
    however many there are of each. intercept: False for differences between two, where swapping both swaps the outcome.
    """
    centres = [mean(column) if intercept else 0.0 for column in zip(*rows, strict=True)]
    scales = [deviation(column, c) for column, c in zip(zip(*rows, strict=True), centres, strict=True)]
    table = [[float(intercept), *((x - c) / s for x, c, s in zip(row, centres, scales, strict=True))] for row in rows]
    share = balance(outcomes) if balanced else [1.0] * len(rows)
    penalty = [TINY if intercept else 1.0, *([ridge] * len(centres))]
    weights = [0.0] * len(penalty)
    for _ in range(ROUNDS):
        step = newton(table, outcomes, share, penalty, weights)
        weights = [w + d for w, d in zip(weights, step, strict=True)]
        if max(map(abs, step)) < TINY:
            break
    unscaled = tuple(w / s for w, s in zip(weights[1:], scales, strict=True))
    offset = math.fsum(w * c for w, c in zip(unscaled, centres, strict=True))
    return Logistic(unscaled, weights[0] - offset if intercept else 0.0)


def newton(
    table: Sequence[Sequence[float]],
    outcomes: Sequence[bool],
    share: Sequence[float],
    penalty: Sequence[float],
    weights: Sequence[float],
) -> list[float]:
    """One step of Newton's method, at most of length 1 in any weight."""
    size = len(weights)
    slope = [-p * w for p, w in zip(penalty, weights, strict=True)]
    bend = [[penalty[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
    for row, outcome, counts in zip(table, outcomes, share, strict=True):
        chance = sigmoid(math.fsum(w * x for w, x in zip(weights, row, strict=True)))
        for i in range(size):
            slope[i] += counts * (outcome - chance) * row[i]
            for j in range(size):
                bend[i][j] += counts * chance * (1 - chance) * row[i] * row[j]
    step = solve_linear(bend, slope)
    longest = max(1.0, *map(abs, step))
    return [d / longest for d in step]


def solve_linear(matrix: list[list[float]], constants: list[float]) -> list[float]:
    """The solution of a few linear equations; the matrix is positive definite."""
    size = len(constants)
    rows = [[*line, value] for line, value in zip(matrix, constants, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def balance(outcomes: Sequence[bool]) -> list[float]:
    """What each row counts so that both outcomes count the same."""
    won = max(1, sum(outcomes))
    lost = max(1, len(outcomes) - sum(outcomes))
    return [len(outcomes) / 2 / (won if outcome else lost) for outcome in outcomes]


def sigmoid(value: float) -> float:
    """1 / (1 + e^-value), without overflow."""
    return 1 / (1 + math.exp(-value)) if value >= 0 else 1 - 1 / (1 + math.exp(value))


def mean(column: Sequence[float]) -> float:
    """Of at least one number."""
    return math.fsum(column) / len(column)


def deviation(column: Sequence[float], centre: float) -> float:
    """The root mean square about a centre; 1 where all numbers are the same."""
    root_mean_square = math.sqrt(math.fsum((x - centre) ** 2 for x in column) / len(column))
    return root_mean_square if root_mean_square > TINY else 1.0


def area(better: Sequence[float], worse: Sequence[float]) -> float:
    """The area under the curve: how often one of the first is above one of the others; a half for equal ones."""
    won = sum((a > b) + (a == b) / 2 for a in better for b in worse)
    return won / (len(better) * len(worse))
