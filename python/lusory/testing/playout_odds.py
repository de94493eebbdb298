"""Computes the exact odds of random playouts in small games: every possible outcome with its probability.

Equal positions have equal futures, so each is evaluated once.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..play.contract import CHANCE


class Ended(NamedTuple):
    """A class of finished games: values, what ended them, the number of plies, the sum of the numbers of legal plies
    before each, and the number of forced plies."""

    values: tuple[float, ...]
    by: str
    plies: int = 0
    legal: int = 0
    forced: int = 0


class Law(NamedTuple):
    """The distribution of games. chances: of each class. tree: the mean, over games, of log2 of the product of
    the numbers of legal plies."""

    chances: dict[Ended, Fraction]
    tree: float

    def mean(self, of: Callable[[Ended], float | Fraction]) -> Fraction:
        """The mean of a function of a game."""
        return sum((chance * Fraction(of(ending)) for ending, chance in self.chances.items()), Fraction(0))

    def share(self, of: Callable[[Ended], bool]) -> Fraction:
        """The probability that a predicate holds for a game."""
        return self.mean(lambda ending: int(of(ending)))


def law(game: Any, begun: tuple[int, ...] = ()) -> Law:
    """The distribution of random playouts, after given plies by their ids (they count as played)."""
    contract = game.start().contract
    state, plies = contract.start(), Ended((), "")
    bits = 0.0
    for action in begun:
        legal_count = len(contract.legal(state))
        plies, bits = longer(plies, legal_count), bits + math.log2(legal_count)
        state = contract.play(state, action)[0]
    after = PlayoutOdds(contract).after(state)
    odds_of = {
        Ended(
            outcome.values,
            outcome.by,
            outcome.plies + plies.plies,
            outcome.legal + plies.legal,
            outcome.forced + plies.forced,
        ): chance
        for outcome, chance in after.chances.items()
    }
    return Law(odds_of, after.tree + bits)


def longer(ending: Ended, legal_count: int) -> Ended:
    """A game with one ply more, which was one of `many` legal plies."""
    return Ended(
        ending.values, ending.by, ending.plies + 1, ending.legal + legal_count, ending.forced + (legal_count == 1)
    )


class PlayoutOdds:
    """Caches the odds from each position."""

    def __init__(self, contract: Any) -> None:
        self.contract = contract
        self.odds: dict[Any, Law] = {}

    def after(self, state: Any) -> Law:
        """The distribution from a position."""
        if state not in self.odds:
            result = self.contract.result(state)
            endings = {} if result is None else {Ended(tuple(result.values), result.by): Fraction(1)}
            self.odds[state] = Law(endings, 0.0) if endings else self.compute_odds(state)
        return self.odds[state]

    def compute_odds(self, state: Any) -> Law:
        """The distribution for a position that is not over, computed without the cache."""
        legal = self.contract.legal(state)
        is_chance = self.contract.to_move(state) == CHANCE
        weights = self.contract.weights(state) if is_chance else (1,) * len(legal)
        chances: dict[Ended, Fraction] = defaultdict(Fraction)
        tree = math.log2(len(legal))
        for action, weight in zip(legal, weights, strict=True):
            share = Fraction(weight, sum(weights))
            following = self.after(self.contract.play(state, action)[0])
            tree += float(share) * following.tree
            for end, chance in following.chances.items():
                chances[longer(end, len(legal))] += chance * share
        return Law(dict(chances), tree)
