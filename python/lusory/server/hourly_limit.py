"""Counts what happens in an hour, in memory: by kind, and by whom or to whom."""

from __future__ import annotations

from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter


class HourlyLimit:
    """Counters by key. most: events an hour; 0 is no limit."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def hit(self, most: int, *key: str) -> bool:
        """Count an event; False where there were so many already."""
        return not most or self._limiter.hit(RateLimitItemPerHour(most), *key)

    def has_room(self, most: int, *key: str) -> bool:
        """Whether one more would be counted. Nothing changes."""
        return not most or self._limiter.test(RateLimitItemPerHour(most), *key)

    def forget(self, most: int, *key: str) -> None:
        """Count none of the events so far."""
        if most:
            self._limiter.clear(RateLimitItemPerHour(most), *key)
