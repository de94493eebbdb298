"""Sums of quantities over games, as the race of a repair and its log use them for each change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from . import intervals
from .figures import Figure
from .intervals import Interval, missing_bounds_reason
from .quantities import ENGINE, Outcome, Quantity

CUT = "games were cut: what they would have come to is not known"


Base = tuple[float, float, float]


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games added up. games: those that ended. cut: those that did not. sums, squares: of each number, by its name;
    whole games add up to the last bit alike, in whatever order. bases: of a number that is a ratio of two sums, the
    lower sum, its squares, and the products of both. cubes: of those numbers whose skewness is known."""

    games: int = 0
    cut: int = 0
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}
    bases: dict[str, Base] = {}
    cubes: dict[str, float] = {}

    def __add__(self, other: Tally) -> Tally:
        """The sum of two tallies, of the quantities that both have."""
        if not (self.games + self.cut and other.games + other.cut):
            return self if self.games + self.cut else other
        bases = {name: join_bases(base, other.bases[name]) for name, base in self.bases.items() if name in other.bases}
        sums, squares = add(self.sums, other.sums), add(self.squares, other.squares)
        cubes = add(self.cubes, other.cubes)
        return Tally(self.games + other.games, self.cut + other.cut, sums, squares, bases, cubes)

    def size(self, quantity: Quantity) -> int:
        """The number of games a quantity rests on."""
        return self.games + self.cut if quantity.whole else self.games

    def below(self, quantity: Quantity) -> float:
        """The divisor of its sum."""
        base = self.bases.get(quantity.name)
        return float(self.size(quantity)) if base is None else base[0]

    def mean(self, quantity: Quantity) -> float:
        """The mean or the ratio; the divisor must not be 0."""
        return self.sums[quantity.name] / self.below(quantity)

    def variance(self, quantity: Quantity) -> float:
        """The variance of one game, from two games on: of its share of a sum less that at the mean."""
        n, mean, name = self.size(quantity), self.mean(quantity), quantity.name
        _, squares, products = self.bases.get(name, (n, n, self.sums[name]))
        return max(0.0, self.squares[name] - 2 * mean * products + mean**2 * squares) / (n - 1)

    def constant(self, quantity: Quantity) -> float:
        """The divisor of the number of each game, where it is the same for all; 0 where it is not."""
        n = self.size(quantity)
        below, squares, _ = self.bases.get(quantity.name, (n, n, 0.0))
        return below / n if n and abs(squares * n - below**2) <= 1e-9 * below**2 else 0.0

    def skew(self, quantity: Quantity) -> float:
        """The skewness of the number of a game; 0 where it is unknown."""
        name = quantity.name
        if name not in self.cubes:
            return 0.0
        return intervals.skewness(self.size(quantity), (self.sums[name], self.squares[name], self.cubes[name]))

    def tells(self, quantity: Quantity) -> str:
        """Why the tally has no such quantity; empty where it has."""
        if quantity.name not in self.sums:
            return "not counted"
        if not self.size(quantity):
            return "no game ended"
        if quantity.name in ENGINE and self.below(quantity) < self.games:
            return CUT
        return "" if self.below(quantity) else "no game tells it"


def add(sums: Mapping[str, float], others: Mapping[str, float]) -> dict[str, float]:
    """Sums by name, of the names that both have."""
    return {name: value + others[name] for name, value in sums.items() if name in others}


def join_bases(first: Base, second: Base) -> Base:
    """The sum of two bases."""
    return first[0] + second[0], first[1] + second[1], first[2] + second[2]


def sum_outcomes(outcomes: Iterable[Outcome], quantities: Sequence[Quantity]) -> Tally:
    """Sums over outcomes. Of games that were cut, only quantities with `whole` count."""
    all_outcomes = list(outcomes)
    finished = [outcome for outcome in all_outcomes if not outcome.cut]
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}
    bases: dict[str, Base] = {}
    cubes: dict[str, float] = {}
    for quantity in quantities:
        parts = [quantity.of(outcome) for outcome in (all_outcomes if quantity.whole else finished)]
        sums[quantity.name] = math.fsum(a for a, _ in parts)
        squares[quantity.name] = math.fsum(a * a for a, _ in parts)
        if not quantity.few:
            cubes[quantity.name] = math.fsum(a**3 for a, _ in parts)
        if quantity.has_base:
            bases[quantity.name] = (
                math.fsum(b for _, b in parts), math.fsum(b * b for _, b in parts), math.fsum(a * b for a, b in parts)
            )  # fmt: skip
    return Tally(len(finished), len(all_outcomes) - len(finished), sums, squares, bases, cubes)


def figures(tally: Tally, quantities: Iterable[Quantity]) -> Iterator[Figure]:
    """The figures of a tally, each with its interval."""
    for quantity in quantities:
        name, unit, games = quantity.name, quantity.unit, tally.size(quantity)
        if reason := tally.tells(quantity):
            yield Figure(name, unit=unit, why=reason)
            continue
        interval = intervals.clip(interval_of(tally, quantity), 0.0, quantity.top)
        yield Figure(
            name,
            interval.value,
            interval.low,
            interval.high,
            games,
            unit,
            interval.how,
            interval.error,
            missing_bounds_reason(interval, games),
        )


def interval_of(tally: Tally, quantity: Quantity) -> Interval:
    """The interval of one number."""
    n, total = tally.size(quantity), tally.sums[quantity.name]
    if quantity.rare:
        return intervals.wilson(total, n)
    if quantity.unit == "share" and total in (0.0, tally.below(quantity)):
        return intervals.wilson(n if total else 0, n)  # see measures/registry.py, rare
    mean, spread = tally.mean(quantity), tally.variance(quantity) if n > 1 else 0.0
    if quantity.unit == "points":
        return intervals.bounded_mean(n, mean, spread)
    if base := tally.constant(quantity):
        return intervals.mean(n, mean, spread / base**2, tally.skew(quantity))
    return intervals.ratio(n, mean, spread, tally.below(quantity) / n)
