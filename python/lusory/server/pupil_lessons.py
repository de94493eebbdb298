"""Which finished games pupils learn from: those that a person has played with one of his own to an end by the rules."""

from __future__ import annotations

import msgspec

from .allowed_players import pupil_of
from .changes import Change
from .live_table import LiveTable
from .store import SeatChange
from .store.pupil_lessons import lesson, unfinished
from .table.table import ABORTED, CLOSED

BROKEN_OFF = (ABORTED, CLOSED, "agreement", "resignation", "time")
"""How games end that have no end by the rules: there is nothing to learn from."""


def lesson_of(live: LiveTable, change: Change) -> SeatChange | None:
    """What a change of a table leaves for the pupils that sit there."""
    seats: dict[str, list[int]] = {}
    for player, kind in enumerate(change.table.kinds):
        if pupil := pupil_of(kind):
            seats.setdefault(pupil, []).append(player)
    end, was_over = change.summary, live.table.ending is not None
    if not seats or not change.table.people():
        return None
    if not end.finished or end.result is None:
        return unfinished(live.table.id) if was_over else None
    if was_over or end.by in BROKEN_OFF:
        return None
    return lesson(live.table.id, change.entries, seats, msgspec.json.decode(end.result, type=list[float]))
