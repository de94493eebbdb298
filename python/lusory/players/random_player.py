"""The player that takes any legal ply."""

from __future__ import annotations

import random

from ..play.view import View


class RandomPlayer:
    """Any legal ply, all equally likely."""

    def choose(self, view: View, rng: random.Random) -> str:
        """See Player."""
        return rng.choice(view.moves)
