"""Measures of the lead: how it changes, by the value of the position to the players, ply by ply.

Before ply i the mover's search evaluates the position for the first player; twice that value less 1 is the advantage
a(i), from -1 to 1. Plies without a search (where only one was legal, say) are left out. The names and the ideas are
Browne's (2009, Automatic generation and evaluation of recombination games; Browne and Maire 2010); where a formula
departs from his, its docstring says so. All figures depend on the number of simulations: a weak search changes its
evaluation often, and is biased towards the player to move. So a separate judge can evaluate the positions (`--judge
mcts:N`), values before plies of different players are averaged in pairs where the sign or the direction of change
counts, and a lead below CLEAR counts as no lead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from ..collect.observe import Observed
from .registry import per_game

CLEAR = 0.05
"""An advantage below this is within the noise of a search: neither player leads."""
STEPS = 2
"""The least number of values from which changes are measured."""


def advantages(game: Observed, least: int = 1) -> Sequence[float] | None:
    """The advantages of a finished game of two players, in the order of plies; None where there are too few."""
    parts = [advantage for _, advantage in game.advantages]
    return parts if len(game.values) == 2 and len(parts) >= least else None


def pair_means(game: Observed, least: int = 1) -> Sequence[float] | None:
    """The means of each two consecutive advantages reported before plies of different players, in which the bias of a
    search towards the player to move cancels; consecutive ones before plies of one player stay as they are."""
    values = advantages(game, least + 1)
    if values is None:
        return None
    movers = [game.movers[ply] for ply, _ in game.advantages]
    pairs = zip(pairwise(values), pairwise(movers), strict=True)
    return [(a + b) / 2 if mover != next_mover else b for (a, b), (mover, next_mover) in pairs]


@per_game("drama", needs="values", most=1.0)
def drama(game: Observed) -> float | None:
    """How far behind the winner was while being behind: the mean of √(-a) over the plies at which the later winner's
    advantage a was negative; 0 for a game in which it never was. Games without a winner do not count. From 0 to 1
    (Browne and Maire 2010)."""
    values = advantages(game)
    if values is None or game.winner is None:
        return None
    side = 1 if game.winner == 0 else -1
    behind = [-side * a for a in values if side * a < 0]
    return math.fsum(map(math.sqrt, behind)) / len(behind) if behind else 0.0


@per_game("drama at half", needs="half", most=1.0)
def drama_at_half(game: Observed) -> float | None:
    """The drama as a judge of half the simulations sees it. A verdict is given only where both agree."""
    return drama(by_half(game)) if game.half else None  # type: ignore[return-value]


def by_half(game: Observed) -> Observed:
    """The game with the values of the judge that has half the simulations."""
    return msgspec.structs.replace(game, worth=game.half)


def excitement(game: Observed) -> float | None:
    """The drama of one game."""
    value = drama(game)
    return None if isinstance(value, tuple) else value


@per_game("decided after", needs="values", unit="share")
def decided_after(game: Observed) -> float | None:
    """When a game is decided: the part of its plies after which the winner was ahead at every reported value, to
    the end. 0: the winner led throughout, 1: the winner was behind until the last value. Of games with a winner.
    (Thompson 2000 calls for it as decisiveness: that a lead can be converted into a win.)"""
    parts = [(ply, advantage) for ply, advantage in game.advantages]
    if len(game.values) != 2 or game.winner is None or not parts:
        return None
    side = 1 if game.winner == 0 else -1
    behind = [ply for ply, advantage in parts if side * advantage <= 0]
    return (behind[-1] + 1) / len(game.plies) if behind else 0.0


@per_game("decisive lead", needs="values", most=1.0)
def decisive_lead(game: Observed) -> float | None:
    """How large a lead was lost in a game: the most that the later loser was ahead, 0 to 1; 0 where it never was. The
    mean over games with a winner; a lead beyond it mostly decides."""
    values = advantages(game)
    if values is None or game.winner is None:
        return None
    side = 1 if game.winner == 0 else -1
    return max(0.0, *(-side * a for a in values))


@per_game("lead change", needs="values", most=1.0)
def lead_change(game: Observed) -> float | None:
    """How often the lead changes hands: the share of steps from one value to the next between which the sign of the
    advantage changes; a position in which nobody is ahead by 0.05 leaves the lead where it was (Browne and Maire 2010,
    without that threshold). Of values averaged in pairs, so that whose turn it is does not count."""
    return changes(game)


@per_game("lead change at half", needs="half", most=1.0)
def lead_change_at_half(game: Observed) -> float | None:
    """The lead change as a judge of half the simulations sees it. A verdict is given only where both agree."""
    return changes(by_half(game)) if game.half else None


def changes(game: Observed) -> float | None:
    """The share of steps at which the lead changes hands."""
    values = pair_means(game, STEPS)
    if values is None:
        return None
    is_leading = [a > 0 for a in values if abs(a) >= CLEAR]
    return sum(a != b for a, b in pairwise(is_leading)) / (len(values) - 1)


@per_game("uncertainty", needs="values", most=1.0)
def uncertainty(game: Observed) -> float | None:
    """How open a game is: the mean over plies of 1 - |a|. 1 is even throughout, 0 is decided from the first ply.
    (Browne compares the growth of the lead with a straight line; this is the plain mean.)"""
    values = advantages(game)
    return None if values is None else math.fsum(1 - abs(a) for a in values) / len(values)


@per_game("killer moves", needs="values", most=2.0)
def killer_moves(game: Observed) -> float | None:
    """The largest step of a game: the maximum of |a(i+1) - a(i)|, from 0 to 2. (Browne counts what a move brings its
    mover; a search sees the gain of its own move before it makes it, so here steps towards either player count.)"""
    values = advantages(game, STEPS)
    return None if values is None else max(abs(b - a) for a, b in pairwise(values))


@per_game("permanence", needs="values", most=1.0)
def permanence(game: Observed) -> tuple[float, float] | None:
    """How much of what a ply brings is still there after the reply: with steps d(i) = a(i+1) - a(i), one minus the part
    of each that the next step takes back, min(|d(i)|, |d(i+1)|) where their signs differ, weighted by |d(i)|; a ratio
    of sums over games. (Browne's idea; the weights are ours, so that small wavering counts for little.) Of values
    averaged in pairs, so that whose turn it is does not count."""
    values = pair_means(game, STEPS + 1)
    if values is None:
        return None
    steps = [b - a for a, b in pairwise(values)]
    size = math.fsum(abs(d) for d in steps[:-1])
    reversed_gain = math.fsum(min(abs(d), abs(e)) for d, e in pairwise(steps) if d * e < 0)
    return (size - reversed_gain, size) if size else None


@per_game("permanence at half", needs="half", most=1.0)
def permanence_at_half(game: Observed) -> tuple[float, float] | None:
    """The permanence as a judge of half the simulations sees it. A verdict is given only where both agree."""
    return permanence(by_half(game)) if game.half else None  # type: ignore[return-value]
