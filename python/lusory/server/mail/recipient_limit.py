"""Counts mails by the address that they go to, whoever causes them."""

from __future__ import annotations

from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from .seat_addresses import address_key


class RecipientLimit:
    """most: mails an hour to one address; 0 is no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, mail: str) -> bool:
        """Count a mail; False where there were too many."""
        return not self._most or self._limiter.hit(RateLimitItemPerHour(self._most), address_key(mail))
