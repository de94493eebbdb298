"""Numbers that programs give: of any number type, in the range that is expected."""

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


def check_whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """The whole number. Raises LusoryError, which names it, where it is none or out of range."""
    number = whole(value)
    if number is None or number < least or (most is not None and number > most):
        numbers = f"{least:,} or more" if most is None else f"{least:,} to {most:,}"
        raise LusoryError(f"{name}: {value!r}, expected a whole number, {numbers}")
    return number


def check_player(player: int, players: int) -> None:
    """Raises ValueError for a number that no player has."""
    if not 0 <= player < players:
        raise ValueError(f"player {player}: expected 0 to {players - 1}")


def check_quantity(name: str, value: object) -> float:
    """A quantity such as seconds, which may be infinite. Raises LusoryError, which names it, where it is none."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = -1.0
    if isinstance(value, str) or not number >= 0:
        raise LusoryError(f"{name}: {value!r}, expected 0 or more")
    return number


def check_seed(seed: object) -> int:
    """The seed. Raises LusoryError where the engine cannot take it."""
    number = whole(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise LusoryError(f"seed: {seed!r}, expected a whole number from 0 to 2**64 - 1")
    return number
