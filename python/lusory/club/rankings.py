"""Converts opinions (comparisons of two items, rankings of several) to choices among what is offered."""

from __future__ import annotations

from itertools import chain, permutations
from math import factorial

import msgspec

from ..errors import LusoryError

MOST_TIED = 5
"""At most so many items share a place: their orders are counted one by one."""


class Ranking(msgspec.Struct, frozen=True):
    """An opinion. places: items from the best on, those that share a place together. rest: items that were to choose
    from and come after all others, in no order. voter: whose opinion it is; empty: one's own alone. weight: as so many
    opinions."""

    places: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...] = ()
    voter: str = ""
    weight: float = 1.0

    def __post_init__(self) -> None:
        ranked_items = self.items
        if len(set(ranked_items)) < len(ranked_items):
            raise LusoryError(f"{', '.join(ranked_items)[:200]}: expected each item once")
        if any(not 0 < len(place) <= MOST_TIED for place in self.places):
            raise LusoryError(f"expected 1 to {MOST_TIED} items on a place")
        if self.weight <= 0:
            raise LusoryError(f"weight {self.weight}: expected more than 0")

    @property
    def items(self) -> list[str]:
        """All that were to choose from."""
        return [*chain(*self.places), *self.rest]


def pair(better: str, worse: str, voter: str = "", weight: float = 1.0) -> Ranking:
    """One item is preferred to another."""
    return Ranking(((better,), (worse,)), voter=voter, weight=weight)


def tie(a: str, b: str, voter: str = "", weight: float = 1.0) -> Ranking:
    """Neither is preferred."""
    return Ranking(((a, b),), voter=voter, weight=weight)


class PairChoice(msgspec.Struct, frozen=True):
    """One stage of a ranking: `chosen` among `offered`, by their numbers."""

    chosen: int
    offered: tuple[int, ...]
    weight: float


def choices(ranking: Ranking, index: dict[str, int]) -> list[PairChoice]:
    """The stages of a ranking; of ties those of every order, each with its share of the weight."""
    remaining = [index[item] for item in ranking.items]
    stages = []
    for place in ranking.places:
        tied = [index[item] for item in place]
        share = ranking.weight / factorial(len(tied))
        for order in permutations(tied):
            candidates = list(remaining)
            for first in order:
                if len(candidates) > 1:
                    stages.append(PairChoice(first, tuple(candidates), share))
                candidates.remove(first)
        remaining = [item for item in remaining if item not in tied]
    return stages
