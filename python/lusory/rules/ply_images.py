"""The plies that a symmetry of the board makes of plies."""

from __future__ import annotations

from .game import Game

Images = tuple[int, ...]
"""A symmetry: for each cell the one that takes its place."""


def image_of_ply(game: Game, action: int, images: Images) -> int | None:
    """The id of the ply that a symmetry makes of this one; None where it is not known what that is."""
    actions, cells = game.actions, len(images)
    key, place = actions.split(action)
    base = actions.blocks[key][0]
    if key[0] in ("cell", "lift"):
        return int(base + images[place])
    if key[0] in ("move", "jump"):
        origin, landing = divmod(place, cells)
        return int(base + images[origin] * cells + images[landing])
    return action if key[0] in ("word", "roll") else None
