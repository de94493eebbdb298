"""Whether dice play: then not every ply is a choice of a player."""

from __future__ import annotations

from functools import lru_cache

from ..play.program import Program
from ..rules.events import CHANCE
from ..rules.game import Game
from ..rules.traversal import words
from ..rules.turns import Chance


@lru_cache(maxsize=16)
def has_chance(game: Game) -> bool:
    """Whether rules have chance plies."""
    return any(isinstance(word, Chance) for word in words(game))


def begins_with_chance(game: Game | Program) -> bool:
    """Whether the first ply is one of chance."""
    return game.start().to_move == CHANCE
