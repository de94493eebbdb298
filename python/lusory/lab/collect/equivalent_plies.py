"""Equivalent first plies: those that a symmetry of the board maps to each other, where the rules respect it.

It is tested: random games are replayed in the mirror, ply by ply; the mirrored plies must be legal each time and the
games end alike. A rule that breaks a symmetry nearly always shows in the first games; this is no proof.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ...play.position import Position
from ...rules.events import CHANCE
from ...rules.game import Game
from ...rules.ply_images import Images, image_of_ply

TRIALS = 6
"""Random games for each symmetry."""
LONGEST = 120
"""The most plies of each that are compared."""


def mirror_all(game: Game, legal: tuple[int, ...], images: Images) -> list[int] | None:
    """The mirrored plies, ascending; None where one has no mirror."""
    ply_images = [image_of_ply(game, action, images) for action in legal]
    mirrored = [action for action in ply_images if action is not None]
    return sorted(mirrored) if len(mirrored) == len(ply_images) else None


def holds(game: Game, images: Images, rng: random.Random) -> bool:
    """Whether one random game and its mirror image agree."""
    position: Position = game.start()
    image_position: Position = game.start()
    for _ in range(LONGEST):
        if position.result is not None:
            break
        legal = position.moves().ids
        if mirror_all(game, legal, images) != list(image_position.moves().ids):
            return False
        action = rng.choice(legal)
        image = image_of_ply(game, action, images)
        if image is None or (position.to_move == CHANCE and image != action):
            return False
        position, image_position = position.follow(action), image_position.follow(image)
    ends = [None if at.result is None else (at.result.values, at.result.by) for at in (position, image_position)]
    return ends[0] == ends[1] and position.to_move == image_position.to_move


@lru_cache(maxsize=32)
def symmetries(game: Game) -> tuple[Images, ...]:
    """The symmetries of the board that the rules respect, as far as random games show; the identity first."""
    identity, *others = game.geometry.symmetries
    respected = [images for images in others if all(holds(game, images, random.Random(i)) for i in range(TRIALS))]
    return (identity, *respected)


def labels(game: Any) -> dict[str, str]:
    """For each first ply the name of all that are alike: the first of them in the order of plies, and how many they
    are (`b2 ×4`)."""
    start = game.start()
    legal = start.moves().ids
    text = start.contract.text
    if not isinstance(game, Game) or start.to_move == CHANCE:
        return {text(action): text(action) for action in legal}
    alike: dict[int, int] = {}
    for action in legal:
        images = (image_of_ply(game, action, symmetry) for symmetry in symmetries(game))
        alike[action] = min((image for image in images if image is not None), default=action)
    size = {first: sum(other == first for other in alike.values()) for first in alike.values()}
    return {text(a): text(f) if size[f] == 1 else f"{text(f)} ×{size[f]}" for a, f in alike.items()}
