"""The class State: everything that the rest of a game depends on, as one immutable value."""

from __future__ import annotations

import msgspec

from ..rules.events import Event, Result

Standing = tuple[tuple[int, ...], int, tuple[int, ...]]
"""A position as repetitions compare it: the pieces and the marked cells, the side to move, the players of the sides."""


class Pending(msgspec.Struct, frozen=True):
    """A placement committed and not yet answered. node: the Commit; choice: which announcement."""

    node: int
    target: int
    choice: int
    announced: int
    agenda: tuple[int, ...]


class LoggedPly(msgspec.Struct, frozen=True):
    """A ply of the referee's record. player: who made it. events: the number of events in the log after it."""

    player: int
    action: int
    events: int


class State(msgspec.Struct, frozen=True):
    """Equal states have equal futures. Sets of cells are bit masks; sides are counted from 0, players too.

    pieces: a set of cells for each (owner, kind). shown: those of them that all see; empty without secrets.
    side: to move. seats: the player of each side. turn: how many turns of the opening have begun.
    agenda: the rest of the turn (see move_generation.py). fresh: the turn has not begun.
    to, origin, heading, just, moved, visited: of this turn's plies. lasts: (side, cell, whether it is public) of
    recent plies, newest last.
    captured, scores: one a side. hands: one a (side, kind). quiet: a counter for each Quiet. standings: how
    often each position has occurred, for Repeats.
    happened: what this turn has done, for Quiet. told: which Tell has been announced for which side.
    out: sides that have lost. acted: a player has made a ply in this turn. again: the same side has another turn.
    dice: the last roll. marks: the sets of marked cells (see `layers_of_marks`). pending: a placement to be
    answered. log, plies: all events and all plies, if the game has secrets.
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
    marks: tuple[int, ...] = ()
