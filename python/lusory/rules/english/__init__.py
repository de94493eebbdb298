"""Generates English texts from rules: the rules sheet, and sentences about plies and results."""

from __future__ import annotations

from ..game import Game
from .narration import (
    deciding_clause,
    fact_told,
    phrase,
    player_name,
    reason_text,
    result_reason,
    result_text,
    why_earned,
    words_with_english,
)
from .sheet import Clause, Example, Section, Sheet
from .sheet_text import end_texts, plain, sheet

__all__ = [
    "Clause",
    "Example",
    "Section",
    "Sheet",
    "deciding_clause",
    "end_texts",
    "fact_told",
    "phrase",
    "player_name",
    "reason_text",
    "result_reason",
    "result_text",
    "rules_text",
    "sheet",
    "why_earned",
    "words_with_english",
]


def rules_text(game: Game) -> str:
    """The rules sheet as plain text lines, without drawings."""
    return "\n".join(plain(sheet(game))) + "\n"
