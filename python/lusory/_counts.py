"""Numbers of things in sentences."""

from __future__ import annotations


def count_phrase(count: int, noun: str, several: str = "") -> str:
    """1 game, 1,200 games. several: the plural where it is another."""
    return f"{count:,} {noun if count == 1 else several or plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a noun: ply, plies; day, days; game, games."""
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeou" else f"{noun}s"
