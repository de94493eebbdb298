"""Notices that the clock of this machine was set forward, or that the machine slept: no player is to lose by that."""

from __future__ import annotations

import time

from .store import now

LEAST = 5_000
"""Milliseconds that are taken for a jump; less is the clock being kept in step."""


class ClockJumps:
    """Compares the time of day with a clock that nobody sets."""

    def __init__(self) -> None:
        self._day, self._steady = now(), time.monotonic()

    def look(self) -> int:
        """By how many milliseconds the time of day has jumped forward since the last look; 0 for less than LEAST. Where
        it was set back, clocks of players run on from there."""
        day, steady = now(), time.monotonic()
        jump = round(day - self._day - (steady - self._steady) * 1000)
        self._day, self._steady = day, steady
        return jump if jump >= LEAST else 0
