"""Whether every turn of a game ends, whatever its player does."""

from __future__ import annotations

from typing import Any

from ..rules.cells import Visited
from ..rules.game import Game
from ..rules.plies import ActionWord, Hop
from ..rules.traversal import words
from ..rules.turns import Repeat
from ..rules.word import And, Not


def every_turn_ends(game: Game) -> bool:
    """Whether no turn can go on for ever, as far as its words tell: each ply that is repeated takes a piece by a jump,
    or goes to a cell that was not visited in this turn."""
    repeats = (word for word in words((*game.opening, game.turn)) if isinstance(word, Repeat))
    return all(map(uses_something_up, (ply for word in repeats for ply in words(word.ply))))


def uses_something_up(word: Any) -> bool:
    """Whether a ply cannot be made for ever; so for words that are none."""
    if not isinstance(word, ActionWord):
        return True
    if isinstance(word, Hop) and word.captures:
        return True
    to = getattr(word, "to", None)
    parts = to.parts if isinstance(to, And) else (to,)
    return any(isinstance(part, Not) and isinstance(part.of, Visited) for part in parts)
