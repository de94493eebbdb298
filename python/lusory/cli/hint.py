"""A hint for a person: the ply that `best` would play, and its value."""

from __future__ import annotations

import random
from typing import NamedTuple

from ..play.position import Position
from ..texts import gettext
from .match import percent

ADVISER = "best:1s"


class Hint(NamedTuple):
    """value: of the position for who is to move, 0 to 1; None where there was nothing to choose."""

    ply: str
    value: float | None

    def __str__(self) -> str:
        if self.value is None:
            return gettext("Hint: %(ply)s") % {"ply": self.ply}
        shares = {"ply": self.ply, "share": percent(self.value, 0)}
        return gettext("Hint: %(ply)s (%(share)s for who is to move)") % shares


def find_hint(position: Position, mover: int) -> Hint:
    """A hint for the player to move, from what he may know. Takes about a second. Raises LusoryError."""
    from ..players import player, seen_by

    adviser = player(ADVISER, position.game)
    try:
        choice = adviser.choose(seen_by(position, mover), random.Random(position.ply))
        ply = position.contract.text(choice) if isinstance(choice, int) else choice
        return Hint(ply, adviser.thought and adviser.thought.value)
    finally:
        adviser.close()
