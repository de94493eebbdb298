"""What is known of a game by how it ended, and many of them added up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from .figures import Figure
from .intervals import Interval, bounded, lacking, mean, wilson


class Outcome(NamedTuple):
    """How one game ended. values: what each player got. plies: its length. by: the end clause, by its number or as it
    is spelled. cut: it was not over after as many plies as are allowed, and counts for nothing but itself."""

    values: tuple[float, ...]
    plies: int
    by: int | str
    cut: bool = False


def numbers(players: int) -> tuple[str, ...]:
    """What is known of each game by its outcome: the names of the figures."""
    seats = ("first", "second") if players == 2 else tuple(f"player {i + 1}" for i in range(players))
    return (*seats, "draws", "score", "plies")


def shares(players: int) -> tuple[str, ...]:
    """Those of `numbers` that are shares of games."""
    return numbers(players)[:-2]


def unit_of(name: str) -> str:
    """What a number is counted in."""
    return {"plies": "plies", "score": "points"}.get(name, "share")


def told(outcome: Outcome) -> tuple[float, ...]:
    """The numbers of one game, in the order of `numbers`. Who got all has won; where nobody has, it is a draw."""
    wins = [float(value == 1.0) for value in outcome.values]
    return (*wins, float(not any(wins)), outcome.values[0], float(outcome.plies))


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games added up. games: those that ended. cut: those that did not. sums, squares: of each number, by its name;
    whole games add up to the last bit alike, in whatever order."""

    games: int = 0
    cut: int = 0
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.cut + other.cut,
            added(self.sums, other.sums),
            added(self.squares, other.squares),
        )

    def mean(self, name: str) -> float:
        """Of the games that ended; at least one has."""
        return self.sums[name] / self.games

    def variance(self, name: str) -> float:
        """Of one game; from two games on."""
        spread = self.squares[name] - self.sums[name] ** 2 / self.games
        return max(0.0, spread) / (self.games - 1)


def added(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Sums by name; a name that one of them lacks counts nothing there."""
    return {name: one.get(name, 0.0) + other.get(name, 0.0) for name in {**one, **other}}


def tallied(outcomes: Iterable[Outcome], players: int) -> Tally:
    """Outcomes added up."""
    found = list(outcomes)
    rows = [told(outcome) for outcome in found if not outcome.cut]
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(numbers(players))
    named = dict(zip(numbers(players), columns, strict=True))
    sums = {name: math.fsum(column) for name, column in named.items()}
    squares = {name: math.fsum(x * x for x in column) for name, column in named.items()}
    return Tally(len(rows), len(found) - len(rows), sums, squares)


def figures(tally: Tally, players: int) -> Iterator[Figure]:
    """What a tally says, each number with its interval."""
    rare = shares(players)
    for name in numbers(players):
        if not tally.games:
            yield Figure(name, why="no game ended")
            continue
        found = found_of(tally, name, name in rare)
        unit, why = unit_of(name), lacking(found, tally.games)
        yield Figure(name, found.value, found.low, found.high, tally.games, unit, found.how, found.error, why)


def found_of(tally: Tally, name: str, share: bool) -> Interval:
    """The interval of one number."""
    if share:
        return wilson(tally.sums[name], tally.games)
    spread = tally.variance(name) if tally.games > 1 else 0.0
    return (bounded if name == "score" else mean)(tally.games, tally.mean(name), spread)
