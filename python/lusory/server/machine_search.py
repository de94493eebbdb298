"""Where machines search: in this process's own pools, or, on PostgreSQL, in those of any process, through a queue."""

from __future__ import annotations

import asyncio
import time
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import LusoryError
from .allowed_players import model_of
from .changes import Change
from .pools import Pools
from .pupil_nets import with_pupil
from .store import SeatChange, hashed
from .store.search_queue import SearchQueue, SearchRequest
from .workers import Caller
from .workers.pool import fault_of

if TYPE_CHECKING:
    from .store import Store

LOOK = 2.0
"""Seconds between two looks at a queue when no message wakes us."""
HURRY = 0.85
"""In games with secrets: share of a beat after which a search is stopped."""


class MachineSearch(NamedTuple):
    """A search. request: for a worker process, with the player's spec in it. pool: see pools.py. begun: when the turn
    began (time.monotonic). beat: seconds between the moments at which the machine may answer, or 0."""

    table: str
    request: dict[str, Any]
    pool: str
    seconds: float
    begun: float
    beat: float
    caller: Caller


class LocalSearches:
    """In the pools of this process: it is the only one."""

    def __init__(self, pools: Pools, store: Store) -> None:
        self.pools, self.store = pools, store

    async def claim(self, table: str, turn: int) -> bool:
        """Whether this process may play a machine's turn."""
        return True

    async def release(self, table: str, turn: int, reassign: bool) -> None:
        """It no longer does."""

    def kept_with(self, change: Change, before: int, searched: bool) -> SeatChange | None:
        """What is to be kept together with a change of a table."""
        return None

    async def ask(self, search: MachineSearch) -> dict[str, Any]:
        """What a search finds, however long the queue is. Raises LusoryError."""
        pool = self.pools.named(search.pool)

        async def ask(given: dict[str, Any]) -> dict[str, Any]:
            request = lambda: with_deadline(given, time.monotonic() - search.begun, search.beat)  # noqa: E731
            return await pool.ask(request, search.seconds, search.caller, patient=True)

        return await with_pupil(search.request, self.store, ask)

    async def living(self) -> set[int]:
        """The server processes on the same database."""
        return set()

    async def left_behind(self, count: int) -> list[str]:
        """Tables at which a machine's turn is nobody's."""
        return []


class QueuedSearches:
    """In any process, on this host or another, through the queue in the database."""

    def __init__(self, store: Store) -> None:
        self.store, self.queue = store, SearchQueue(store)
        self._woken: dict[str, asyncio.Event] = {}
        store.signals.on("searched", self._searched)
        self.claim, self.release = self.queue.claim, self.queue.release
        self.living, self.left_behind = self.queue.living, self.queue.left_behind

    def kept_with(self, change: Change, before: int, searched: bool) -> SeatChange | None:
        """Whose turn it is, where the position has changed or the game is over. searched: whether it is a machine's."""
        table = change.table
        if table.turns == before and table.ending is None:
            return None
        return self.queue.awaited(table.id, table.turns) if searched else self.queue.over(table.id)

    async def ask(self, search: MachineSearch) -> dict[str, Any]:
        """What a search finds, in whichever process, however long the queue is. Raises LusoryError."""
        address = hashed(search.caller.address)[:16]
        elapsed = time.monotonic() - search.begun
        request = {name: value for name, value in search.request.items() if name != "data"}
        model = model_of(search.request["spec"])
        search_id = await self.queue.add(
            SearchRequest(search.table, search.pool, address, model, request, search.seconds, elapsed, search.beat)
        )
        woken = self._woken[search_id] = asyncio.Event()
        try:
            reply = await self._found(search_id, woken)
        finally:
            del self._woken[search_id]
            await asyncio.shield(asyncio.ensure_future(self._forgotten(search_id)))
        if "error" in reply:
            raise fault_of(reply)
        return reply

    async def _found(self, search_id: str, woken: asyncio.Event) -> dict[str, Any]:
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await woken.wait()
            except TimeoutError:
                pass
            woken.clear()
            reply = await self.queue.answer(search_id)
            if reply is not None:
                return reply

    async def _forgotten(self, search_id: str) -> None:
        try:
            await self.queue.forget(search_id)
        except LusoryError:
            return  # forgotten when this process is gone

    async def _searched(self, message: dict[str, Any]) -> None:
        if woken := self._woken.get(str(message.get("job"))):
            woken.set()


def searches_of(store: Store, pools: Pools) -> LocalSearches | QueuedSearches:
    """Where the machines of this server search."""
    return QueuedSearches(store) if store.shared else LocalSearches(pools, store)


def with_deadline(request: dict[str, Any], elapsed: float, beat: float) -> dict[str, Any]:
    """A request with the moment at which its search has to stop, where the time that it takes must tell nothing."""
    return request | {"until": time.monotonic() + stops(elapsed, beat) - elapsed} if beat else request


def answers(elapsed: float, beat: float) -> float:
    """The end of the current beat."""
    return beat * max(1, ceil(elapsed / beat))


def stops(elapsed: float, beat: float) -> float:
    """When a search that begins now is to stop: before the end of this beat, or of the next one if little is left."""
    end = answers(elapsed, beat)
    return end + (beat if end - elapsed < beat / 2 else 0.0) - (1 - HURRY) * beat
