"""Shelves: folders of games as JSON files that stand beside the games of the package, as those that were bred.

The environment variable LUSORY_SHELF names one, so that worker processes have the same games.
"""

from __future__ import annotations

import json
import os
import warnings
from functools import cache, cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import LusoryError
from ..rules import codec
from ..rules.about import About
from ..rules.game import Game
from ..rules.options import Definition

VARIABLE = "LUSORY_SHELF"
"""The environment variable with the folder."""
LITTER = "litter.json"
"""What `lusory breed` writes beside its games: figures and ancestry of each."""


class ShelfGame(Definition):
    """A game from a file; it has no options. path: of the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text("utf-8")
        game = codec.read(self.text)
        self.function = partial(codec.read, self.text)
        self.name = game.name or path.stem
        self.__doc__ = game.about.like if game.about else ""
        self.options = ()

    @cached_property
    def about(self) -> About:
        """What the file tells of the game."""
        game: Game = self.function()
        return game.about or About()


def folder_of(name: str | Path) -> Path:
    """The folder of a shelf: as it is named, or of a shelf that comes with the package, as `bred`. Raises LusoryError
    where there is none."""
    path = Path(name)
    packaged = Path(str(files("lusory"))) / "shelves" / path.name
    if not path.is_dir() and str(name) == path.name and packaged.is_dir():
        path = packaged
    if not path.is_dir():
        raise LusoryError(f"{name}: expected a folder with games, as `lusory breed --out` writes it")
    return path


def game_files(folder: Path) -> list[Path]:
    """The files of the games in a folder, or in its folder `games`."""
    inner = folder / "games"
    return sorted(path for path in (inner if inner.is_dir() else folder).glob("*.json") if path.name != LITTER)


def on_shelf(folder: Path) -> dict[str, ShelfGame]:
    """The games of a folder by name; those that cannot be read are left out, with a warning."""
    games: dict[str, ShelfGame] = {}
    for path in game_files(folder):
        try:
            game = ShelfGame(path)
        except (LusoryError, ValueError, OSError) as fault:
            warnings.warn(f"{path}: left out: {fault}", stacklevel=2)
            continue
        games.setdefault(game.name, game)
    return games


@cache
def shelved() -> dict[str, ShelfGame]:
    """The games of the shelf that the environment names; none where it names none, or no folder."""
    name = os.environ.get(VARIABLE, "")
    if not name:
        return {}
    try:
        return on_shelf(folder_of(name))
    except LusoryError as fault:
        warnings.warn(f"{VARIABLE}: {fault}", stacklevel=2)
        return {}


@cache
def litter() -> dict[str, dict[str, Any]]:
    """What the litter of the shelf tells of its games, by name: `quality`, `figures`, `traits`, `ancestry`, `near`."""
    name = os.environ.get(VARIABLE, "")
    try:
        path = folder_of(name) / LITTER
        entries = json.loads(path.read_text("utf-8")) if name and path.exists() else []
        return {str(entry["name"]): entry for entry in entries}
    except (LusoryError, OSError, ValueError, TypeError, KeyError) as fault:
        warnings.warn(f"{name}: its {LITTER} is left out: {fault}", stacklevel=2)
        return {}


def use(name: str | Path) -> int:
    """Puts a shelf beside the games of the package, in this process and those that it starts; how many games it has.

    Raises LusoryError for what is no folder or has no games that can be read, and for a name that a game has already.
    """
    from . import catalogue, names

    folder = folder_of(name)
    games = on_shelf(folder)
    if not games:
        raise LusoryError(f"{name}: no game that can be read; expected files NAME.json, as `lusory breed --out` writes")
    clashing = [game for game in games if game in catalogue() and not isinstance(catalogue()[game], ShelfGame)]
    if clashing:
        raise LusoryError(f"{name}: there is a game {clashing[0]} already; expected another name in its file")
    os.environ[VARIABLE] = str(folder.resolve())
    for cached in (shelved, litter, catalogue, names):
        cached.cache_clear()
    return len(games)
