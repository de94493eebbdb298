"""What a player knows, as text: the information state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.events import Event
from .state import State

if TYPE_CHECKING:
    from .interpreter import Reference


def information(reference: Reference, state: State, viewer: int) -> str:
    """In a game with secrets: all the player has observed, in order. Otherwise: the whole state."""
    if not reference.tables.hidden:
        return board_text(reference, state)
    lines = [line(event) for event in state.log if event.seen_by is None or viewer in event.seen_by]
    lines.append(f"to move {reference.to_move(state)}")
    if state.result is not None:
        lines += [f"result {state.result.values}", board_text(reference, state)]
    return "\n".join(lines)


def line(event: Event) -> str:
    """One observation: who, what, where."""
    amount = str(event.amount) if event.amount else ""
    return " ".join(part for part in (str(event.player), event.kind, *event.cells, amount, event.piece) if part)


def board_text(reference: Reference, state: State) -> str:
    """Every piece by cell, and every counter that matters."""
    tables = reference.tables
    lines = []
    for plane, cells in enumerate(state.pieces):
        owner, kind = tables.piece(plane)
        if cells:
            lines.append(f"{owner} {kind}: {' '.join(tables.geometry.named(cells))}")
    lines.append(f"to move {reference.to_move(state)}, seats {state.seats}")
    counters = {"captured": state.captured, "scores": state.scores, "hands": state.hands, "quiet": state.quiet}
    lines += [f"{name} {values}" for name, values in counters.items() if any(values)]
    if not state.fresh:
        lines.append(f"turn so far: {' '.join(tables.geometry.named(state.moved))}")
    return "\n".join(lines)
