"""From a name, a path or `file.py:function` to a game."""

from __future__ import annotations

import difflib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import LusoryError, OptionError, UnknownGame
from ..games import catalogue
from ..rules import codec
from ..rules.game import Game
from .contract import Contract
from .program import Program

LARGEST = 4 << 20
"""A rule file above this many bytes is refused unread."""


def load(source: str, **options: Any) -> Game | Program:
    """A game by the name it has in `lusory games`, by the path of a file with a rule value (JSON or the expression
    that builds it), or as `file.py:function`. Options go to the function that builds the game.

    >>> load("susan", size=4).players
    2

    Raises UnknownGame, OptionError, or RuleError with the path of the fault.
    """
    known = catalogue()
    if source in known:
        return known[source].build(**options)
    path, _, function = source.rpartition(":")
    if path.endswith(".py"):
        return from_python(Path(path), function, options)
    if Path(source).suffix == ".py":
        raise UnknownGame(f"{source}: expected file.py:function, the function that builds the game")
    if Path(source).is_file():
        return from_file(Path(source), options)
    near = difflib.get_close_matches(source, known, 1)
    hint = f" ({near[0]}?)" if near else ""
    raise UnknownGame(f"{source}: no such game{hint}; expected one of {', '.join(sorted(known))}, or a file")


def from_file(path: Path, options: dict[str, Any]) -> Game:
    """A game from a file that holds a rule value."""
    if options:
        raise OptionError(f"{path}: a rule value has no options, found {', '.join(options)}")
    if path.stat().st_size > LARGEST:
        raise UnknownGame(f"{path}: {path.stat().st_size} bytes, expected a rule value of at most {LARGEST}")
    return codec.read(path.read_bytes(), name=path.stem)


def from_python(path: Path, function: str, options: dict[str, Any]) -> Game | Program:
    """A game from a function in a Python file, which is run. It returns a Game, or an object with the contract."""
    builder = getattr(module_of(path), function, None)
    if not callable(builder):
        raise UnknownGame(f"{path}: no function {function!r}")
    return made(builder, function, options)


def module_of(path: Path) -> Any:
    """The module a file makes when run."""
    if not path.is_file():
        raise UnknownGame(f"{path}: no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except LusoryError:
        raise
    except Exception as fault:
        raise UnknownGame(f"{path}: running it failed: {type(fault).__name__}: {fault}") from fault
    return module


def made(builder: Callable[..., Any], name: str, options: dict[str, Any]) -> Game | Program:
    """What a function builds from its options, checked."""
    build = getattr(builder, "build", builder)
    try:
        game = build(**options)
    except TypeError as fault:
        raise OptionError(f"{name}: {fault}") from fault
    if isinstance(game, Game):
        return game
    if isinstance(game, Contract):
        return Program(game)
    raise UnknownGame(f"{name}: built {type(game).__name__}, expected a Game or a class with the contract")
