"""What a player is."""

from __future__ import annotations

import random
from typing import Protocol

from ..play.view import View


class Player(Protocol):
    """Chooses plies from what one player may know. It gets a View, never a Position, so no secret can leak to it."""

    def choose(self, view: View, rng: random.Random) -> str:
        """One of `view.moves`. All chance comes from `rng`."""
