"""Other processes on the same PostgreSQL: shows their changes to this server's viewers, and takes over the work of dead
ones.

The database is the only source of truth. A command at a table takes a lock that all processes respect, and reads what
others have written there, as every request does. Messages only reduce latency: they wake the streams open here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import LusoryError
from .live_table import LiveTable, Presence
from .table import Refused, Table

if TYPE_CHECKING:
    from .registry import Registry

SWEEP = 2.0
"""Seconds between two looks whether another process is gone."""


class Peers:
    """What other processes do, and what this one tells them. Does nothing on SQLite."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.store = registry, registry.store
        self.signals = self.store.signals
        self.living: set[int] = set()
        self.first = True
        for kind, handler in (
            ("changed", self._changed), ("rewritten", self._rewritten), ("seats", self._seats), ("here", self._here),
            ("who", self._who), ("left", self._left),
        ):  # fmt: skip
            self.signals.on(kind, handler)
        self.signals.on_lost(self._missed)
        self.on_gone: list[Callable[[], None]] = []

    async def open(self) -> bool:
        """Join the others; True on the first server."""
        self.first = await self.signals.open(server=True)
        return self.first

    async def joined(self) -> None:
        """Receive messages from now on."""
        await self.signals.joined()
        if self.store.shared:
            self.registry.task(self.signals.run(self.registry.task))
            self.registry.task(self._sweep())

    def adopt(self, live: LiveTable) -> LiveTable:
        """A table that this process has in memory from now on: its lock is heeded by all."""
        if self.store.shared:
            live.lock.enter = lambda: self._enter(live)
            live.lock.leave = lambda: self.signals.unlock(live.table.id)
            self.post("who", table=live.table.id)
        return live

    def post(self, do: str, **message: Any) -> None:
        """Tell the others, soon."""
        if self.store.shared:
            self.registry.task(self._posted(do, message))

    async def _posted(self, do: str, message: dict[str, Any]) -> None:
        try:
            await self.store.post(do, **message)
        except LusoryError:
            return  # they look for themselves when somebody asks

    async def _enter(self, live: LiveTable) -> None:
        """Take the lock that all heed, and read what others have written. Raises Refused."""
        try:
            await self.signals.lock(live.table.id)
        except LusoryError as fault:
            raise Refused(503, str(fault)) from None
        try:
            await self._read_on(live)
        except BaseException:
            await self.signals.unlock(live.table.id)
            raise

    async def fresh(self, live: LiveTable) -> None:
        """Read what others have written at a table since it was read. Raises Refused where it was deleted."""
        if not self.store.shared or live.lock.task is asyncio.current_task():
            return
        if await self.store.serial(live.table.id) != live.table.serial:
            async with live.lock.here:
                await self._read_on(live)

    async def _read_on(self, live: LiveTable) -> None:
        """Bring a table to what is kept. The caller holds the lock of this process. Raises Refused."""
        table_id, serial = live.table.id, await self.store.serial(live.table.id)
        if live.deleted or serial is None:
            self.registry.deleted(live)
            raise Refused(404, "there is no table of this name", "table")
        if serial <= live.table.serial:
            return
        entries = await self.store.entries_after(table_id, live.table.serial)
        if isinstance(live.table, Table):
            table = live.table.copy()
            for entry in entries:
                table.apply(entry)
            live.table = table
        else:
            stored = await self.store.load(table_id)
            if stored is not None:
                live.table = await self.registry.isolation.load(stored, live.game)
        changed_players = {
            entry.player for entry in entries if entry.kind in ("sit", "leave") and entry.player is not None
        }
        if changed_players:
            live.forget(*changed_players)
        self.registry.notify(live)
        self.registry.follow(live)

    def _known(self, message: dict[str, Any]) -> LiveTable | None:
        """The table that a message is about, if it is in memory here."""
        return self.registry.in_memory(str(message.get("table")))

    async def _changed(self, message: dict[str, Any]) -> None:
        """Something happened at a table, or it was deleted."""
        live = self._known(message)
        if live is None:
            return
        try:
            async with live.lock.here:
                await self._read_on(live)
        except LusoryError:
            return  # it is read when somebody asks

    async def _rewritten(self, message: dict[str, Any]) -> None:
        """What happened at a table was changed: it is read again."""
        if live := self._known(message):
            async with live.lock.here:
                self.registry.drop(live)

    async def _seats(self, message: dict[str, Any]) -> None:
        """Seats have other holders."""
        if live := self._known(message):
            live.forget(*message.get("players", ()))

    async def _here(self, message: dict[str, Any]) -> None:
        """Who looks at a table elsewhere."""
        if live := self._known(message):
            presence = Presence(frozenset(message["players"]), int(message["others"]))
            live.elsewhere[int(message["from"])] = presence
            self.registry.greet(live, notify=False)
            self.registry.follow(live)

    async def _who(self, message: dict[str, Any]) -> None:
        """Tell another process, which has read a table, who looks at it here."""
        live = self._known(message)
        if live and live.watchers:
            self.here(live)

    def here(self, live: LiveTable) -> None:
        """Tell the others who looks at a table here."""
        players, spectators = live.present()
        self.post("here", table=live.table.id, players=sorted(players), others=spectators)

    async def _left(self, message: dict[str, Any]) -> None:
        """Another process stops in an orderly way."""
        await self._look()

    def _missed(self) -> None:
        """Messages may have been missed: streams are opened anew, and show what is."""
        for live in self.registry.all_in_memory():
            live.known, live.elsewhere = {}, {}
            for watcher in live.watchers:
                watcher.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._look()
            except LusoryError:
                continue

    async def _look(self) -> None:
        """Look for processes that are gone. Nobody looks at tables there any more, and its turns of machines are
        ours."""
        living = await self.registry.searches.living()
        gone, self.living = self.living - living, living
        if gone:
            self._gone(gone)
        await self.registry.take_on()

    def _gone(self, gone: set[int]) -> None:
        for live in self.registry.all_in_memory():
            live.known = {}
            if gone & set(live.elsewhere):
                for number in gone:
                    live.elsewhere.pop(number, None)
                self.registry.greet(live, notify=False)
        for handler in self.on_gone:
            handler()
