"""The clocks of tables: a timer for each in memory, a sweep for the others, vacations, times when no server ran."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from ..errors import LusoryError
from .clock_jumps import ClockJumps
from .live_table import LiveTable
from .store import now
from .store.downtimes import (
    ALIVE,
    DOWN,
    Downtimes,
    downtimes_text,
    oldest_running_clock,
    read_downtimes,
    with_downtime,
)
from .table import Table
from .table.clock import uncounted
from .table.outline import Outline

if TYPE_CHECKING:
    from .registry import Registry

SWEEP = 15.0
"""Seconds between checks for expired clocks at tables that are not in memory."""
LOOK = 1.0
"""Seconds between looks whether the clock of this machine has jumped."""
LONGEST = 86_400.0
"""Seconds after which a timer rings at the latest."""


class TableClocks:
    """Ends games whose time is up, reminds, and holds clocks. down: from when to when no server ran."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.store = registry, registry.store
        self.down: Downtimes = []
        self._jumps, self._heeding = ClockJumps(), asyncio.Lock()

    async def open(self, first: bool) -> None:
        """Learn when no server ran. first: whether no other server runs now."""
        self.down = read_downtimes(await self.store.fact(DOWN))
        if first and (alive := await self.store.fact(ALIVE)):
            await self._note_down(int(alive), now())

    async def _note_down(self, begin: int, end: int) -> None:
        """No server ran in this time. Earlier times stay, for tables that nobody has opened since."""
        async with self.store.reading() as c:
            oldest = await c.scalar(oldest_running_clock())
        self.down = with_downtime(self.down, begin, end, oldest)
        await self.store.note(DOWN, downtimes_text(self.down))

    def start(self) -> None:
        """Sweep from now on, and look for jumps where no other server's clock counts, too."""
        self.registry.task(self._sweep())
        if not self.store.shared:
            self.registry.task(self._look_for_jumps())

    def set_timer(self, live: LiveTable) -> None:
        """Set the timer of a table anew."""
        stop_timer(live)
        clock = live.table.clock
        rings = clock.rings if clock and not live.table.ending else None
        if rings is not None:
            wait = min(max(0.0, (rings - now()) / 1000 + 0.01), LONGEST)
            live.timer = asyncio.get_running_loop().call_later(wait, self._begin_to_ring, live.table.id)

    def _begin_to_ring(self, table_id: str) -> None:
        self.registry.task(self.ring(table_id))

    async def ring(self, table_id: str) -> None:
        """The clock of a table may have run out, or a reminder may be due; unless the time of day has jumped."""
        await self.heed_jump()
        live = await self.registry.live(table_id)
        async with live.lock:
            await self._rung(live)

    async def _rung(self, live: LiveTable) -> None:
        clock = live.table.clock
        if live.table.ending or clock is None or (clock.rings or now()) > now():
            return self.registry.follow(live)  # it rings again later
        if clock.kind.correspondence and await self.hold(live):
            return
        if is_flagged(live.table):
            await self.flag(live)
        elif (clock.reminder or now() + 1) <= now():
            await self.registry.happen(live, [("remind", clock.player, None, None)])

    async def hold(self, live: LiveTable) -> bool:
        """Hold the clock that runs if its player is on vacation; let it run again if he is back. The caller holds the
        lock. Returns whether it is held now."""
        clock, moment = live.table.clock, now()
        if live.table.ending or clock is None or clock.player is None:
            return False
        until = dict(await self.registry.vacations.at_table(live.table.id, moment)).get(clock.player)
        if clock.is_held(moment) and until != clock.since:
            await self.registry.happen(live, [("hold", clock.player, until or moment, None)])
        elif until and not clock.is_held(moment):
            await self.registry.happen(live, [("hold", clock.player, until, None)])
        return until is not None

    async def flag(self, live: LiveTable) -> None:
        """A clock has run out. The caller holds the lock."""
        clock = live.table.clock
        if clock and clock.player is not None:
            await self.registry.happen(live, [("flag", clock.player, None, None)])

    async def loaded(self, live: LiveTable) -> None:
        """A table was read: its clock did not run while no server was up, nor while its player is on vacation. A clock
        of days does not wait for a short restart."""
        await self._missed(live)
        clock = live.table.setup.clock
        if clock and clock.correspondence:
            async with live.lock:
                await self.hold(live)

    async def _missed(self, live: LiveTable) -> None:
        if self._waited(live):
            async with live.lock:
                if waited := self._waited(live):  # no other process has noted it meanwhile
                    await self.registry.happen(live, [("pause", None, waited, None)])

    def _waited(self, live: LiveTable) -> int:
        """Milliseconds for which the clock of a table did not run, and which were not noted yet."""
        return uncounted(live.table.clock, live.table.updated, self.down)

    async def _sweep(self) -> None:
        """Periodically note the time, end games whose clock has expired, and send reminders."""
        while True:
            try:
                await self.heed_jump()
                await self.store.note(ALIVE, str(now()))
                await self.ring_overdue()
            except LusoryError:
                pass  # the disk may be full; retried at the next sweep
            await asyncio.sleep(SWEEP)

    async def ring_overdue(self) -> None:
        """Ring at each table where that is due. One that cannot be read, as its rules take too long, keeps no other
        waiting."""
        for table_id in await self.store.overdue(now()):
            with contextlib.suppress(LusoryError):
                await self.ring(table_id)

    async def _look_for_jumps(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(LusoryError):  # the disk may be full; the next sweep tries again
                await self.heed_jump()

    async def heed_jump(self) -> None:
        """Where the time of day has jumped forward, no clock of a table ran meanwhile, as if the server had been down.
        Several servers have several clocks, and none of them is believed more than the others."""
        async with self._heeding:  # whoever rings meanwhile waits until all tables know of the jump
            jump = 0 if self.store.shared else self._jumps.look()
            if jump:
                await self._note_down(now() - jump, now())
                await self.store.note(ALIVE, str(now()))  # a server that is killed now was not down before the jump
                for live in self.registry.all_in_memory():
                    await self._missed(live)
                await self.registry.wake()


def stop_timer(live: LiveTable) -> None:
    """Cancel the timer of a table."""
    if live.timer:
        live.timer.cancel()
        live.timer = None


def is_flagged(table: Table | Outline) -> bool:
    """Whether the clock of a table has run out."""
    deadline = table.clock.deadline if table.clock else None
    return deadline is not None and deadline <= now()
