"""The class LiveTable: a table in memory with its lock, its clock and its watchers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from .game_info import GameInfo
from .table import Table
from .table.outline import Outline
from .watcher import Watcher
from .workers import NOBODY, Caller


class TableLock:
    """The lock of a table in this process. enter: what is done when it is taken, as taking a lock that other processes
    heed; leave: what is done before it is given back. task: that has it."""

    def __init__(self) -> None:
        self.enter: Callable[[], Awaitable[None]] | None = None
        self.leave: Callable[[], Awaitable[None]] | None = None
        self.task: asyncio.Task[Any] | None = None
        self.here = asyncio.Lock()

    async def __aenter__(self) -> None:
        await self.here.acquire()
        try:
            if self.enter:
                await self.enter()
        except BaseException:
            self.here.release()
            raise
        self.task = asyncio.current_task()

    async def __aexit__(self, *_: object) -> None:
        self.task = None
        try:
            if self.leave:
                await self.leave()
        finally:
            self.here.release()

    def locked(self) -> bool:
        """Whether the lock is taken."""
        return self.here.locked()


class Presence(NamedTuple):
    """Who looks at a table in another process: the seats whose holders do, and how many others."""

    players: frozenset[int]
    others: int


class LiveTable:
    """A table in memory. table: a Table for a catalogue game, an Outline for a guest's rules.

    made: cached views by observer. known: cached seats by secret. caller: the last caller, for whom machines search.
    board: before the first ply, once it was asked for: the names of its cells and view, its stones. deleted: whether
    the host deleted it. seen: when it was last viewed, used: when a request last took it (time.monotonic). elsewhere:
    who looks at it in other processes, by their numbers. answering: the players whose mails are carried out now;
    replying: those of them whose mail is about this table; they get it as it is then with the answer.
    """

    def __init__(self, table: Table | Outline, game: GameInfo) -> None:
        self.table, self.game = table, game
        self.lock = TableLock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.made: dict[Any, msgspec.Raw] = {}
        self.known: dict[tuple[str, str], tuple[int, ...]] = {}
        self.caller: Caller = NOBODY
        self.board: tuple[str, str, str] | None = None
        self.deleted = False
        self.seen = self.used = 0.0
        self.elsewhere: dict[int, Presence] = {}
        self.answering: list[int] = []
        self.replying: list[int] = []

    def here(self) -> set[int]:
        """The seats whose holders have a stream open."""
        players = {player for watcher in self.watchers for player in watcher.players}
        return players.union(*(presence.players for presence in self.elsewhere.values()))

    def present(self) -> Presence:
        """Who looks at it in this process."""
        players = frozenset(player for watcher in self.watchers for player in watcher.players)
        return Presence(players, sum(not watcher.players for watcher in self.watchers))

    def spectators(self) -> int:
        """How many streams are open that hold no seat."""
        return self.present().others + sum(presence.others for presence in self.elsewhere.values())

    def forget(self, *players: int) -> None:
        """The holders of seats have changed. Streams of these seats are closed: their holders open new ones."""
        self.known = {}  # a new one: a look-up that goes on keeps what it finds in the old one
        for watcher in [w for w in self.watchers if set(players) & set(w.players)]:
            watcher.close()

    def looked(self) -> None:
        """The table was viewed."""
        self.seen = time.monotonic()

    def watched(self, seconds: float) -> bool:
        """Whether the table is watched, here or elsewhere, or was within so many seconds."""
        elsewhere = any(presence.players or presence.others for presence in self.elsewhere.values())
        return bool(self.watchers) or elsewhere or time.monotonic() - self.seen < seconds
