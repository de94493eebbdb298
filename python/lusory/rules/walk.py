"""Every word of a rule value with the path that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .spec import specs_of
from .word import Word


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Word]]:
    """Depth first, a word before its parts. `value` is a word, a Game, or a list of them."""
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from walk(part, f"{path}[{i}]")
    elif hasattr(value, "__struct_fields__"):
        if isinstance(value, Word):
            yield path, value
        for spec in specs_of(value):
            yield from walk(getattr(value, spec.name), f"{path}.{spec.name}" if path else spec.name)


def words(value: Any) -> Iterator[Word]:
    """Every word, without the paths."""
    return (word for _, word in walk(value))
