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
    """A table in use. table: with its rules, for a catalogue game; of a guest's rules what can be said without them.

    made: what was shown last, by who sees it. known: seats, by the secrets that hold them. caller: who asked last, on
    whose account machines think. deleted: has the host deleted it? seen: when somebody looked last; rests: until when
    nothing is asked of a table whose rules took too long (both on the clock of time.monotonic).
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
        """Who holds which seat has changed. Streams of these seats end: whoever still holds one opens his anew."""
        self.known = {}  # a new one: a look-up that goes on keeps what it finds in the old one
        for watcher in [w for w in self.watchers if set(players) & set(w.players)]:
            watcher.close()

    def looked(self) -> None:
        """Somebody looks at the table."""
        self.seen = time.monotonic()

    def watched(self, seconds: float) -> bool:
        """Does somebody watch, or did within so many seconds?"""
        return bool(self.watchers) or time.monotonic() - self.seen < seconds
