"""Counts mails by the address that they go to, whoever causes them."""

from __future__ import annotations

from ..hourly_limit import HourlyLimit
from .seat_addresses import address_key


class RecipientLimit:
    """most: mails an hour to one address; 0 is no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = HourlyLimit()

    def count(self, mail: str) -> bool:
        """Count a mail; False where there were too many."""
        return self._limit.hit(self._most, address_key(mail))
