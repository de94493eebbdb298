"""Numbers of things in sentences."""

from __future__ import annotations


def count_of(count: int, noun: str, several: str = "") -> str:
    """1 game, 1,200 games. several: the plural where it takes more than an s."""
    return f"{count:,} {noun if count == 1 else several or f'{noun}s'}"
