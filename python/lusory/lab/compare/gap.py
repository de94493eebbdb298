"""The difference of a figure between two versions, with its interval.

Three ways, each for what the data can support:

- paired, of means and ratios: game number i of both versions is one observation. With a number x of each game the
  difference is that of the means, m ± t s / √n, with m and s the mean and the standard deviation of d = x2 - x1, t of
  n - 1 degrees of freedom (Student's). Of a ratio of sums, a / b, so many plies of one kind among all, r2 - r1 takes
  the place of m, and (a2 - r2 b2) / b̄2 - (a1 - r1 b1) / b̄1 that of d (the linearised variance, Cochran 1977, 6.3). It
  is right whatever the two games of a pair have in common, also nothing; what they have in common makes it narrower.
  Where nearly all d are equal, the few others make both m and s, and how many more there are is not known: then there
  are no bounds.
- paired, of shares and of the score: each d lies between -1 and 1, and few may differ from 0, so the interval is that
  of Agresti and Min ("Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine
  2005): one pair more is taken to differ, half of it either way, and one more to be alike.
- apart: from the figures' own intervals, where what each pair of games adds to a figure is not known. With differences
  d1 and d2 of each figure from its own bound, d1 + d2. Games that share their random numbers may be correlated either
  way, also -1, where a version gets what the other loses; √(d1² + d2² - 2 φ d1 d2), with the correlation φ, is then
  that sum (Newcombe 1998, paired, method 10; Zou and Donner 2008). For games that have nothing in common it is too
  wide, by 1.4 at most. A figure that was the same in every game of one version has no interval of its own, and gets
  one here (see `interval`).

The intervals of one figure hold together for all versions that are compared with the first (Bonferroni); each figure
stands for itself: of many open ones, about one in twenty looks settled and is not. Where games were played until one
figure was settled, the intervals of all figures hold at every look (`sequence`): draws and decisiveness are one number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import NormalDist

import msgspec

from .. import betting
from ..collect.series import LIMIT
from ..confidence_sequence import ConfidenceSequence as Confidence
from ..confidence_sequence import constant_bounds
from ..figures import Figure
from ..intervals import EQUAL, LEAST, SPARE, WIDTH, Interval, difference, student
from ..quantities import Outcome, Part, Quantity, ending_quantities, quantities
from ..quantity_sums import CUT

FEWEST = 2
"""The fewest pairs for a difference."""
APART = 10
"""A mean difference has no interval before so many pairs differ otherwise than most do; of fewer than twice as many
pairs half of them."""
FARTHEST = 10**12
"""Beyond this the number of games is not suggested: the figures are too near each other."""
LESS = 0.025
"""The error probability of one bound of a 95 % interval."""


class Gap(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difference of one figure: that of a version less that of the first.

    version: its number, from 1. value, low, high: with 95 % confidence it lies between these; None, and `why`, where
    it cannot be told. games: the pairs of games it rests on, or the games of each version. how: `paired`, `apart`,
    `sequence` (it holds however often one looked). error: the standard error. more: how many more games of each version
    settle it with probability 80 % if the true difference is the observed one; 0 where it is settled, None where no
    number of games would. why: what is missing, or that it was equal in every pair.
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
        """Whether it is certain which version has the greater figure."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


class Steps:
    """The sums over pairs of a share of games or of points: counts of each difference."""

    def __init__(self, quantity: Quantity) -> None:
        self.quantity, self.games, self.sum, self.squares = quantity, 0, 0.0, 0.0
        self.often: Counter[float] = Counter()

    def add(self, part: Part, b: Part) -> None:
        """Adds a pair."""
        step = b[0] - part[0]
        self.games += 1
        self.sum += step
        self.squares += step * step
        self.often[step] += 1

    def sequence(self, alpha: float) -> tuple[float, float]:
        """Bounds that hold at every look: exact, see lab/betting.py."""
        return betting.bounds(self.often, -1.0, 1.0, alpha)

    @property
    def value(self) -> float | None:
        """The observed difference."""
        return self.sum / self.games

    @property
    def spread(self) -> tuple[float, float]:
        """The middle of the interval, and the standard error, with two pseudo-pairs added."""
        n = self.games + 2
        mean = self.sum / n
        return mean, math.sqrt(((self.squares + 1) / n - mean**2) / n)

    @property
    def lack(self) -> str:
        """Why there are no bounds; empty where there are."""
        return ""

    @property
    def why(self) -> str:
        """Why the figure cannot differ; empty where it can."""
        return "" if self.squares else "equal in every pair of games"


class Sums:
    """The same of a mean, or of a ratio of sums: the sums of all four numbers of a pair, and of their products."""

    def __init__(self, quantity: Quantity) -> None:
        self.quantity, self.games, self.sums, self.products = quantity, 0, [0.0] * 4, [0.0] * 16
        self.steps: Counter[tuple[float, float]] = Counter()
        self.informative = [0, 0]

    def add(self, base_part: Part, other_part: Part) -> None:
        """Adds a pair."""
        row = (*other_part, *base_part)
        self.informative = [
            count + (part[1] != 0) for count, part in zip(self.informative, (base_part, other_part), strict=True)
        ]
        self.games += 1
        if len(self.steps) <= APART:
            self.steps[other_part[0] - base_part[0], other_part[1] - base_part[1]] += 1
        for i, x in enumerate(row):
            self.sums[i] += x
            for j, y in enumerate(row):
                self.products[4 * i + j] += x * y

    @property
    def value(self) -> float | None:
        """The observed difference; None where one version never has the number."""
        a, b, c, d = self.sums
        return a / b - c / d if b and d else None

    @property
    def spread(self) -> tuple[float, float]:
        """The middle of the interval, and the standard error, from two pairs on."""
        a, b, c, d = self.sums
        n = self.games
        weights = (n / b, -n * a / b**2, -n / d, n * c / d**2)
        total = math.fsum(
            u * v * self.products[4 * i + j] for i, u in enumerate(weights) for j, v in enumerate(weights)
        )
        return a / b - c / d, math.sqrt(max(0.0, total) / (n - 1) / n)

    @property
    def lack(self) -> str:
        """Why it has no bounds: nearly all pairs have the same difference. Empty where enough differ."""
        if not (self.sums[1] and self.sums[3]):
            return "no game of one version tells it"
        if min(self.informative) < min(self.games, LEAST):
            return f"{min(self.informative)} games of one version tell it: too few"
        if self.is_constant:
            return f"{self.value:+.4g} in all pairs of games but 0: too few to tell"
        [(most, often)] = self.steps.most_common(1)
        if len(self.steps) > APART or self.games - often >= max(1, min(APART, self.games // 2)):
            return ""
        return f"{most[0]:+.4g} in all pairs of games but {self.games - often}: too few to tell"

    @property
    def is_constant(self) -> bool:
        """Whether the figure is the same number in every game of both versions."""
        for at in (0, 2) if self.value is not None else ():
            ratio = self.sums[at] / self.sums[at + 1]
            above, product, below = (self.products[i] for i in (5 * at, 5 * at + 1, 5 * at + 5))
            if above - 2 * ratio * product + ratio**2 * below > 1e-12 * above:
                return False
        return True

    @property
    def why(self) -> str:
        """Why the figure cannot differ; empty where it can."""
        is_equal = self.steps.keys() == {(0.0, 0.0)} or (self.is_constant and self.value == 0)
        return "equal in every pair of games" if is_equal else ""


class PairedGames:
    """Pairs of games of two versions, added up: the game of the first, and that of the other, with the same number. A
    pair counts where both games ended. quantities: besides those of how games ended."""

    def __init__(self, players: int, quantities: Iterable[Quantity] = ()) -> None:
        by_name = {quantity.name: quantity for quantity in (*ending_quantities(players), *quantities)}
        self.of = {name: Steps(quantity) if quantity.few else Sums(quantity) for name, quantity in by_name.items()}
        self.games = self.cut = 0

    def add(self, base: Iterable[Outcome], other: Iterable[Outcome]) -> None:
        """Adds pairs, in the order of their numbers."""
        for base_game, other_game in zip(base, other, strict=True):
            over = not base_game.cut and not other_game.cut
            self.games += over
            self.cut += not over
            for added in self.of.values():
                # A share of all games knows of those that were cut, too.
                if over or (added.quantity.whole and not added.quantity.counted):
                    added.add(added.quantity.of(base_game), added.quantity.of(other_game))

    def gap(self, name: str, version: int, family: int = 1) -> Gap:
        """The paired difference of one figure, at a single look. family: so many versions are compared with the first,
        and the intervals of this figure hold for all of them together."""
        sums = self.of[name]
        z = normal(family)
        return gap_of(sums, version, z if sums.quantity.rare else student(sums.games - 1, z), "paired", sums.games)

    def sequence(self, name: str, version: int, sequence: Confidence) -> Gap:
        """The same with an interval that holds however often one looks."""
        sums = self.of[name]
        gap = gap_of(sums, version, sequence.factor(sums.games) if sums.games else 0.0, "sequence", sums.games)
        if isinstance(sums, Sums) or gap.value is None or gap.error is None:
            return gap
        low, high = sums.sequence(sequence.alpha)
        missing_games = games_more(
            gap.value, gap.value - low if gap.value > 0 else high - gap.value, gap.error, gap.games
        )
        return msgspec.structs.replace(gap, low=low, high=high, more=missing_games)


class PairBlocks:
    """Pairs of which only sums over some games at once are known: a block is one observation. names: of the figures."""

    def __init__(self, quantities: Iterable[Quantity]) -> None:
        self.of, self.games = {quantity.name: Sums(quantity) for quantity in quantities}, 0
        self.unknown: set[str] = set()

    def add(self, base: Mapping[str, Part], other: Mapping[str, Part], games: int) -> None:
        """Adds a block of so many games of each version."""
        self.games += games
        for name, sums in self.of.items():
            sums.add(base[name], other[name])
            if not (base[name][1] and other[name][1]):
                self.unknown.add(name)

    def gap(self, name: str, version: int, family: int = 1) -> Gap:
        """The paired difference of one figure; see PairedGames."""
        sums = self.of[name]
        if name in self.unknown:
            return Gap(name, version, games=self.games, unit=sums.quantity.unit, why=CUT)
        return gap_of(sums, version, student(sums.games - 1, normal(family)), "paired", self.games)


def normal(family: int) -> float:
    """Half the width, in standard errors, of normal intervals of which so many hold together with 95 %."""
    return NormalDist().inv_cdf(1 - LESS / max(1, family))


def gap_of(sums: Steps | Sums, version: int, width: float, method: str, games: int) -> Gap:
    """The difference that was added up. width: half of the interval in standard errors. games: of each version."""
    name, unit = sums.quantity.name, sums.quantity.unit
    if sums.games < FEWEST:
        return Gap(name, version, games=games, unit=unit, why=f"{games} pairs of games, expected {FEWEST} or more")
    if sums.lack:
        return Gap(name, version, sums.value, games=games, unit=unit, how=method, why=sums.why or sums.lack)
    middle, error = sums.spread
    half = width * error
    low, high = middle - half, middle + half
    if unit in ("share", "points"):
        low, high = max(-1.0, low), min(1.0, high)
    missing_games = games_more(middle, half, error, games)
    return Gap(name, version, sums.value, low, high, games, unit, method, error, missing_games, sums.why)


def unpaired_gap(base: Figure, other: Figure, version: int, limit: int = LIMIT, widen: float = 1.0) -> Gap:
    """The difference of two figures whose games were not paired. limit: the plies after which games were cut. widen: so
    many times as wide as an interval of 95 % at one look, where several looks or versions are to hold together."""
    games = min(base.games, other.games)
    was, now = (interval(base_or_other, beside, limit) for base_or_other, beside in ((base, other), (other, base)))
    gap = farthest_difference(now, was) if None not in (base.value, other.value) else NOTHING
    if gap.low is None or gap.high is None:
        reason = next((figure.why for figure in (base, other) if figure.why), "a figure without an interval")
        return Gap(base.name, version, games=games, unit=base.unit, why=reason)
    low, high = (gap.value + widen * (bound - gap.value) for bound in (gap.low, gap.high))
    low, high = (max(-1.0, low), min(1.0, high)) if base.unit in ("share", "points") else (low, high)
    distance_to_zero = gap.value - low if gap.value > 0 else high - gap.value
    missing_games = games_more(gap.value, distance_to_zero, distance_to_zero / (widen * WIDTH), games)
    return Gap(base.name, version, gap.value, low, high, games, base.unit, "apart", gap.error, missing_games)


def farthest_difference(first: Interval, second: Interval) -> Interval:
    """The difference of two numbers, whatever their correlation."""
    gap = difference(first, second)
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return gap
    low, high = first.low - second.high, first.high - second.low
    error = None if first.error is None or second.error is None else first.error + second.error
    return gap._replace(low=low, high=high, error=error)


NOTHING = Interval(0.0, None, None, None, "")


def interval(figure: Figure, beside: Figure, limit: int = LIMIT) -> Interval:
    """The interval of a figure. Where it was the same in each of n games it has none, but were more than
    log(1 / 0.025) / n of all games otherwise, n alike would come less than once in forty times. How far those may lie
    from it is known of some figures. Of the others, their games are taken to differ no more than those of the version
    beside it do."""
    value = figure.value or 0.0
    quantity = quantities(2).get(figure.name)
    most = None if quantity is None else quantity.most(limit)
    if figure.how != EQUAL or figure.games < LEAST:
        return Interval(value, figure.low, figure.high, figure.error, figure.how)
    if most is not None:
        return Interval(value, *constant_bounds(figure.games, value, most, LESS), None, figure.how)
    if beside.value is None or beside.low is None or beside.high is None:
        return Interval(value, None, None, None, figure.how)
    part = math.sqrt(beside.games / figure.games)
    low, high = (value + part * (bound - beside.value) for bound in (beside.low, beside.high))
    return Interval(value, low, high, None, figure.how)


def games_more(value: float, half: float, error: float, games: int) -> int | None:
    """How many games more settle it with a chance of POWER if the true difference is `value`.

    half: half the interval. error: the standard error. Both fall with the root of the number of games; the bound has to
    be on this side of 0 even where the difference then found is less by POWER's quantile of the error. None where no
    number of games would do.
    """
    if abs(value) > half:
        return 0
    if value == 0 or ((half + SPARE * error) / abs(value)) ** 2 * games > FARTHEST:
        return None
    return math.ceil(((half + SPARE * error) / abs(value)) ** 2 * games) - games + 1
