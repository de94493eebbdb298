"""A least-recently-used cache, bounded in entries and in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """entries, bytes: the most that is kept. size: bytes of a value."""

    def __init__(self, entries: int, bytes: int, size: Callable[[T], int]) -> None:
        self._most, self._bytes, self._size = entries, bytes, size
        self._kept: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._total = 0

    def get(self, key: str) -> T | None:
        """A value; None where it is not kept."""
        entry = self._kept.get(key)
        if entry is None:
            return None
        self._kept.move_to_end(key)
        return entry[0]

    def keep(self, key: str, value: T) -> None:
        """Keep a value, and drop the least recently used ones where there are too many."""
        self._drop(key)
        self._kept[key] = value, self._size(value)
        self._total += self._kept[key][1]
        while self._kept and (len(self._kept) > self._most or self._total > self._bytes):
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        entry = self._kept.pop(key, None)
        if entry is not None:
            self._total -= entry[1]
