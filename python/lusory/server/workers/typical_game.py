"""Plays a typical opening for the lobby's pictures."""

from __future__ import annotations

import random

from ...play.position import Position
from ...players import legal, player, seen_by
from ...rules.events import CHANCE
from ...rules.game import Game

PLIES = 14
SIMULATIONS = 150
"""Simulations a ply: few, since a page waits for the picture."""
WHIM = 0.2
"""Share of random plies, so that pictures differ."""


def play_opening_moves(game: Game, simulations: int = SIMULATIONS, whim: float = WHIM) -> Position:
    """A game of some plies between two quick players, always the same; a random one where they cannot play."""
    rng = random.Random(game.hash)
    position = game.start()
    try:
        chooser = player(f"mcts:{simulations}", game)
    except Exception:
        chooser = player("random", game)
    for _ in range(PLIES):
        mover = position.to_move
        if mover is None:
            break
        if mover == CHANCE:
            position = position.chance(rng)
            continue
        view = seen_by(position, mover)
        ply = chooser.choose(view, rng) if rng.random() >= whim else rng.choice(legal(view))
        following = position.play(ply)
        if following.result:
            break
        position = following
    return position
