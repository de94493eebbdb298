"""Which positions can be solved, and the reason where one cannot."""

from __future__ import annotations

from typing import Any

from ..errors import LusoryError
from ..play.position import Position
from ..rules.game import Game


class Unsolvable(LusoryError):
    """Raised for a game that cannot be solved, with the reason."""


def check_begun_at_start(position: Position) -> None:
    """Raises Unsolvable where the plies begin at a diagram: files of proofs and tables name those from the start."""
    if not position.is_from_start:
        raise Unsolvable("this game began with a diagram: a proof or a table is written for one from the start only")


def game_for_two(position: Position) -> Game:
    """The rules of a position. Raises Unsolvable for a game written as a class, or not for two."""
    game: Any = position.game
    if not isinstance(game, Game):
        raise Unsolvable("a program decides this game: only games given by rules can be solved")
    if game.players != 2:
        raise Unsolvable(f"a game for {game.players}: only games for two can be solved")
    return game
