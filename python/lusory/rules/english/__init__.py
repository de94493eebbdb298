"""Any game in English, made of its words."""

from __future__ import annotations

from ..game import Game
from .compose import plain, sheet
from .sheet import Clause, Example, Section, Sheet

__all__ = ["Clause", "Example", "Section", "Sheet", "rules_text", "sheet"]


def rules_text(game: Game) -> str:
    """The rules as plain lines, without drawings."""
    return "\n".join(plain(sheet(game))) + "\n"
