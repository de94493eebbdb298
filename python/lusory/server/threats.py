"""Threats: the pieces that the next ply can capture or turn over, for a mark on the board."""

from __future__ import annotations

from ..play.position import Position

TAKEN = {"capture", "flip"}
"""Kinds of events that take a piece from its owner."""


def threatened_cells(position: Position) -> list[str]:
    """The names of the cells, sorted. Empty where a game has secrets (the answer would tell them), and where chance is
    to move."""
    mover = position.to_move
    if position.hidden or mover is None or mover < 0:
        return []
    events = (event for action in position.moves().ids for event in position.follow(action).events)
    return sorted({cell for event in events if event.kind in TAKEN for cell in event.cells})
