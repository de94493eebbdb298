"""The games of the library on boards that are small enough for many tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from lusory.games import Definition, library_games
from lusory.rules import Game

from ..own_games import NAMES

SIZES: dict[str, dict[str, Any]] = {
    "rex": {"size": 5},
    "oust": {"size": 3},
    "tanbo": {"size": 7},
    "geography": {"size": 4},
    "dots-and-boxes": {"boxes": 2},
    "go": {"komi": 0},
    "quoridor": {"size": 5},
    "phutball": {"columns": 9, "rows": 11},
}
"""Options other than the games' own defaults."""


class Smaller(Definition):
    """A game of the library with other defaults."""

    def __init__(self, definition: Definition, options: dict[str, Any]) -> None:
        super().__init__(definition.function)
        self.given = options

    def build(self, **options: object) -> Game:
        return super().build(**(self.given | options))

    __call__ = build


@cache
def games_by_name() -> dict[str, Definition]:
    """By name, all but those of tests/own_games."""
    return {
        name: Smaller(definition, SIZES.get(name, {}))
        for name, definition in library_games().items()
        if name not in NAMES
    }
