"""`mirror`: answers each ply with its mirror image, a strategy that wins many games for the second player.

Its score tells whether a game needs protection against it: `lusory measure GAME --player mcts:1000 --second mirror`.
"""

from __future__ import annotations

import math
import random
from typing import Any

from ..play.position import Position
from ..rules.game import Game
from ..rules.geometry import Geometry
from ..rules.ply_images import Images, image_of_ply
from .player import Player, Seen, legal
from .spec import PlayerKind


class MirrorPlayer(Player):
    """Plays the mirror image of the opponent's last ply where that is legal, else any legal ply."""

    def __init__(self, game: Game) -> None:
        self.game, self.images = game, reflection(game.geometry)

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        plies = legal(seen)
        assert isinstance(seen, Position)
        mover = seen.to_move
        theirs = [past_ply.action for past_ply in seen.past if past_ply.player not in (mover, -1)]
        own_plies = sum(past_ply.player == mover for past_ply in seen.past)
        image = image_of_ply(self.game, theirs[own_plies], self.images) if len(theirs) > own_plies else None
        return image if image in plies else rng.choice(plies)


def reflection(geometry: Geometry) -> Images:
    """The symmetry of order two that moves the cells farthest: the half turn, where the board has one."""

    def far(images: Images) -> float:
        spots = geometry.centres
        return round(math.fsum(math.dist(spots[cell], spots[image]) for cell, image in enumerate(images)), 6)

    involutions = [images for images in geometry.symmetries if all(images[images[cell]] == cell for cell in images)]
    return max(involutions, key=far)


def unfit(game: Any) -> str:
    """Why the player cannot play a game; empty where it can."""
    if not isinstance(game, Game):
        return "it must be a rule value, of which the symmetries are known; use random"
    if game.start().hidden:
        return "what is hidden cannot be copied; use random"
    if len(game.geometry.symmetries) < 2:
        return "its board has no symmetry; use random"
    return "" if game.players == 2 else f"it copies one opponent, and this game has {game.players - 1}; use random"


MIRROR = PlayerKind(
    "mirror",
    ("mirror",),
    "the mirror image of the opponent's last ply, where that is legal",
    lambda argument, game: MirrorPlayer(game),
    unfit,
)
