"""Helper functions that build rules common to many games, such as the pie rule, from words."""

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
    """A list with `make(n)`; empty where n is 0, which means no such rule."""
    return [make(n)] if n else []
