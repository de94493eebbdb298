"""Machine players at tables: on their turn a worker process searches, and their ply is stored like a person's.

A search counts for the caller who came last to its table, and games between machines go on only while watched. In games
with secrets a machine answers at a time fixed before its search; if it is late it waits
for the next one, a whole beat later, so that the time reveals nothing about its search.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec

from ..errors import LusoryError
from ..rules.events import CHANCE
from .allowed_players import COUNTED, TIMED
from .bounded_cache import Cache
from .changes import Change
from .machine_search import MachineSearch, answers, searches_of
from .pools import pool_for_player
from .store import SeatChange, StoreFault
from .table import HUMAN, OPEN, Refused, Table
from .table.outline import Outline
from .workers import Overdue

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .registry import Registry

log = logging.getLogger("lusory.server")
GRACE = 20.0
"""Seconds beyond the limit of a search until a worker that has not answered is stopped."""
MARGIN = 2.0
"""Later plies may take longer than the one that was measured."""
QUICKEST = 0.15
"""Least seconds between plies of machines, so that people can follow."""
TRIES = 2
"""Tries of a search that fails; then the machine plays at random, and says so."""
SORRY = "My search failed, so this move is a random one."
GONE = "I was deleted, so this move is a random one."
"""What a pupil says that its owner has deleted during a game."""
LATER = 30.0
"""Seconds until a machine retries a ply that could not be played."""
BEATS = 1_000
"""The most measured beats that are cached."""


class MachinePlayers:
    """The running searches of machine players, one task a table."""

    def __init__(self, service: Registry) -> None:
        self.service = service
        self.searches = searches_of(service.store, service.pools)
        self._tasks: dict[str, tuple[int, asyncio.Task[Any]]] = {}
        self._beats: Cache[float] = Cache(BEATS, BEATS, lambda beat: 1)

    def follow(self, live: LiveTable) -> bool:
        """Start a search where it is a machine's turn; cancel one that is out of date. Returns whether it is a
        machine's turn."""
        table = live.table
        if self.searching(table.id, place(table)):
            return True
        self.drop(table.id)
        if not self._moves(table) or not self._wanted(live):
            return False
        task = self.service.task(self._turn(live, table, table.to_move or 0))
        self._tasks[table.id] = (place(table), task)
        return True

    def searching(self, table_id: str, turn: int | None = None) -> bool:
        """Whether a search goes on for a table (in this turn)."""
        task = self._tasks.get(table_id)
        return task is not None and turn in (None, task[0]) and not task[1].done()

    def _moves(self, table: Table | Outline) -> bool:
        """Whether it is a machine's turn."""
        mover = table.to_move
        machine = mover is not None and mover != CHANCE and table.kinds[mover] not in (HUMAN, OPEN)
        return machine and table.ply < self.service.settings.limits.plies

    def accompany(self, live: LiveTable, change: Change) -> SeatChange | None:
        """The change of seats to store with a change of a table: that a machine is to move there. None is stored of
        games between machines, which go on only while somebody watches."""
        searched = self._moves(change.table) and bool(change.table.people())
        return self.searches.kept_with(change, place(live.table), searched)

    def _wanted(self, live: LiveTable) -> bool:
        """Whether a person plays or watches here."""
        return bool(live.table.people()) or live.watched(self.service.settings.watched)

    def drop(self, table_id: str) -> None:
        """Cancel the search of a table."""
        task = self._tasks.pop(table_id, None)
        if task and task[1] is not asyncio.current_task():
            task[1].cancel()

    def close(self) -> None:
        """The server stops."""
        for table_id in list(self._tasks):
            self.drop(table_id)

    async def _turn(self, live: LiveTable, table: Table | Outline, mover: int) -> None:
        """Search and play; retried later after a temporary fault. In one process of all."""
        still_needed = True
        try:
            while still_needed and await self.searches.claim(table.id, place(table)):
                try:
                    return await self._play(live, table, mover)
                except LusoryError as fault:
                    log.warning("table %s: the machine's ply was not kept: %s", table.id, fault)
                    if not is_temporary(fault):
                        return
                await asyncio.sleep(LATER)
                still_needed = self._wanted(live)
        except LusoryError as fault:
            log.warning("table %s: the machine's turn could not be taken: %s", table.id, fault)
        finally:
            await self._let_go(table, still_needed and bool(table.people()))

    async def _let_go(self, table: Table | Outline, still_needed: bool) -> None:
        """A turn that was not played here may be played elsewhere, unless the server stops: then it is free anyway."""
        with contextlib.suppress(LusoryError):
            await asyncio.shield(asyncio.ensure_future(self.searches.release(table.id, place(table), still_needed)))

    async def _play(self, live: LiveTable, table: Table | Outline, mover: int) -> None:
        spec = table.kinds[mover]
        beat = await self.beat(live, spec) if table.hidden else 0.0
        started = time.monotonic()
        text, excuse = await self._chosen(live, table, mover, started, beat)
        await self._until(started, beat)
        async with live.lock:
            if place(live.table) == place(table) and live.table.to_move == mover:
                ply = ("ply", mover, table.ply + 1, text)
                await self.service.happen(live, [ply, ("chat", mover, None, excuse)] if excuse else [ply])

    def pause(self, spec: str) -> float:
        """In games with secrets: seconds until a machine answers; they depend on its kind alone."""
        timed = TIMED.fullmatch(spec)
        return self._after(float(timed[2]) if timed else 0.0)

    def _after(self, thinking_seconds: float) -> float:
        """Seconds after which an answer can be there that takes so many seconds of thought."""
        return max(self.service.settings.pause, thinking_seconds * 1.2 + 0.3)

    async def beat(self, live: LiveTable, spec: str) -> float:
        """The same for players limited by simulations, not time: measured once for a game, at its start, where nothing
        is secret yet; rounded up, and at most the time that a machine may take."""
        pause, thinking_seconds = self.pause(spec), self.service.settings.think
        if not COUNTED.fullmatch(spec):
            return pause
        key = f"{live.game.hash} {spec}"
        beat = self._beats.get(key)
        if beat is None:
            request = msgspec.json.decode(await self.service.call(live, "first_choice_request", spec=spec))
            duration = await self._measured(live, spec, request | {"seconds": thinking_seconds}) if request else 0.0
            beat = min(pause * max(1, ceil(MARGIN * duration / pause)), self._after(thinking_seconds))
            self._beats.keep(key, beat)
        return beat

    async def _measured(self, live: LiveTable, spec: str, request: dict[str, Any]) -> float:
        try:
            duration: float = (await self._ask(live, request, time.monotonic(), 0.0))["took"]
        except LusoryError as fault:
            log.warning("table %s: how long %s thinks is not known: %s", live.table.id, spec, fault)
            return 0.0
        return duration

    async def _until(self, started: float, beat: float) -> None:
        """The next moment at which a machine may answer: of an open game a moment after its turn began, else the end of
        a beat."""
        elapsed = time.monotonic() - started
        await asyncio.sleep(max(0.0, QUICKEST - elapsed) if not beat else answers(elapsed, beat) - elapsed)

    async def _chosen(
        self, live: LiveTable, table: Table | Outline, mover: int, started: float, beat: float
    ) -> tuple[str, str]:
        """The ply, and why it is a random one if it is, in the machine's words. beat: seconds between the moments at
        which it may answer, where the time of the search must stay hidden; else 0."""
        spec, rng = table.kinds[mover], table.chance("machine")
        reply = await self.service.call(live, "choice_request", mover=mover, spec=spec, seed=rng.getrandbits(62))
        choice = msgspec.json.decode(reply)
        settings = self.service.settings
        request: dict[str, Any] = choice["asked"] | {"seconds": settings.think, "data": settings.data}

        excuse = SORRY
        for _ in range(TRIES):
            try:
                answer: str = (await self._ask(live, request, started, beat))["ply"]
                if answer in choice["legal"]:
                    return answer, ""
                log.error("table %s: %s chose %s, which is not legal", table.id, spec, answer)
            except StoreFault:
                raise
            except LusoryError as fault:
                log.warning("table %s: %s found no ply: %s", table.id, spec, fault)
                if isinstance(fault, Refused) and fault.code == 410:
                    excuse = GONE
                    break
        return random.Random(rng.random()).choice(choice["legal"]), excuse

    async def _ask(self, live: LiveTable, request: dict[str, Any], started: float, beat: float) -> dict[str, Any]:
        """Search in the pool of this machine, however long the queue is."""
        pool = pool_for_player(request["spec"], live.game.guest, bool(live.table.people()))
        seconds = self.service.settings.think + GRACE
        search = MachineSearch(live.table.id, request, pool, seconds, started, beat, live.caller)
        return await self.searches.ask(search)


def is_temporary(fault: LusoryError) -> bool:
    """Whether the fault is temporary: a full queue, slow rules, a full disk."""
    return isinstance(fault, Overdue | StoreFault) or (isinstance(fault, Refused) and fault.code in (503, 507))


def place(table: Table | Outline) -> int:
    """The number of the last change of the position: a search for an older one is out of date."""
    return table.turns
