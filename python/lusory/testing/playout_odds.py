"""Exact odds of random playouts: every possible game with its probability. For small games.

Positions that are equal have equal futures, so each is looked at once.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..play.contract import CHANCE


class Ended(NamedTuple):
    """What there is to know of a game: values, what ended it, how many plies it had, legal plies before each added up,
    and how many plies were the only one."""

    values: tuple[float, ...]
    by: str
    plies: int = 0
    legal: int = 0
    forced: int = 0


class Law(NamedTuple):
    """How likely games are. chances: of each kind. tree: the mean of the sum of log2 of the numbers of legal plies."""

    chances: dict[Ended, Fraction]
    tree: float

    def mean(self, of: Callable[[Ended], float | Fraction]) -> Fraction:
        """The mean of a number of a game."""
        return sum((chance * Fraction(of(ended)) for ended, chance in self.chances.items()), Fraction(0))

    def share(self, of: Callable[[Ended], bool]) -> Fraction:
        """The chance that something holds of a game."""
        return self.mean(lambda ended: int(of(ended)))


def law(game: Any, begun: tuple[int, ...] = ()) -> Law:
    """The law of random play, after some plies by their ids (they count as played)."""
    contract = game.start().contract
    state, plies = contract.start(), Ended((), "")
    bits = 0.0
    for action in begun:
        many = len(contract.legal(state))
        plies, bits = longer(plies, many), bits + math.log2(many)
        state = contract.play(state, action)[0]
    after = PlayoutOdds(contract).after(state)
    known = {
        Ended(one.values, one.by, one.plies + plies.plies, one.legal + plies.legal, one.forced + plies.forced): chance
        for one, chance in after.chances.items()
    }
    return Law(known, after.tree + bits)


def longer(ended: Ended, many: int) -> Ended:
    """A game with one ply more, which was one of so many."""
    return Ended(ended.values, ended.by, ended.plies + 1, ended.legal + many, ended.forced + (many == 1))


class PlayoutOdds:
    """Caches the odds from each position."""

    def __init__(self, contract: Any) -> None:
        self.contract = contract
        self.known: dict[Any, Law] = {}

    def after(self, state: Any) -> Law:
        """The law from a position."""
        if state not in self.known:
            result = self.contract.result(state)
            ended = {} if result is None else {Ended(tuple(result.values), result.by): Fraction(1)}
            self.known[state] = Law(ended, 0.0) if ended else self.tried(state)
        return self.known[state]

    def tried(self, state: Any) -> Law:
        """The same, where it is not over."""
        legal = self.contract.legal(state)
        nature = self.contract.to_move(state) == CHANCE
        weights = self.contract.weights(state) if nature else (1,) * len(legal)
        found: dict[Ended, Fraction] = defaultdict(Fraction)
        tree = math.log2(len(legal))
        for action, weight in zip(legal, weights, strict=True):
            share = Fraction(weight, sum(weights))
            following = self.after(self.contract.play(state, action)[0])
            tree += float(share) * following.tree
            for ended, chance in following.chances.items():
                found[longer(ended, len(legal))] += chance * share
        return Law(dict(found), tree)
