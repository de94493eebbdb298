"""Turns of phrase many games share. They make words, and are none themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .plies import Swap
from .turns import Either
from .word import Ply

_T = TypeVar("_T")


def pie(swap: bool, place: Ply) -> Sequence[Ply]:
    """The opening under the pie rule: after the first stone second may exchange sides instead of placing."""
    return [place, Either(place, Swap())] if swap else []


def unless_off(n: int, make: Callable[[int], _T]) -> Sequence[_T]:
    """A list of what is made from n, or of nothing where 0 says: no such rule."""
    return [make(n)] if n else []
