"""`random`: chooses a legal ply uniformly."""

from __future__ import annotations

import random

from .player import Player, Seen, legal
from .spec import PlayerKind


class RandomPlayer(Player):
    """Any legal ply, all equally likely."""

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        return rng.choice(legal(seen))


RANDOM = PlayerKind("random", ("random",), "any legal ply, all equally likely", lambda argument, game: RandomPlayer())
