"""The games that breeding begins with: known ones, on boards small enough to be played thousands of times."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from ..errors import LusoryError
from ..games import catalogue
from ..play.catalogue import load
from ..rules.game import Game
from ..rules.options import Definition
from ..rules.traversal import words
from .screens import bounds

CELLS = 81
"""Founders with an option for the size are taken in the largest that has no more cells."""
LONGER = 1.5
"""Rules of a founder may have so many times the words that a child may have."""


def founders(names: Sequence[str] = ()) -> list[Game]:
    """The games of these names or files, else those of the catalogue that are short enough; each of its own name.

    Raises LusoryError for a game that cannot be bred from: for other than two players, or with secret placements.
    """
    if not names:
        return [game for game in known_founders() if not unfit(game) and is_short(game)]
    games = [load_founder(name) for name in names]
    for name, game in zip(names, games, strict=True):
        check_fit(game, name)
    return games


def check_fit(game: Game, name: str) -> None:
    """Raises LusoryError for a game that has no children."""
    if fault := unfit(game):
        raise LusoryError(f"{name} cannot be bred from: {fault}")


def unfit(game: Game) -> str:
    """Why a game has no children; empty where it may have."""
    if game.players != 2:
        return f"it is for {game.players}, expected a game for two"
    if game.has_secrets:
        return "it has secret placements"
    return ""


def is_short(game: Game) -> bool:
    """Whether its rules and its board are of a size that children of it may have, or not much larger. A game that is
    named may be of any size; most of its children fail the first screen."""
    limits = {bound.figure: bound.high or 0.0 for bound in bounds("size")}
    return rule_words(game) <= LONGER * limits["words"] and len(game.geometry.names) <= limits["cells"]


def rule_words(game: Game) -> int:
    """How many words the rules have."""
    return sum(1 for _ in words((game.turn, game.opening, game.effects, game.ends)))


def load_founder(name: str) -> Game:
    """A game by its name or file. Raises LusoryError for a Python class, which has no words."""
    definition = catalogue().get(name)
    if definition is not None:
        return on_small_board(definition)
    game = load(name)
    if not isinstance(game, Game):
        raise LusoryError(f"{name}: a game written in Python has no words to vary: expected a rule value")
    return game


@lru_cache(maxsize=1)
def known_founders() -> tuple[Game, ...]:
    """Every game of the catalogue, on a board that is not too large."""
    return tuple(on_small_board(definition) for _, definition in sorted(catalogue().items()))


def on_small_board(definition: Definition) -> Game:
    """A game as it is; where its board is too large and the size an option, in the largest that is not."""
    game = definition.build()
    most = len(game.geometry.names)
    if most <= CELLS or "size" not in {option.name for option in definition.options}:
        return with_catalogue_name(game, definition.name)
    smaller = (attempt(definition, size) for size in range(most, 1, -1))
    fitting = (
        small_game for small_game in smaller if small_game is not None and len(small_game.geometry.names) <= CELLS
    )
    return with_catalogue_name(next(fitting, game), definition.name)


def attempt(definition: Definition, size: int) -> Game | None:
    """The game in this size, if there is one."""
    try:
        return definition.build(size=size)
    except LusoryError:
        return None


def with_catalogue_name(game: Game, name: str) -> Game:
    """The game under the name of the catalogue."""
    return game if game.name == name else msgspec.structs.replace(game, name=name)
