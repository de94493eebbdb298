"""The games. Each Python file of this folder is one that has been studied: measured, with levels and lessons of its
own. Those of the folder `library` are as whole, but nobody has measured them. Installed packages add theirs as entry
points `lusory.games`."""

from __future__ import annotations

import difflib
import pkgutil
import re
import tomllib
import unicodedata
import warnings
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files

from ..errors import Phrase, UnknownGame
from ..rules.game import Game
from ..rules.options import Definition, either, game
from .shelves import shelved

__all__ = ["Definition", "catalogue", "find", "game", "library_games", "load", "shelf", "studied_games"]


@cache
def catalogue() -> dict[str, Definition]:
    """All games by name, those of a shelf included. Neither a package nor a shelf can replace a built-in game."""
    return {**shelved(), **installed_games()} | library_games() | studied_games()


@cache
def studied_games() -> dict[str, Definition]:
    """The games that have been measured, with levels of the machine and puzzles of their own, by name."""
    return defined_in(__name__, __path__)


@cache
def library_games() -> dict[str, Definition]:
    """Known games that the words say, by name: what is near to a new game, and parents to breed from."""
    package = import_module(f"{__name__}.library")
    return defined_in(package.__name__, package.__path__)


def defined_in(package: str, folders: Iterable[str]) -> dict[str, Definition]:
    """The games of the Python files of a package, by name."""
    modules = [import_module(f"{package}.{module.name}") for module in pkgutil.iter_modules(folders)]
    definitions_found = [
        value for module in modules for value in vars(module).values() if isinstance(value, Definition)
    ]
    return {definition.name: definition for definition in definitions_found}


def installed_games() -> dict[str, Definition]:
    """The games of installed packages: each entry point names a function that builds a game. One that cannot be
    loaded is skipped with a warning, so that a faulty package does not affect the others."""
    definitions = {}
    for point in entry_points(group="lusory.games"):
        try:
            loaded = point.load()
            definition = loaded if isinstance(loaded, Definition) else Definition(loaded)
            _ = definition.about  # reads its TOML file, which may be faulty too
        except Exception as fault:
            package = point.dist.name if point.dist else "a package"
            message = f"{package}: its game {point.name} ({point.value}) is left out: {type(fault).__name__}: {fault}"
            warnings.warn(message, stacklevel=2)
            continue
        definitions[definition.name] = definition
    return definitions


def shelf() -> list[Definition]:
    """All games in the order of lists for players: those of shelf.toml, the others that were studied, the rest; each
    by name."""
    games = catalogue()
    first = [
        name for name in tomllib.loads((files(__name__) / "shelf.toml").read_text("utf-8"))["first"] if name in games
    ]
    rest = sorted(set(games) - set(first), key=lambda name: (name not in studied_games(), name))
    return [games[name] for name in (*first, *rest)]


def plain_name(name: str) -> str:
    """A name in the form in which names are compared: `Kōnane` as `konane`, `tic tac toe` as `tic-tac-toe`."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(r"[\W_]+", "-", "".join(sign for sign in letters if not unicodedata.combining(sign))).strip("-")


@cache
def names() -> dict[str, str]:
    """Every name of a game, in plain form, with the name of the catalogue: titles and other names, too. A name of the
    catalogue always means its own game."""
    found_names: dict[str, str] = {}
    for name, definition in catalogue().items():
        for alias in (definition.about.title, *definition.about.other_names):
            found_names.setdefault(plain_name(alias), name)
    found_names.pop("", None)
    return found_names | {plain_name(name): name for name in catalogue()}


def find(name: str) -> Definition:
    """The game of this name, title or other name: `find("Pentalath")` is ndengrod. UnknownGame says which names are
    near."""
    games = catalogue()
    if name in games:
        return games[name]
    plain_text = plain_name(name)
    if plain_text in names():
        return games[names()[plain_text]]
    suggestions = list(
        dict.fromkeys(names()[suggestion] for suggestion in difflib.get_close_matches(plain_text, names()))
    )
    if suggestions:
        likely: dict[str, str | Phrase] = {"name": name, "names": either(suggestions)}
        raise UnknownGame(Phrase("no game %(name)s; did you mean %(names)s?", likely))
    raise UnknownGame(Phrase("no game %(name)s; %(names)s", {"name": name, "names": ", ".join(games)}))


def load(name: str, **options: object) -> Game:
    """The rule value of a game: `load("susan", size=4)`."""
    return find(name).build(**options)
