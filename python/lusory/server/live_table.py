"""A table in memory."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from .game_info import GameInfo
from .table import Table
from .table.outline import Outline
from .watcher import Watcher
from .workers import NOBODY, Caller


class LiveTable:
    """A table in memory. table: a Table for a catalogue game, an Outline for a guest's rules.

    made: cached views by observer. known: cached seats by secret. caller: the last caller, for whom machines search.
    deleted: has the host deleted it? seen: when it was last viewed (time.monotonic).
    """

    def __init__(self, table: Table | Outline, game: GameInfo) -> None:
        self.table, self.game = table, game
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.made: dict[Any, msgspec.Raw] = {}
        self.known: dict[tuple[str, str], tuple[int, ...]] = {}
        self.caller: Caller = NOBODY
        self.deleted = False
        self.seen = 0.0

    def here(self) -> set[int]:
        """The seats whose holders have a stream open."""
        return {player for watcher in self.watchers for player in watcher.players}

    def forget(self, *players: int) -> None:
        """The holders of seats have changed. Streams of these seats are closed: their holders open new ones."""
        self.known = {}  # a new one: a look-up that goes on keeps what it finds in the old one
        for watcher in [w for w in self.watchers if set(players) & set(w.players)]:
            watcher.close()

    def looked(self) -> None:
        """The table was viewed."""
        self.seen = time.monotonic()

    def watched(self, seconds: float) -> bool:
        """Is it watched, or was it within so many seconds?"""
        return bool(self.watchers) or time.monotonic() - self.seen < seconds
