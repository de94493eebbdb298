"""What people write: names and lines of chat, made fit to be shown."""

from __future__ import annotations

import unicodedata

KEPT = {"\u200d", "\ufe0f"}
"""Joiners that emoji need."""


def tidy(text: str) -> str:
    """On one line, without signs that control or turn round what stands beside them."""
    plain = "".join(sign if sign in KEPT or unicodedata.category(sign)[0] != "C" else " " for sign in text)
    return " ".join(unicodedata.normalize("NFC", plain).split())
