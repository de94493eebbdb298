"""Tallies: sums over games, in whole numbers (real numbers in units of 2^-40). So totals are equal to the last bit in
whatever order and by whichever process games were added, and their size does not grow with the number of games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from .. import intervals
from ..intervals import Interval

T = TypeVar("T")
ONE = 1 << 40
"""The number 1 in these units."""
POINT = 12
"""A whole point in units that shares of two, three and four players divide."""


def parts(number: float) -> int:
    """A real number in units of 2^-40, rounded."""
    return number << 40 if isinstance(number, int) else round(number * ONE)


class Moments(msgspec.Struct):
    """Moments of one number a game: the count, the sum, the sums of squares and cubes (None: not counted)."""

    n: int = 0
    sum: int = 0
    squares: int | None = 0
    cubes: int | None = None

    def add(self, number: float) -> None:
        """One game more."""
        part = parts(number)
        if not self.n:
            self.cubes = 0
        self.n += 1
        self.sum += part
        if self.squares is not None:
            self.squares += part * part
        if self.cubes is not None:
            self.cubes += part**3

    def merge(self, other: Moments) -> None:
        """Other games more."""
        if other.n:
            has_cubes = self.cubes is not None or not self.n
            self.cubes = (self.cubes or 0) + other.cubes if has_cubes and other.cubes is not None else None
        self.n += other.n
        self.sum += other.sum
        has_squares = self.squares is not None and other.squares is not None
        self.squares = (self.squares or 0) + (other.squares or 0) if has_squares else None

    @property
    def mean(self) -> float:
        """The mean of the numbers; 0 where there are none."""
        return self.sum / (self.n * ONE) if self.n else 0.0

    @property
    def variance(self) -> float:
        """The sample estimate; 0 for fewer than two. Exact until the last step."""
        if self.n < 2 or self.squares is None:
            return 0.0
        return (self.n * self.squares - self.sum * self.sum) / (self.n * (self.n - 1) * ONE * ONE)

    @property
    def skew(self) -> float:
        """The sample estimate; 0 where it was not counted. Exact until the last step."""
        n, total = self.n, self.sum
        if n < 3 or self.squares is None or self.cubes is None:
            return 0.0
        spread = n * self.squares - total * total
        third = n * n * self.cubes - 3 * n * total * self.squares + 2 * total**3
        if spread <= 0:
            return 0.0
        return third / ONE**3 / math.pow(spread / ONE**2, 1.5) * math.sqrt(n * (n - 1)) / (n - 2)

    def interval(self) -> Interval:
        """The mean with its bounds."""
        interval = intervals.mean(self.n, self.mean, self.variance, self.skew)
        return interval if self.squares is not None else interval._replace(low=None, high=None, error=None)


class RatioSums(msgspec.Struct):
    """Two numbers a game, for the ratio of their sums."""

    n: int = 0
    above: int = 0
    below: int = 0
    above2: int = 0
    below2: int = 0
    product: int = 0

    def add(self, above: float, below: float) -> None:
        """One game more."""
        a, b = parts(above), parts(below)
        self.n += 1
        self.above += a
        self.below += b
        self.above2 += a * a
        self.below2 += b * b
        self.product += a * b

    def merge(self, other: RatioSums) -> None:
        """Other games more."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def ratio(self) -> float:
        """The ratio of the sums; 0 where the lower is 0."""
        return self.above / self.below if self.below else 0.0

    @property
    def spread(self) -> float:
        """The sample variance of above - ratio * below over games."""
        a, b = self.above, self.below
        if self.n < 2 or not b:
            return 0.0
        residue = self.above2 * b * b - 2 * a * b * self.product + a * a * self.below2
        return residue / (b * b * (self.n - 1) * ONE * ONE)

    def relative(self, x: float, y: float) -> float:
        """The sample variance of one * above / (mean of above) + other * below / (mean of below): how a product of
        powers of both sums varies, in parts of itself."""
        a, b, n = self.above, self.below, self.n
        if n < 2 or not a or not b:
            return 0.0
        terms = (
            x * x * ((n * self.above2 - a * a) / (a * a)),
            y * y * ((n * self.below2 - b * b) / (b * b)),
            2 * x * y * ((n * self.product - a * b) / (a * b)),
        )
        return max(0.0, math.fsum(terms)) * n / (n - 1)

    def interval(self) -> Interval:
        """The ratio with its bounds."""
        return intervals.ratio(self.n, self.ratio, self.spread, self.below / (max(self.n, 1) * ONE))


class ResultCounts(msgspec.Struct):
    """How games ended. points: twelfths, one number a player. wins: games with the whole point, one number a player;
    None where only their number is known."""

    games: int = 0
    points: list[int] | None = None
    wins: list[int] | None = None
    draws: int = 0

    def add(self, values: Sequence[float]) -> None:
        """A finished game with these values, one a player."""
        points = [round(value * POINT) for value in values]
        won = [int(value == 1.0) for value in values]
        self.merge(ResultCounts(1, points, won, int(not any(won))))

    def merge(self, other: ResultCounts) -> None:
        """Other games more."""
        if not other.games:
            return
        if not self.games:
            self.points, self.wins = other.points, other.wins
        else:
            self.points, self.wins = _add(self.points, other.points), _add(self.wins, other.wins)
        self.games += other.games
        self.draws += other.draws

    @property
    def lost(self) -> int:
        """How many games the player of a game for one lost: `draws` counts all that nobody wins, and of these a draw is
        half a point, a loss nothing."""
        if self.points is None or self.wins is None or len(self.points) != 1:
            return 0
        return self.draws - 2 * (self.points[0] - POINT * self.wins[0]) // POINT

    def share(self, player: int) -> Interval | None:
        """The share of games that this player won."""
        return None if self.wins is None else intervals.wilson(self.wins[player], self.games)

    def score(self, player: int) -> Interval | None:
        """The mean points of this player."""
        if self.points is None or self.wins is None:
            return None
        wins = self.wins[player]
        draw_points = self.points[player] / POINT - wins
        # Of two, a draw is a half each. Of more, shares of a draw differ: each is at most a half.
        squares = wins + draw_points / 2
        value = (wins + draw_points) / self.games
        variance = max(0.0, squares - self.games * value**2) / max(1, self.games - 1)
        return intervals.bounded_mean(self.games, value, variance)


def _add(first: list[int] | None, second: list[int] | None) -> list[int] | None:
    if first is None or second is None:
        return None
    return [a + b for a, b in zip(first, second, strict=True)]


class Counts(msgspec.Struct):
    """How often each whole number came, from 0."""

    often: list[int] = []

    def add(self, number: int, times: int = 1) -> None:
        """Counts a number once more, or so many times."""
        if number >= len(self.often):
            self.often = [*self.often, *[0] * (number + 1 - len(self.often))]
        self.often[number] += times

    def merge(self, other: Counts) -> None:
        """Other games more."""
        self.often = longer(self.often, other.often, lambda count, other_count: count + other_count, 0)

    @property
    def total(self) -> int:
        """The number of numbers counted."""
        return sum(self.often)

    @property
    def moments(self) -> Moments:
        """The moments of the numbers."""
        sums = [sum(often * number**power for number, often in enumerate(self.often)) for power in range(4)]
        return Moments(sums[0], sums[1] * ONE, sums[2] * ONE**2, sums[3] * ONE**3)

    def quantile(self, share: float) -> int:
        """The least number that so large a share of all does not exceed."""
        remaining = share * self.total
        for number, often in enumerate(self.often):
            remaining -= often
            if remaining <= 0 and often:
                return number
        return max(0, len(self.often) - 1)


def longer(first: list[T], second: list[T], add: Callable[[T, T], T], zero: T) -> list[T]:
    """Two lists added place by place; the shorter is padded with zeros."""
    size = max(len(first), len(second))
    return [add(a, b) for a, b in zip(_to(first, size, zero), _to(second, size, zero), strict=True)]


def _to(items: Iterable[T], size: int, zero: T) -> list[T]:
    padded = list(items)
    return padded + [zero] * (size - len(padded))
