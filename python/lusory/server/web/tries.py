"""Limits of tries to sign in to an account: who guesses is stopped, and keeps nobody out of his own account."""

from __future__ import annotations

import logging
from collections import OrderedDict

from ..accounts.account import USER_ID
from ..hourly_limit import HourlyLimit
from ..settings import Limits
from ..table import Refused

log = logging.getLogger("lusory.server")
HOMES = 10_000
"""At most so many addresses are remembered from which somebody has signed in."""


def printable(name: str) -> str:
    """What somebody entered as a user id, made safe for a log: an invalid one may be a password."""
    return name if USER_ID.fullmatch(name) else "(no user id)"


class Tries:
    """Counts wrong tries in memory. Each address has tries of its own, so nobody uses up those of another one. All
    addresses together have some, too, against guesses from many; who shows a session of the account, or comes from an
    address from which somebody has signed in to it, is not held up by those."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._limit = HourlyLimit()
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()

    def count(self, name: str, origin: str, trusted: bool = False) -> None:
        """Count a try to sign in to an account, until `succeeded` says that it was right. origin: an address, or the
        session of a browser that is `trusted`: signed in to this account. Raises Refused above a limit."""
        key = name.lower()[:40]
        at_home = trusted or (key, origin) in self._homes
        if self._limit.hit(self._limits.tries_each, "each", key, origin) and (
            at_home or self._limit.hit(self._limits.tries, "all", key)
        ):
            return
        if self._limit.hit(1, "told", key):
            log.warning("somebody has used up tries to sign in to an account: %s", printable(key))
        raise Refused(
            429, "too many tries to sign in to this account; try again in an hour, or with a passkey or a recovery code"
        )

    def count_request(self, about: str, origin: str) -> None:
        """Count a request for a link. Raises Refused above the limit."""
        if not self._limit.hit(self._limits.tries_each, "links", about, origin):
            raise Refused(429, "too many links were asked for; try again in an hour")

    def succeeded(self, name: str, origin: str) -> None:
        """Somebody has signed in to an account from an address: its wrong tries are forgotten."""
        key = name.lower()
        self._limit.forget(self._limits.tries_each, "each", key, origin)
        self._homes[key, origin] = None
        self._homes.move_to_end((key, origin))
        while len(self._homes) > HOMES:
            self._homes.popitem(last=False)
