"""Precomputed for the lobby: a typical opening and the mean length of each shipped game.

It comes with the package (`data/openings.json`, made by `make docs`), so that the first visit waits for nothing.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from ..play.bench import bench
from ..play.position import Position
from ..rules.game import Game

SAMPLE = 60
"""Random games from which the length of a game is estimated."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """hash: of the game. plies: as texts. length: about how many plies random games have."""

    hash: str
    plies: tuple[str, ...]
    length: int


@cache
def openings() -> dict[str, Opening]:
    """All that came with the package, by the hashes of the games."""
    text = (files("lusory.server") / "data" / "openings.json").read_bytes()
    return {opening.hash: opening for opening in msgspec.json.decode(text, type=dict[str, Opening]).values()}


def length(game: Game) -> int:
    """The mean number of plies of random games; estimated where the package has no figure."""
    opening = openings().get(game.hash)
    return opening.length if opening else round(bench(game, games=SAMPLE, costs=False).length)


def opening_position(game: Game) -> Position | None:
    """The position after the typical opening; None where none came with the package."""
    opening = openings().get(game.hash)
    if opening is None:
        return None
    position = game.start()
    for text in opening.plies:
        position = position.play(text)
    return position
