"""Grades puzzles: the level of a puzzle is the highest computer level that misses its ply."""

from __future__ import annotations

import random

from ..errors import LusoryError
from ..play.position import Position
from ..players import player
from ..players.levels import LEVELS

TRIES = 3
"""Each level chooses so often, by seeds of its own; it misses a ply that it does not choose most of the time."""


def level(position: Position, solution: int) -> int:
    """The highest level that misses the ply `solution`; 0 where none does."""
    return next((number for number in range(LEVELS, 0, -1) if misses(number, position, solution)), 0)


def misses(number: int, position: Position, solution: int) -> bool:
    """Whether a level chooses another ply, most of the time. Raises UnfitPlayer where the game cannot have it."""
    chooser = player(f"level:{number}", position.game)
    try:
        choices = [choice(chooser, position, seed) for seed in range(TRIES)]
    finally:
        chooser.close()
    return 2 * choices.count(solution) < TRIES


def choice(chooser: object, position: Position, seed: int) -> int | None:
    """The id of the ply that a player chooses; None where the player fails."""
    from ..players import Player

    assert isinstance(chooser, Player)
    chooser.begin()
    try:
        ply = chooser.choose(position, random.Random(seed))
    except LusoryError:
        return None
    return ply if isinstance(ply, int) else position.play(ply).past[-1].action
