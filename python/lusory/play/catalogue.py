"""Finds a game by its name, a path or `file.py:function`."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any

from ..errors import OptionError, RuleError, UnknownGame
from ..games import catalogue, find, names, plain_name
from ..rules import codec
from ..rules.game import Game
from .game_file import from_python
from .program import Program

LARGEST = 4 << 20
"""A rule file above this many bytes is refused unread."""


def load(source: str, **options: Any) -> Game | Program:
    """A game by a name (that of `lusory games`, its title or another name it has), by the path of a file with a rule
    value (JSON or the expression that builds it), as `file.py` with one game in it, or as `file.py:name` of a
    function, class or rule value. Options go to the function that builds the game.

    >>> load("susan", size=4).players
    2

    Raises UnknownGame, OptionError, or RuleError with the path of the fault.
    """
    games_by_name = catalogue()
    if source in games_by_name:
        return games_by_name[source].build(**options)
    path, _, function = source.rpartition(":")
    if path.endswith(".py"):
        return from_python(Path(path), function, options)
    if source.endswith(".py"):
        return from_python(Path(source), "", options)
    if Path(source).is_file():
        return from_file(Path(source), options)
    if not {"/", "\\"}.intersection(source) and plain_name(source) in names():
        return find(source).build(**options)
    if Path(source).is_dir():
        raise UnknownGame(f"{source}: a folder, expected a file with a game, or a name from `lusory games`")
    suggestions = difflib.get_close_matches(plain_name(source), names(), 1)
    hint = (
        f"did you mean {names()[suggestions[0]]}?"
        if suggestions
        else f"expected one of {', '.join(sorted(games_by_name))}, or a file"
    )
    raise UnknownGame(f"{source}: no such game; {hint}")


def from_file(path: Path, options: dict[str, Any]) -> Game:
    """A game from a file that holds a rule value."""
    if options:
        raise OptionError(f"{path}: a rule value has no options, found {', '.join(options)}")
    if path.stat().st_size > LARGEST:
        raise UnknownGame(f"{path}: {path.stat().st_size} bytes, expected a rule value of at most {LARGEST}")
    source = path.read_bytes()
    if not source.strip():
        raise UnknownGame(f"{path}: nothing, expected a rule value: JSON or an expression Game(...)")
    try:
        return codec.read(source, name=path.stem)
    except RuleError as fault:
        fault.args = (locate_fault(path, source, fault),)
        raise


def locate_fault(path: Path | str, source: bytes, fault: object) -> str:
    """An error about a file with its name; where a byte is counted, with its line. (Python's own advice about long
    numbers does not help the author of the file.)"""
    text = str(fault)
    byte = re.search(r" \(byte (\d+)\)", text)
    if byte:
        text = text.replace(byte[0], f" in line {len(source[: int(byte[1])].splitlines()) or 1}")
    if "integer string conversion" in text:
        text = "a number with thousands of digits, expected a rule value"
    return f"{path}: {text}"
