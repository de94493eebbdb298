"""Measures as curves: numbers by ply of the game, and the distribution of lengths."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.events import CHANCE
from .. import intervals
from ..collect.collected import Collected
from ..collect.observe import Observed
from ..collect.tallies import Counts, Moments
from ..figures import Curve, Histogram, Point
from .registry import GameContext, along_plies, totals_measure


def mean_curve(name: str, collected: Collected, unit: str, missing_reason: str) -> Curve:
    """The mean at each ply, of the games that got there."""
    curve = collected.curves.get(name)
    if not curve or not any(moments.n for moments in curve):
        return Curve(name, unit=unit, why=missing_reason)
    return Curve(name, tuple(point(ply, moments, unit) for ply, moments in enumerate(curve) if moments.n), unit)


def point(ply: int, moments: Moments, unit: str) -> Point:
    """A place of a curve: shares have Wilson's interval, other numbers that of a mean; nothing is below 0."""
    share = unit == "share"
    interval = (
        intervals.wilson(moments.mean * moments.n, moments.n) if share else intervals.clip(moments.interval(), 0.0)
    )
    return Point(float(ply), interval.value, interval.low, interval.high, moments.n)


@along_plies("branching", unit="plies")
def branching(game: Observed) -> Iterator[tuple[int, float]]:
    """Legal plies after so many plies, where it is a player's turn, not chance's."""
    return ((ply, float(count)) for ply, count in before_players(game))


@along_plies("forced", unit="share")
def forced(game: Observed) -> Iterator[tuple[int, float]]:
    """The share of games in which there is just one legal ply after so many plies, of those in which it is a player's
    turn, not chance's."""
    return ((ply, float(count == 1)) for ply, count in before_players(game))


def before_players(game: Observed) -> Iterator[tuple[int, int]]:
    """The number of each ply of a player, from 0, and how many plies were legal before it."""
    return ((ply, count) for ply, count in enumerate(game.choices) if game.movers[ply] != CHANCE)


@along_plies("captures", unit="pieces")
def captures(game: Observed) -> Iterator[tuple[int, float]]:
    """Pieces captured by the ply after so many plies."""
    counts = game.captures or (0,) * len(game.plies)
    return ((ply, float(count)) for ply, count in enumerate(counts))


@along_plies("value", needs="values")
def value(game: Observed) -> Iterator[tuple[int, float]]:
    """How far the leader is ahead after so many plies: the mean of |a|, the advantage that a search reports. Of
    finished games of two."""
    return ((ply, abs(advantage)) for ply, advantage in game.advantages if len(game.values) == 2)


@along_plies("hidden bits", unit="bits", needs="hidden")
def hidden_bits(game: Observed) -> Iterator[tuple[int, float]]:
    """How much is hidden from the player to move after so many plies (see the figure)."""
    return ((ply, bits) for ply, bits in enumerate(game.bits) if bits is not None)


@totals_measure("still going", kind="curve", unit="share")
def still_going(collected: Collected, context: GameContext) -> Curve:
    """The share of games that are not over after so many plies; those cut off are not over. Wilson's interval."""
    games, points = collected.games, []
    remaining = games
    for ply, finished in enumerate(collected.plies.often):
        remaining -= finished
        interval = intervals.wilson(remaining, games)
        points.append(Point(float(ply), interval.value, interval.low, interval.high, games))
    return Curve("still going", tuple(points), "share", why="" if points else "no game is behind it")


@totals_measure("positions", kind="curve", unit="positions")
def positions(collected: Collected, context: GameContext) -> Curve:
    """How many different positions there are after so many plies, with all that the rules remember of them: counted, as
    far as some ten thousand plies lead, and not estimated. Positions that a symmetry takes into each other are
    several."""
    points = tuple(
        Point(float(ply), float(count), float(count), float(count), 0) for ply, count in enumerate(context.positions)
    )
    return Curve("positions", points, "positions", why="" if points else "positions of this game cannot be told apart")


@totals_measure("plies", kind="histogram", unit="plies")
def plies(collected: Collected, context: GameContext) -> Histogram:
    """How many finished games had so many plies."""
    return histogram("plies", collected.plies)


@totals_measure("turns", kind="histogram", unit="turns")
def turns(collected: Collected, context: GameContext) -> Histogram:
    """How many finished games had so many turns."""
    return histogram("turns", collected.turns)


MOST_BARS = 200


def histogram(name: str, counts: Counts) -> Histogram:
    """Bars from the least to the greatest; of many numbers a bar takes several."""
    often = counts.often
    least = next((n for n, count in enumerate(often) if count), len(often))
    width = 1 + (len(often) - least - 1) // MOST_BARS if often else 1
    lows = range(least, len(often), width)
    bars = tuple(sum(often[low : low + width]) for low in lows)
    return Histogram(name, tuple(map(float, lows)), bars, float(width), name, "" if bars else "no game is behind it")
