"""Watchers: the open streams of a table. A slow one gets fewer updates, and always the latest."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

MOST = 50
"""Small messages that wait for a slow watcher; older ones are dropped (a table as shown holds them all)."""

RESTART, GONE = 1012, 4404
"""How streams are closed: the server stops and may come back; there is no such table any more."""


class Watcher:
    """One stream. players: the seats it holds. as_seat: the observer it wants to see as. closed: the code with which
    it is to be closed, and why; None while it goes on."""

    def __init__(self, players: tuple[int, ...], as_seat: int | None = None) -> None:
        self.players, self.as_seat = players, as_seat
        self._woken = asyncio.Event()
        self._stale = False
        self._small: deque[dict[str, Any]] = deque(maxlen=MOST)
        self.closed: tuple[int, str] | None = None

    def changed(self) -> None:
        """The table has changed since it was shown."""
        self._stale = True
        self._woken.set()

    def tell(self, message: dict[str, Any]) -> None:
        """Queue a small message."""
        self._small.append(message)
        self._woken.set()

    def close(self, code: int = RESTART, reason: str = "") -> None:
        """Ask the stream to close."""
        self.closed = code, reason
        self._woken.set()

    async def wait(self) -> tuple[bool, list[dict[str, Any]]]:
        """Until there is something: is the table changed, and the small messages."""
        await self._woken.wait()
        self._woken.clear()
        stale, self._stale = self._stale, False
        small = list(self._small)
        self._small.clear()
        return stale, small
