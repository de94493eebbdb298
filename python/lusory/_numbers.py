"""Whole numbers that programs give: of any number type, and in the range of seeds."""

from __future__ import annotations

import operator

from .errors import LusoryError

LARGEST_SEED = 2**64 - 1
"""The engine's random streams take 64 bits."""


def whole(value: object) -> int | None:
    """A whole number of any type that can be an index, as numpy's; None for all else, and for true and false."""
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_seed(seed: object) -> int:
    """The seed. Raises LusoryError where the engine cannot take it."""
    number = whole(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise LusoryError(f"seed: {seed!r}, expected a whole number from 0 to 2**64 - 1")
    return number
