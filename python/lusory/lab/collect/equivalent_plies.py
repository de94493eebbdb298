"""Equivalent first plies: those that a symmetry of the board maps to each other, where the rules respect it.

It is tested: random games are replayed in the mirror, ply by ply; the mirrored plies must be legal each time and the
games end alike. A rule of the turn that breaks a symmetry nearly always shows in the first games. An end that breaks it
may be rare among random games, as a link of two edges is: where no proof says that an end respects the symmetry, it
must have ended one of the games for each player.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

from ...play.contract import seats
from ...play.position import Position
from ...rules.events import CHANCE
from ...rules.expression_text import spell
from ...rules.game import Game
from ...rules.ply_images import Images, image_of_ply
from ...rules.traversal import words
from ...solve.symmetry import unproven_ends

TRIALS = 6
"""Random games for each symmetry."""
MOST_TRIALS = 40
"""So many at most, while an end that is not proven to respect it has ended none."""
LONGEST = 120
"""The most plies of each that are compared."""


def mirror_all(game: Game, legal: tuple[int, ...], images: Images) -> list[int] | None:
    """The mirrored plies, ascending; None where one has no mirror."""
    ply_images = [image_of_ply(game, action, images) for action in legal]
    mirrored = [action for action in ply_images if action is not None]
    return sorted(mirrored) if len(mirrored) == len(ply_images) else None


class MirroredGame(NamedTuple):
    """A random game and its mirror image. agree: whether they went alike. by: what ended them, after a ply of which
    side, from 0; empty where nothing did, and side -1 where chance made the ply."""

    agree: bool
    by: str = ""
    side: int = -1


def mirrored_game(game: Game, images: Images, rng: random.Random) -> MirroredGame:
    """Plays a random game and its mirror image."""
    position: Position = game.start()
    image_position: Position = game.start()
    for _ in range(LONGEST):
        if position.result is not None:
            break
        legal = position.moves().ids
        if mirror_all(game, legal, images) != list(image_position.moves().ids):
            return MirroredGame(False)
        action = rng.choice(legal)
        image = image_of_ply(game, action, images)
        if image is None or (position.to_move == CHANCE and image != action):
            return MirroredGame(False)
        position, image_position = position.follow(action), image_position.follow(image)
    ends = [None if at.result is None else (at.result.values, at.result.by) for at in (position, image_position)]
    agree = ends[0] == ends[1] and position.to_move == image_position.to_move
    if not agree or position.result is None:
        return MirroredGame(agree)
    player, sides = position.past[-1].player, seats(position.contract, position.state) or ()
    return MirroredGame(agree, position.result.by, sides.index(player) if player in sides else -1)


def holds(game: Game, images: Images) -> bool:
    """Whether random games and their mirror images agree, and have tried each end that is not proven to respect the
    symmetry."""
    untried, trials = unproven_ends(game, images), 0
    while trials < TRIALS or (untried and trials < MOST_TRIALS):
        trial = mirrored_game(game, images, random.Random(trials))
        if not trial.agree:
            return False
        untried = tuple(
            (end, side) for end, side in untried if side != trial.side or trial.by not in map(spell, words(end))
        )
        trials += 1
    return not untried


@lru_cache(maxsize=32)
def symmetries(game: Game) -> tuple[Images, ...]:
    """The symmetries of the board that the rules respect, as far as random games show; the identity first."""
    identity, *others = game.geometry.symmetries
    return (identity, *(images for images in others if holds(game, images)))


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
