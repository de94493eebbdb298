"""Traverses a rule value: every word with its path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from .spec import specs
from .word import Word

WALK = "_walk"
"""The attribute in which a Game caches its words with their paths: its checks alone ask for them a dozen times."""


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Word]]:
    """Depth first, a word before its parts. `value` is a word, a Game, or a list of them."""
    instance_dict = None if path else getattr(value, "__dict__", None)
    if instance_dict is not None and (walked := instance_dict.get(WALK)) is not None:
        return iter(walked)
    pairs: list[tuple[str, Word]] = []
    _walk(value, path, pairs)
    if instance_dict is not None:
        instance_dict[WALK] = pairs
    return iter(pairs)


def words(value: Any) -> Iterator[Word]:
    """Every word, without the paths."""
    if (instance_dict := getattr(value, "__dict__", None)) is not None and WALK in instance_dict:
        return iter([word for _, word in instance_dict[WALK]])
    chain: list[Word] = []
    _words(value, chain)
    return iter(chain)


def parts(value: Any) -> list[Any]:
    """The direct parts of a word, a Game or a list: words and lists of them."""
    if isinstance(value, tuple):
        return list(value)
    cls: Any = type(value)
    values = [getattr(value, name) for name in _record(cls)[1]]
    return [part for part in values if part is not None]


def _walk(value: Any, path: str, pairs: list[tuple[str, Word]]) -> None:
    cls: Any = type(value)
    if cls is tuple:
        for i, part in enumerate(value):
            _walk(part, f"{path}[{i}]", pairs)
        return
    is_word, fields = _record(cls)
    if is_word:
        pairs.append((path, value))
    for name in fields:
        if (part := getattr(value, name)) is not None:
            _walk(part, f"{path}.{name}" if path else name, pairs)


def _words(value: Any, chain: list[Word]) -> None:
    cls: Any = type(value)
    if cls is tuple:
        for part in value:
            _words(part, chain)
        return
    is_word, fields = _record(cls)
    if is_word:
        chain.append(value)
    for name in fields:
        if (part := getattr(value, name)) is not None:
            _words(part, chain)


PLAIN = frozenset({"str", "int", "float", "bool"})
"""Types that hold no words."""


@cache
def _record(cls: Any) -> tuple[bool, tuple[str, ...]]:
    """Whether a class is a word, and its fields that may hold words."""
    fields = specs(cls) if hasattr(cls, "__struct_fields__") else ()
    return issubclass(cls, Word), tuple(spec.name for spec in fields if spec.sort not in PLAIN)


def part_at(value: Any, steps: tuple[Any, ...]) -> Any:
    """The part at the end of a way."""
    for step in steps:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def exchange(value: Any, steps: tuple[Any, ...], new: Any) -> Any:
    """The value with another part at the end of a way. Raises RuleError where it does not fit."""
    if not steps:
        return new
    first, rest = steps[0], steps[1:]
    if isinstance(first, int):
        return (*value[:first], exchange(value[first], rest, new), *value[first + 1 :])
    return msgspec.structs.replace(value, **{first: exchange(getattr(value, first), rest, new)})
