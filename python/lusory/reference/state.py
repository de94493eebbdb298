"""A state: all that can still matter, as one immutable value."""

from __future__ import annotations

import msgspec

from ..rules.events import Event, Result

Standing = tuple[tuple[int, ...], int, tuple[int, ...]]
"""What a repetition compares: the pieces, the side to move, the players of the sides."""


class Pending(msgspec.Struct, frozen=True):
    """A placement committed and not yet answered. node: the Commit; choice: which announcement."""

    node: int
    target: int
    choice: int
    announced: int
    agenda: tuple[int, ...]


class LoggedPly(msgspec.Struct, frozen=True):
    """A ply of the referee's record. player: who made it. events: how many events the log held after it."""

    player: int
    action: int
    events: int


class State(msgspec.Struct, frozen=True):
    """Equal states have equal futures. Sets of cells are bit masks; sides are counted from 0, players too.

    pieces: a set of cells for each (owner, kind). shown: which of them everybody sees; empty without secrets.
    side: to move. seats: the player of each side. turn: how many turns of the opening have begun.
    agenda: what is left of the turn (see options.py). fresh: the turn has not begun.
    to, origin, heading, just, moved, visited: of this turn's plies. lasts: (side, cell, whether everybody knows it)
    of recent plies, newest last.
    captured, scores: one a side. hands: one a (side, kind). quiet: a counter for each Quiet. standings: how
    often each was seen, for Repeats.
    happened: what this turn has done, for quiet turns. told: which Tell has been said for which side.
    out: sides that have lost. acted, again: the turn moves on to the next side, or to the same once more.
    dice: the last roll. pending: a placement to be answered. log, plies: all events and all plies, where the game
    has secrets.
    """

    pieces: tuple[int, ...]
    shown: tuple[int, ...]
    side: int
    seats: tuple[int, ...]
    turn: int
    agenda: tuple[int, ...]
    captured: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    quiet: tuple[int, ...]
    fresh: bool = True
    to: int = 0
    origin: int = 0
    heading: int = 0
    just: int = 0
    moved: int = 0
    visited: int = 0
    lasts: tuple[tuple[int, int, bool], ...] = ()
    standings: frozenset[tuple[Standing, int]] = frozenset()
    happened: int = 0
    told: int = 0
    out: int = 0
    acted: bool = False
    again: bool = False
    dice: int = 0
    pending: Pending | None = None
    log: tuple[Event, ...] = ()
    plies: tuple[LoggedPly, ...] = ()
    result: Result | None = None
