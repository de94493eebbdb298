"""Generates English texts from rules: the rules sheet, and sentences about plies, events and results."""

from __future__ import annotations

from ..game import Game
from .narration import event_text, events_text, phrase, player_name, reason_text, result_text, words_with_english
from .sheet import Clause, Example, Section, Sheet
from .sheet_text import end_texts, plain, sheet

__all__ = [
    "Clause",
    "Example",
    "Section",
    "Sheet",
    "end_texts",
    "event_text",
    "events_text",
    "phrase",
    "player_name",
    "reason_text",
    "result_text",
    "rules_text",
    "sheet",
    "words_with_english",
]


def rules_text(game: Game) -> str:
    """The rules sheet as plain text lines, without drawings."""
    return "\n".join(plain(sheet(game))) + "\n"
