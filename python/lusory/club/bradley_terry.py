"""Strengths from comparisons and rankings: the model of Bradley and Terry (1952) for pairs, in the form of Plackett and
Luce for rankings of any length, by maximum likelihood (Newton's method), with intervals.

An item of strength s is preferred to one of strength t with odds s : t; a ranking is a series of such choices among the
items that are left. Strengths are given as logarithms whose mean is 0. Ties count as all orders of the tied, alike.

Opinions of one person go together: where voters are named, intervals are those of the sandwich estimator with a cluster
for each voter, so who is asked ten times does not count as ten people (of few voters the plain intervals, widened by
as much as that estimator is wider on the whole). A prior, weak by default, keeps an item that is
preferred always or never at a finite strength; `prior=0` gives the plain estimate where there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import exp, log, log1p, sqrt

import msgspec

from ..errors import LusoryError
from .matrices import Matrix, center_covariance, invert, product, solve
from .rankings import PairChoice, Ranking, choices

NORMAL = 1.959964
"""Standard errors on each side of an interval of 95 %."""
STEPS, TOLERANCE = 100, 1e-12
ENOUGH_VOTERS = 30
"""Voters from which on, if there are also three for each item, the sandwich is used as it is."""
PRIOR = 0.1
"""The weight of one win and one loss of each item against an imagined one of mean strength."""


class Strength(msgspec.Struct, frozen=True):
    """An item. value: the logarithm of its strength, the mean of all is 0. error: its standard error. low, high: the
    interval of 95 %. opinions: how many spoke of it, by weight."""

    item: str
    value: float
    error: float
    low: float
    high: float
    opinions: float


class Strengths(msgspec.Struct, frozen=True):
    """items: the strongest first. covariance: of the values, in the order of `items`. likelihood: its logarithm,
    without the prior. voters: how many clusters the intervals come from; 0 where nobody was named."""

    items: tuple[Strength, ...]
    covariance: tuple[tuple[float, ...], ...]
    likelihood: float
    voters: int

    def index(self, item: str) -> int:
        """The place of an item. Raises LusoryError."""
        for i, one in enumerate(self.items):
            if one.item == item:
                return i
        raise LusoryError(f"{item[:60]}: expected one of {', '.join(item.item for item in self.items)[:200]}")

    def preferred(self, a: str, b: str) -> tuple[float, float, float]:
        """The probability that one is preferred to the other, and the interval of 95 % that it lies in."""
        i, j = self.index(a), self.index(b)
        value = self.items[i].value - self.items[j].value
        cov = self.covariance
        error = sqrt(max(0.0, cov[i][i] + cov[j][j] - 2 * cov[i][j]))
        return share(value), share(value - NORMAL * error), share(value + NORMAL * error)


def share(value: float) -> float:
    """The probability with these log odds."""
    return 1 / (1 + exp(-value)) if value >= 0 else exp(value) / (1 + exp(value))


def fit(rankings: Iterable[Ranking], *, prior: float = PRIOR) -> Strengths:
    """The strengths of all items that are named. Raises LusoryError without two items, and with `prior=0` where there
    is no finite estimate: some items are always preferred to the others, or never compared with them."""
    opinions = list(rankings)
    names = sorted({item for ranking in opinions for item in ranking.items})
    if len(names) < 2:
        raise LusoryError("expected opinions about two items or more")
    index = {name: i for i, name in enumerate(names)}
    by_ranking = [choices(ranking, index) for ranking in opinions]
    stages = list(chain(*by_ranking))
    if prior <= 0:
        check_connected(stages, names)
    values = maximise(stages, len(names), prior)
    spread = invert(information(values, stages, prior))
    voters = {ranking.voter for ranking in opinions if ranking.voter}
    spread = center_covariance(spread)
    if len(voters) > 1:
        robust = product(product(spread, scatter(values, opinions, by_ranking)), spread)
        spread = robust if len(voters) >= max(ENOUGH_VOTERS, 3 * len(names)) else widen_covariance(spread, robust)
    mean = sum(values) / len(values)
    centre = [value - mean for value in values]
    return strengths(names, centre, spread, opinions, likelihood(centre, stages), len(voters))


def widen_covariance(model_based: Matrix, robust: Matrix) -> Matrix:
    """The covariance for few voters, for whom the sandwich estimate alone is too uncertain: the model-based one, scaled
    by the ratio of the traces where that is above 1."""
    size = range(len(model_based))
    ratio = sum(robust[i][i] for i in size) / sum(model_based[i][i] for i in size)
    return [[max(1.0, ratio) * value for value in row] for row in model_based]


def strengths(
    names: Sequence[str],
    values: Sequence[float],
    spread: Matrix,
    rankings: Sequence[Ranking],
    total: float,
    voters: int,
) -> Strengths:
    """The result, the strongest item first."""
    order = sorted(range(len(names)), key=lambda i: (-values[i], names[i]))
    ranked = []
    for i in order:
        error = sqrt(max(0.0, spread[i][i]))
        weight = sum(ranking.weight for ranking in rankings if names[i] in ranking.items)
        low, high = values[i] - NORMAL * error, values[i] + NORMAL * error
        ranked.append(Strength(names[i], values[i], error, low, high, weight))
    covariance = tuple(tuple(spread[i][j] for j in order) for i in order)
    return Strengths(tuple(ranked), covariance, total, voters)


def likelihood(values: Sequence[float], stages: Iterable[PairChoice]) -> float:
    """The logarithm of the probability of all choices."""
    return sum(
        stage.weight * (values[stage.chosen] - log(sum(exp(values[i]) for i in stage.offered))) for stage in stages
    )


def posterior(values: Sequence[float], stages: Sequence[PairChoice], prior: float) -> float:
    """The same with the prior: what is maximised."""
    return likelihood(values, stages) + prior * sum(value - 2 * log1p(exp(value)) for value in values)


def slope(values: Sequence[float], stages: Iterable[PairChoice], prior: float) -> list[float]:
    """The gradient of the posterior."""
    gradient = [prior * (1 - 2 * share(value)) for value in values]
    for stage in stages:
        gradient[stage.chosen] += stage.weight
        for i, part in shares(values, stage):
            gradient[i] -= stage.weight * part
    return gradient


def information(values: Sequence[float], stages: Iterable[PairChoice], prior: float) -> Matrix:
    """Minus the second derivatives. Without a prior the level of all strengths is free; it is held by one term more,
    which changes no difference of strengths."""
    size = len(values)
    level_term = 0.0 if prior > 0 else 1 / size
    matrix = [[level_term] * size for _ in values]
    for i, value in enumerate(values):
        matrix[i][i] += 2 * prior * share(value) * (1 - share(value))
    for stage in stages:
        parts = shares(values, stage)
        for i, p in parts:
            matrix[i][i] += stage.weight * p
            for j, q in parts:
                matrix[i][j] -= stage.weight * p * q
    return matrix


def shares(values: Sequence[float], choice: PairChoice) -> list[tuple[int, float]]:
    """The probability of each item that was offered."""
    powers = [exp(values[i]) for i in choice.offered]
    total = sum(powers)
    return [(i, power / total) for i, power in zip(choice.offered, powers, strict=True)]


def maximise(stages: Sequence[PairChoice], size: int, prior: float) -> list[float]:
    """The strengths with the largest posterior: Newton's steps, halved as long as they lead down."""
    values = [0.0] * size
    reached = posterior(values, stages, prior)
    for _ in range(STEPS):
        step = solve(information(values, stages, prior), slope(values, stages, prior))
        scale = 1.0
        while True:
            candidate = [value + scale * part for value, part in zip(values, step, strict=True)]
            density = posterior(candidate, stages, prior)
            if density >= reached or scale < TOLERANCE:
                break
            scale /= 2
        values, before, reached = candidate, reached, density
        if abs(reached - before) <= TOLERANCE * (1 + abs(reached)):
            break
    return values


def scatter(values: Sequence[float], rankings: Sequence[Ranking], by_ranking: Sequence[Sequence[PairChoice]]) -> Matrix:
    """How the slopes of the voters vary, the middle of the sandwich; an opinion without a voter is one of its own."""
    slopes: dict[object, list[float]] = {}
    for number, (ranking, stages) in enumerate(zip(rankings, by_ranking, strict=True)):
        slope_sum = slopes.setdefault(ranking.voter or number, [0.0] * len(values))
        slopes[ranking.voter or number] = [a + b for a, b in zip(slope_sum, slope(values, stages, 0.0), strict=True)]
    scale = len(slopes) / max(1, len(slopes) - 1)
    size = range(len(values))
    return [[scale * sum(slope[i] * slope[j] for slope in slopes.values()) for j in size] for i in size]


def check_connected(stages: Iterable[PairChoice], names: Sequence[str]) -> None:
    """Check for a finite estimate: a chain of preferences must lead from every item to every other. Raises LusoryError,
    which names items that are apart."""
    better: list[set[int]] = [set() for _ in names]
    worse: list[set[int]] = [set() for _ in names]
    for stage in stages:
        for rival in stage.offered:
            if rival != stage.chosen:
                better[stage.chosen].add(rival)
                worse[rival].add(stage.chosen)
    for links, relation in ((better, "never preferred to"), (worse, "always preferred to")):
        reached = flood(links)
        if len(reached) < len(names):
            away = [name for i, name in enumerate(names) if i not in reached]
            raise LusoryError(
                f"no finite strengths: no results link {', '.join(away)[:100]} with {names[0][:60]} both ways "
                f"({names[0][:60]} and its like are {relation} them); give a prior"
            )


def flood(links: Sequence[set[int]]) -> set[int]:
    """What is reached from the first."""
    reached, waiting = {0}, [0]
    while waiting:
        for neighbour in links[waiting.pop()] - reached:
            reached.add(neighbour)
            waiting.append(neighbour)
    return reached
