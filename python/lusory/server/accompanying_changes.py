"""Changes that are stored in the transaction of the entries that cause them."""

from __future__ import annotations

import msgspec

from .changes import Change
from .conditional_moves import read, rest_of
from .live_table import LiveTable
from .store import SeatChange
from .store.conditional_moves import followed


def follow_plans(live: LiveTable, change: Change) -> SeatChange | None:
    """Conditional moves go on with the game."""
    entries, ply = change.entries, change.table.ply
    if live.table.hidden or not any(entry.kind in ("ply", "undo") for entry in entries):
        return None

    def following(plan: str) -> str | None:
        rest = rest_of(read(plan), entries, ply)
        return msgspec.json.encode(rest).decode() if rest and not change.table.ending else None

    return followed(live.table.id, following)


def together(*changes: SeatChange | None) -> SeatChange | None:
    """Several changes as one, made in their order until one cannot be made."""
    seat_changes = [change for change in changes if change is not None]
    if len(seat_changes) < 2:
        return seat_changes[0] if seat_changes else None
    return lambda c: all(change(c) for change in seat_changes)
