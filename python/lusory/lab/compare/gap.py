"""By how much a figure differs between two versions, with the interval in which the difference lies.

Three ways, each for what the data can support:

- paired, of means: game number i of both versions is one observation d, and the difference is m ± t s / √n, with m and
  s the mean and the standard deviation of the d, t of n - 1 degrees of freedom (Student's). It is right whatever the
  two games of a pair have in common, also nothing; what they have in common makes it narrower. Where nearly all d are
  equal, the few others make both m and s, and how many more there are is not known: then there are no bounds.
- paired, of shares and of the score: each d lies between -1 and 1, and few may differ from 0, so the interval is that
  of Agresti and Min ("Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine
  2005): one pair more is taken to differ, half of it either way, and one more to be alike.
- apart: from the figures' own intervals, where no games were paired. With differences d1 and d2 of each figure from its
  own bound, √(d1² + d2²) (Newcombe 1998, method 10; Zou and Donner 2008). It is right for games that have nothing in
  common, and too wide where they have.

All are for one comparison. Of many open ones, about one in twenty looks settled and is not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

from ..figures import Figure
from ..intervals import WIDTH, Interval, difference, student
from ..sequence import Sequence
from ..tally import Outcome, numbers, shares, told, unit_of

FEWEST = 2
"""Pairs without which nothing can be said."""
APART = 10
"""A mean difference has no interval before so many pairs differ otherwise than most do; of fewer than twice as many
pairs half of them."""
FARTHEST = 10**12
"""More games than this nobody will play: the figures are too near each other."""


class Gap(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difference of one figure: that of a version less that of the first.

    version: its number, from 1. value, low, high: with 95 % confidence it lies between these; None, and `why`, where it
    cannot be told. games: pairs of games behind it, or games of each. how: `paired`, `apart`, `sequence` (it holds
    however often one looked). error: the standard error. more: how many games more, of each version, would probably
    settle it if the difference is as it looks; 0 where it is settled, None where no number of games would. why: what
    is missing, or that it was equal in every pair.
    """

    figure: str
    version: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0
    unit: str = ""
    how: str = ""
    error: float | None = None
    more: int | None = None
    why: str = ""

    @property
    def settled(self) -> bool:
        """Is it sure which version has more of it?"""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


class Pairs:
    """Pairs of games of two versions, added up: the game of the first, and that of the other, with the same number. A
    pair counts where both games ended."""

    def __init__(self, players: int) -> None:
        self.names, self.shares = numbers(players), frozenset(shares(players))
        self.games = self.cut = 0
        self.sums, self.squares = [0.0] * len(self.names), [0.0] * len(self.names)
        self.longer: Counter[int] = Counter()
        self.ends: Counter[int] = Counter()

    def add(self, base: Iterable[Outcome], other: Iterable[Outcome]) -> None:
        """More pairs, in the order of their numbers."""
        for one, two in zip(base, other, strict=True):
            self.ends[one.cut - two.cut] += 1
            if one.cut or two.cut:
                self.cut += 1
                continue
            self.games += 1
            self.longer[two.plies - one.plies] += 1
            for i, (x, y) in enumerate(zip(told(one), told(two), strict=True)):
                self.sums[i] += y - x
                self.squares[i] += (y - x) ** 2

    def gap(self, name: str, version: int) -> Gap:
        """The paired difference of one figure, at a single look."""
        width = WIDTH if name in self.shares else student(self.games - 1)
        return self._gap(name, version, width, "paired")

    def sequence(self, name: str, version: int, sequence: Sequence) -> Gap:
        """The same with an interval that holds however often one looks."""
        return self._gap(name, version, sequence.factor(self.games) if self.games else 0.0, "sequence")

    def _gap(self, name: str, version: int, width: float, how: str) -> Gap:
        unit, n = unit_of(name), self.games
        if n < FEWEST:
            return Gap(name, version, games=n, unit=unit, why=f"{n} pairs of games, expected {FEWEST} or more")
        i = self.names.index(name)
        middle, error = self.spread(name)
        value, half = self.sums[i] / n, width * error
        why = "" if self.squares[i] else "equal in every pair of games"
        if name == "plies" and (lack := self.lack()):
            return Gap(name, version, value, games=n, unit=unit, how=how, why=why or lack)
        low, high = middle - half, middle + half
        if name != "plies":
            low, high = max(-1.0, low), min(1.0, high)
        return Gap(name, version, value, low, high, n, unit, how, error, games_more(middle, half, n), why)

    def decisiveness(self, draws: Gap) -> Gap:
        """The difference of the share of games that have a winner: that of draws, turned round."""
        low, high = (None if bound is None else -bound for bound in (draws.high, draws.low))
        value = None if draws.value is None else 0.0 - draws.value
        return msgspec.structs.replace(draws, figure="decisiveness", value=value, low=low, high=high)

    def completion(self, version: int) -> Gap:
        """The difference of the share of games that ended. Here pairs count of which a game was cut off."""
        whole = Pairs(2)
        for ended, many in self.ends.items():
            whole.count("first", float(ended), many)
        return msgspec.structs.replace(whole.gap("first", version), figure="completion")

    def count(self, name: str, difference: float, many: int) -> None:
        """So many pairs more with a difference of one number."""
        i = self.names.index(name)
        self.games += many
        self.sums[i] += difference * many
        self.squares[i] += difference**2 * many

    def lack(self) -> str:
        """Why nothing bounds the mean difference of lengths: in nearly all pairs it is the same. Empty where enough
        are otherwise."""
        [(most, many)] = self.longer.most_common(1)
        if self.games - many >= max(1, min(APART, self.games // 2)):
            return ""
        return f"{most:+} in all pairs of games but {self.games - many}: too few to tell"

    def spread(self, name: str) -> tuple[float, float]:
        """The middle of the interval of a figure and its standard error, from two pairs on."""
        i, n = self.names.index(name), self.games
        if name != "plies":
            n += 2
            mean = self.sums[i] / n
            return mean, math.sqrt(((self.squares[i] + 1) / n - mean**2) / n)
        mean = self.sums[i] / n
        return mean, math.sqrt(max(0.0, self.squares[i] - n * mean**2) / (n - 1) / n)


def apart(base: Figure, other: Figure, version: int) -> Gap:
    """The difference of two figures whose games were not paired."""
    games = min(base.games, other.games)
    found = difference(interval(other), interval(base)) if None not in (base.value, other.value) else NOTHING
    if found.low is None or found.high is None:
        why = next((figure.why for figure in (base, other) if figure.why), "a figure without an interval")
        return Gap(base.name, version, games=games, unit=base.unit, why=why)
    near = found.value - found.low if found.value > 0 else found.high - found.value
    more = games_more(found.value, near, games)
    return Gap(base.name, version, found.value, found.low, found.high, games, base.unit, "apart", found.error, more)


NOTHING = Interval(0.0, None, None, None, "")


def interval(figure: Figure) -> Interval:
    """The interval that a figure tells."""
    return Interval(figure.value or 0.0, figure.low, figure.high, figure.error, figure.how)


def games_more(value: float, half: float, games: int) -> int | None:
    """How many games more would bring the bound to 0 if the difference stays as it is: the width falls with the root of
    the number of games. None where it never would."""
    if abs(value) > half:
        return 0
    if value == 0 or (half / abs(value)) ** 2 * games > FARTHEST:
        return None
    return math.ceil((half / abs(value)) ** 2 * games) - games + 1
