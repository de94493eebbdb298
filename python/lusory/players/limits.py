"""The limit in a spec, after its colon: simulations, plies, ..., or seconds."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..errors import UnknownPlayer

MOST = 10**9
"""The largest number; more than anybody waits for."""
LONGEST = 86_400.0
"""A day, in seconds."""
_NUMBER = re.compile(r"\d+")
_SECONDS = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s)")


class Limit(NamedTuple):
    """A limit of simulations (plies, ...) or of seconds; the other is None."""

    number: int | None
    seconds: float | None


LEAF_PLAYOUTS = 8
"""Random games from each leaf of a search for a time, where the engine plays several side by side faster than one after
the other: as many as a vector has lanes. A search for a number of simulations plays one, since different leaves give
more information."""


class Argument(NamedTuple):
    """The argument of a spec, after its colon: `1000,explore=0.7`."""

    head: str
    options: dict[str, str]


def argument(text: str, allowed: tuple[str, ...] = ()) -> Argument:
    """Parses the parts between commas. Raises UnknownPlayer for an option that is not `allowed`."""
    head, *rest = text.split(",")
    options = {}
    for part in rest:
        key, sign, value = part.partition("=")
        if not sign or key not in allowed:
            expected = f"one of {', '.join(f'{name}=...' for name in allowed)}" if allowed else "no options"
            raise UnknownPlayer(f"{part}: expected {expected}")
        options[key] = value
    return Argument(head, options)


def limit(text: str, unit: str, most: int = MOST) -> Limit:
    """Parses `1000` or `0.5s`. Raises UnknownPlayer, which says what was expected. unit: of the number."""
    seconds = _SECONDS.fullmatch(text)
    if seconds:
        seconds_given = float(seconds[1]) / (1000 if seconds[2] == "ms" else 1)
        if not (math.isfinite(seconds_given) and 0.001 <= seconds_given <= LONGEST):
            raise UnknownPlayer(f"{text}: expected 0.001s to {LONGEST:.0f}s")
        return Limit(None, seconds_given)
    return Limit(count(text, unit, most), None)


def count(text: str, unit: str, most: int = MOST, least: int = 1) -> int:
    """Parses a number. Raises UnknownPlayer. unit: of the number."""
    number = int(text) if _NUMBER.fullmatch(text) and len(text) < 12 else -1
    if not least <= number <= most:
        raise UnknownPlayer(f"{text or 'nothing'}: expected {least} to {most} {unit}, or seconds as in 0.5s")
    return number
