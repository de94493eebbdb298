"""The form in which positions and events travel between Python and the engine: MessagePack, fields by name.

The engine declares the same in Rust (event.rs, history.rs, machine/dump.rs, machine/ending.rs of crates/engine). Cells,
kinds, sides and clauses are numbers; sets of cells are lists of cells. A side or player has one entry in each list.
"""

from __future__ import annotations

import msgspec

Cells = tuple[int, ...]
Agenda = tuple[tuple[int, bool], ...]
"""The nodes of the turn still to come, and whether the turn may be ended before each."""
WitnessPart = tuple[tuple[str, int], Cells]
"""A part of a reason: `to`, `origin`, `just`; `own` or `enemy`, whose last ply, how many ago; `told`, which fact;
`set`, which set of pieces; `mark`, which mark; and its cells."""


class EventForm(msgspec.Struct, frozen=True):
    """An event. piece: its kind; seen_by: who alone may know of it."""

    kind: str
    cells: Cells
    player: int
    amount: int
    piece: int | None
    witness: tuple[WitnessPart, ...]
    seen_by: int | None


class PlyForm(msgspec.Struct, frozen=True):
    """A ply of the record."""

    player: int
    action: int
    events: tuple[EventForm, ...]


class StandingForm(msgspec.Struct, frozen=True):
    """A position at the start of an earlier turn. pieces: and then the marked cells."""

    pieces: tuple[Cells, ...]
    side: int
    seats: tuple[int, ...]


class PendingForm(msgspec.Struct, frozen=True):
    """A placement committed and not yet answered."""

    node: int
    target: int
    choice: int
    announced: Cells
    agenda: Agenda


class EndingForm(msgspec.Struct, frozen=True):
    """How the game ended. end: the number of the clause; none where no side had a ply."""

    values: tuple[float, ...]
    end: int | None
    witness: Cells
    counts: tuple[int | None, ...] | None


class PositionForm(msgspec.Struct, frozen=True):
    """A position: the fields of reference.state.State. told: the numbers of facts; lasts: side, cell, is it public."""

    pieces: tuple[Cells, ...]
    shown: tuple[Cells, ...]
    moved: Cells
    visited: Cells
    marks: tuple[Cells, ...]
    side: int
    seats: tuple[int, ...]
    turn: int
    agenda: Agenda
    fresh: bool
    acted: bool
    again: bool
    happened: int
    out: int
    to: int | None
    origin: int | None
    just: int | None
    heading: int | None
    dice: int
    captured: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    quiet: tuple[int, ...]
    told: tuple[int, ...]
    lasts: tuple[tuple[int, int | None, bool], ...]
    standings: tuple[StandingForm, ...]
    pending: PendingForm | None
    result: EndingForm | None
    past: tuple[PlyForm, ...]


encode = msgspec.msgpack.Encoder().encode
read_position = msgspec.msgpack.Decoder(PositionForm).decode
read_events = msgspec.msgpack.Decoder(tuple[EventForm, ...]).decode
