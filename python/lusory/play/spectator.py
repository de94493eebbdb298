"""The view of a spectator: public information only, what every player knows."""

from __future__ import annotations

import msgspec

from ..rules.events import SPECTATOR
from .contract import Picture
from .position import Position, last_cells

__all__ = ["SPECTATOR", "picture_for"]


def picture_for(position: Position, viewer: int | None) -> Picture:
    """The board as a viewer may see it: a player, SPECTATOR, or None for all of it. A finished game is open."""
    if viewer is None or not position.hidden or position.result is not None:
        return position.picture()
    if viewer != SPECTATOR:
        return position.view(viewer).picture
    pictures = [position.view(player).picture for player in range(position.contract.players)]
    index = pictures[0].geometry.index
    return msgspec.structs.replace(
        pictures[0],
        stones=tuple(s for s in pictures[0].stones if not s.hidden and all(s in other.stones for other in pictures)),
        last=tuple(index[name] for name in last_cells(position, SPECTATOR) if name in index),
        targets=(),
        notes=tuple(note for note in pictures[0].notes if all(note in other.notes for other in pictures)),
    )
