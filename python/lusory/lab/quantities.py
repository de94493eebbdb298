"""Quantities: numbers of a single game, by the names of their figures. Comparisons, and the goals of repairs, use them.
The end of a game determines some; others are counted while it is played, by the measures in `lab/measures` or by the
engine. A figure is the mean of such a number over games, or a ratio of two sums.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..errors import LusoryError
from .collect.observe import Observed
from .figures import BY, ended_by
from .measures import MEASURES, Measure
from .measures.length import PREFERRED

Part = tuple[float, float]
"""A number of a game, and its divisor when games are added up: 1 for a mean, 0 where the game has none."""


class Outcome(NamedTuple):
    """The outcome of one game. values: of each player. plies: its length. by: the end clause as it is spelled. cut: it
    reached the ply limit, and has no result. counted: its quantities that the end does not determine, by the names of
    their figures."""

    values: tuple[float, ...]
    plies: int
    by: str = ""
    cut: bool = False
    counted: Mapping[str, Part] = {}

    @property
    def drawn(self) -> bool:
        """Whether no player got the whole point; a game for one that is lost is none."""
        return 1.0 not in self.values and self.values != (0.0,)


class Quantity(NamedTuple):
    """A number of each game. name, unit: of the figure. of: what it is in one game. rare: it is 0 or 1 in each, and the
    figure a share of games. whole: games that were cut count, too. counted: the end of a game does not determine it.
    needs: what it requires besides games (see Measure). measured_most: no value lies above it."""

    name: str
    unit: str
    of: Callable[[Outcome], Part]
    rare: bool = False
    whole: bool = False
    counted: bool = False
    needs: str = ""
    measured_most: float = math.inf

    @property
    def top(self) -> float:
        """The upper bound of the figure; the lower is 0."""
        return 1.0 if self.unit in ("share", "points") else self.measured_most

    @property
    def few(self) -> bool:
        """Whether the quantity is a share of games, or the points of one. These lie from 0 to 1, and few games may
        differ."""
        return self.rare or self.unit == "points"

    @property
    def has_base(self) -> bool:
        """Whether its sum is divided by another sum than the number of games."""
        return self.counted or self.name == "duration"

    def most(self, limit: int) -> float | None:
        """No game of so many plies has more of it; None where that is unknown, and of ratios of sums, in which long
        games count for more. The least is 0."""
        if self.few:
            return 1.0
        maximum = {"plies": limit, "turns": limit, "duration": max(1.0, limit / PREFERRED - 1), **MOST}
        return maximum.get(self.name)


MOST = {"drama": 1.0, "lead change": 1.0, "uncertainty": 1.0, "killer moves": 2.0}
FEW_GAMES = ("hidden bits",)
"""Measured in the first games only, so not a quantity of each game."""
ENGINE = ("turns", "branching", "forced", "captures", "tree")
"""The quantities that the engine counts in random games, besides how they end."""


def won(player: int) -> Callable[[Outcome], Part]:
    """Whether this player got the whole point."""
    return lambda outcome: (float(outcome.values[player] == 1.0), 1.0)


def seats(players: int) -> tuple[str, ...]:
    """What the shares of the players are called."""
    return ("first", "second") if players == 2 else tuple(f"player {i + 1}" for i in range(players))


def length_quantity(name: str, plies: int) -> float:
    """The quantity of a length in plies: the length itself, or the duration."""
    return float(plies if name == "plies" else abs(plies - PREFERRED))


@lru_cache(maxsize=8)
def ending_quantities(players: int) -> tuple[Quantity, ...]:
    """The quantities that the end of a game determines."""
    return (
        *(Quantity(name, "share", won(i), rare=True) for i, name in enumerate(seats(players))),
        Quantity("draws", "share", lambda o: (float(o.drawn), 1.0), rare=True),
        Quantity("score", "points", lambda o: (o.values[0], 1.0)),
        Quantity("plies", "plies", lambda o: (length_quantity("plies", o.plies), 1.0)),
        Quantity("decisiveness", "share", lambda o: (float(not o.drawn), 1.0), rare=True),
        Quantity("completion", "share", lambda o: (float(not o.cut), 1.0), rare=True, whole=True),
        Quantity("duration", "", lambda o: (length_quantity("duration", o.plies), float(PREFERRED))),
        Quantity("odd lengths", "share", lambda o: (float(o.plies % 2), 1.0), rare=True),
    )


def counted_number(name: str) -> Callable[[Outcome], Part]:
    """A number that was counted; None where the game has none."""
    return lambda outcome: outcome.counted.get(name, (0.0, 0.0))


def watched_quantities() -> Iterable[Measure]:
    """Measures that compute a number from each observed game."""
    return (measure for measure in MEASURES if measure.per is not None and measure.name not in FEW_GAMES)


@lru_cache(maxsize=1)
def counted_quantities() -> tuple[Quantity, ...]:
    """The quantities that are counted while a game is played."""
    first = Quantity("turns", "turns", counted_number("turns"), whole=True, counted=True)
    quantities = (
        first._replace(
            name=quantity.name,
            unit=quantity.unit,
            of=counted_number(quantity.name),
            needs=quantity.needs,
            measured_most=quantity.most,
        )
        for quantity in watched_quantities()
    )
    return (first, *quantities)


def take(observed: Observed) -> dict[str, Part]:
    """The quantities of an observed game; of one that was cut, ratios of plies alone."""
    parts: dict[str, Part] = {"turns": (float(observed.turns), 1.0)} if observed.finished else {}
    for measure in watched_quantities():
        value = measure.per(observed) if measure.per is not None else None
        if isinstance(value, tuple):
            parts[measure.name] = value
        elif value is not None and observed.finished:
            parts[measure.name] = (value * measure.scale, 1.0)
    return parts


def ended_by_word(word: str) -> Quantity:
    """Whether an end clause with this word in it ended the game."""
    return Quantity(BY + word, "share", lambda o: (float(ended_by(o.by, word)), 1.0), rare=True)


def quantities(players: int) -> dict[str, Quantity]:
    """All quantities by their names, except those of end clauses."""
    return {quantity.name: quantity for quantity in (*ending_quantities(players), *counted_quantities())}


def quantity(name: str, players: int, ends: Iterable[str]) -> Quantity:
    """The quantity of this name. ends: the end clauses as the rules spell them. Raises LusoryError, which lists what
    there is."""
    by_name, words = quantities(players), end_words(ends)
    if name.startswith(BY) and name[len(BY) :] in words:
        return ended_by_word(name[len(BY) :])
    if name in by_name:
        return by_name[name]
    names = [*by_name, *(BY + word for word in words)]
    close = difflib.get_close_matches(name, names, 1, 0.7)
    hint = f"did you mean {close[0]}? " if close else ""
    raise LusoryError(f"{name} is no number of each game; {hint}there are: {', '.join(names)}")


def end_words(ends: Iterable[str]) -> list[str]:
    """The words of end clauses, in small letters, each once: of `Draw(Quiet(6))` draw and quiet. Of a class that tells
    its ends otherwise there are none."""
    return list(dict.fromkeys(word.lower() for end in ends for word in re.findall(r"\b[A-Z]\w*", end)))
