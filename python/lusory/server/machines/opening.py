"""A typical opening, for the pictures of the lobby."""

from __future__ import annotations

import random

from ...play.position import Position
from ...players import legal, player, seen_by
from ...rules.events import CHANCE
from ...rules.game import Game

PLIES = 14
SPEC = "mcts:150"


def opening(game: Game) -> Position:
    """A game of some plies between two quick players, always the same; a random one where they cannot play."""
    rng = random.Random(game.hash)
    position = game.start()
    try:
        chooser = player(SPEC, game)
    except Exception:
        chooser = player("random", game)
    for _ in range(PLIES):
        mover = position.to_move
        if mover is None:
            break
        if mover == CHANCE:
            position = position.chance(rng)
            continue
        seen = seen_by(position, mover)
        ply = chooser.choose(seen, rng) if rng.random() < 0.8 else rng.choice(legal(seen))
        following = position.play(ply)
        if following.result:
            break
        position = following
    return position
