"""Cleans names and chat lines: control characters go, blanks are joined. Reads numbers."""

from __future__ import annotations

import unicodedata

EMOJI_JOINERS = {"\u200d", "\ufe0f"}
"""Joiners that emoji need."""


def tidy(text: str) -> str:
    """One line without control characters (those that change the direction of text included)."""
    cleaned = "".join(sign if sign in EMOJI_JOINERS or unicodedata.category(sign)[0] != "C" else " " for sign in text)
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def whole_number(text: str) -> int | None:
    """A whole number of at most 16 digits. None for all else: `²` is a digit, too, and no number; a very long one would
    be refused by Python."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 17 else None
