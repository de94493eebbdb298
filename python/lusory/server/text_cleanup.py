"""Cleans names and chat lines: control characters go, blanks are joined."""

from __future__ import annotations

import unicodedata

EMOJI_JOINERS = {"\u200d", "\ufe0f"}
"""Joiners that emoji need."""


def tidy(text: str) -> str:
    """One line without control characters (those that change the direction of text included)."""
    cleaned = "".join(sign if sign in EMOJI_JOINERS or unicodedata.category(sign)[0] != "C" else " " for sign in text)
    return " ".join(unicodedata.normalize("NFC", cleaned).split())
