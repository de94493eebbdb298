"""Test support: games of the catalogue that are rule values."""

from typing import Any

from lusory import load
from lusory.rules.game import Game


def rule_value(name: str, **options: Any) -> Game:
    """A game with its options. Python classes are none."""
    game = load(name, **options)
    assert isinstance(game, Game)
    return game
