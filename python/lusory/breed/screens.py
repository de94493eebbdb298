"""The screens: every threshold that a child must meet, in one table, the cheapest screen first."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

SCREENS: dict[str, str] = {
    "size": "the rules are short, the board and the number of different moves are within the budget",
    "plays": "a few random games: they end, and nobody is stuck at once",
    "random games": "length, draws, who wins, how much there is to choose, whether every end is used",
    "speed": "the rules are lowered to a program, or games are short: without, a ply takes ten times as long",
    "difference": "its random games are not those of a parent: something has changed",
    "novelty": "no known game is nearly the same",
    "hope": "with the best of skill, balance and course it would be better than the best known of its traits",
    "skill": "a search beats one of an eighth of its simulations",
    "balance": "a few games between equal searches: few draws; how open they stay, and how long",
    "niche": "it is better than the best known of its traits; what never matters is left out, the rest judged, by more "
    "games: both sides win",
}
"""The screens by their names, in order."""


class Bound(NamedTuple):
    """What a figure must be at a screen. low, high: None where it has no bound."""

    screen: str
    figure: str
    low: float | None
    high: float | None

    def holds(self, value: float) -> bool:
        """Whether a figure meets it; NaN, for one that is not known, does not."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def missed_side(self, value: float | None = None) -> Bound:
        """The side of it that a figure misses; its lower one where the figure is not known."""
        is_high = self.low is None or (value is not None and value >= self.low)
        return self._replace(low=None) if is_high and self.high is not None else self._replace(high=None)

    def expected(self, value: float | None = None) -> str:
        """The same in words."""
        side = self.missed_side(value)
        return f"{side.high:g} or less" if side.low is None else f"{side.low:g} or more"


TABLE: tuple[Bound, ...] = (
    Bound("size", "cells", 9, 150),
    Bound("size", "words", 2, 60),
    Bound("size", "moves known", 1, 100_000),
    Bound("plays", "completion", 0.75, None),
    Bound("plays", "plies", 5, 250),
    Bound("plays", "branching", 1.5, 400),
    Bound("random games", "completion", 0.98, None),
    Bound("random games", "plies", 8, 110),
    Bound("random games", "shortest", 3, None),
    Bound("random games", "branching", 2.5, 250),
    Bound("random games", "forced", None, 0.4),
    Bound("random games", "draws", None, 0.5),
    Bound("random games", "first", 0.2, 0.8),
    Bound("random games", "unused ends", None, 1),
    Bound("random games", "coverage", 0.15, None),
    Bound("speed", "plies not lowered", None, 30),
    Bound("difference", "difference", 0.02, None),
    Bound("novelty", "novelty", 1.5, None),
    Bound("hope", "hope", 0, None),
    Bound("skill", "skill", 0.65, None),
    Bound("balance", "draws played", None, 0.6),
    Bound("balance", "plies played", 8, 110),
    Bound("balance", "uncertainty", 0.12, None),
    Bound("balance", "decided after", 0.05, None),
    Bound("niche", "ahead", 0, None),
    Bound("niche", "novelty", 1.5, None),
    Bound("niche", "words", 2, 45),
    Bound("niche", "score", 0.12, 0.88),
    Bound("niche", "draws played", None, 0.4),
    Bound("niche", "plies played", 8, 110),
    Bound("niche", "uncertainty", 0.15, None),
    Bound("niche", "decided after", 0.1, None),
)
"""Every threshold."""

BUDGETS: dict[str, float] = {
    "first games at plays": 3,
    "games at plays": 8,
    "games at random games": 60,
    "games at difference": 32,
    "plies of a random game": 400,
    "games at skill": 6,
    "games at balance": 4,
    "games at niche": 8,
    "plies of a searched game": 140,
    "seconds of a screen": 5,
}
"""How much each screen plays at most. The clock is for monsters alone: what others take is counted in plies."""


VERSION = 3
"""Of what else decides what becomes of a child of a number: how it is made, how it is measured. Raised with either."""


def digest() -> str:
    """A short hash of the screens, their thresholds and budgets: runs with others come to figures of other meaning."""
    return hashlib.sha256(msgspec.json.encode((SCREENS, TABLE, BUDGETS, VERSION))).hexdigest()[:16]


def bounds(screen: str) -> list[Bound]:
    """The thresholds of a screen."""
    return [bound for bound in TABLE if bound.screen == screen]


def missed_bound(screen: str, figures: dict[str, float], names: Sequence[str] = ()) -> Bound | None:
    """The first threshold of a screen that figures do not meet. names: of the figures that are known by now, if not all
    are."""
    for bound in bounds(screen):
        value = figures.get(bound.figure, math.nan)
        if (not names or bound.figure in names) and not bound.holds(value):
            return bound
    return None


def missed_threshold(screen: str, figures: dict[str, float], names: Sequence[str] = ()) -> str:
    """The same in words; empty where they meet all."""
    bound = missed_bound(screen, figures, names)
    if bound is None:
        return ""
    value = figures.get(bound.figure)
    return f"{bound.figure} {figure_text(value)}, expected {bound.expected(value)}"


def figure_text(value: float | None) -> str:
    """A figure in a sentence."""
    return "unknown" if value is None else f"{value:.3g}"
