"""The mail about a game: its rules and how a challenge to it is written."""

from __future__ import annotations

from ...games import catalogue
from ...rules.options import text_of


def game_sheet(name: str, sheet: str) -> list[str]:
    """The lines of an answer to `GAME help`. sheet: the rules as text."""
    options = catalogue()[name].options
    listed = " ".join(f"-{option.name}={text_of(option.default)}" for option in options)
    return [*sheet.strip().split("\n"), "", f"Options of {name} challenge: {listed or 'none'}", ""]
