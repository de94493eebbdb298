"""Machines at the tables: when it is their turn they think elsewhere, and their ply comes in like anybody's.

Where there are secrets a machine answers at a moment that was fixed before it looked, whatever it has found by then.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from math import ceil
from typing import TYPE_CHECKING, Any

from ..errors import LusoryError
from ..rules.events import CHANCE
from .machines import choice
from .specs import COUNTED, TIMED
from .table import HUMAN, OPEN, Refused, Table

if TYPE_CHECKING:
    from .hall import Hall, Live

log = logging.getLogger("lusory.server")
GRACE = 20.0
"""Seconds more than it may think that a machine's ply may take: others may be before it."""
MARGIN = 2.0
"""Later plies may take longer than the one that was measured."""
QUICKEST = 0.15
"""Seconds between plies of machines, so that one sees what happens."""


class Thinking:
    """The turns that machines think about, one task a table."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._tasks: dict[str, tuple[int, asyncio.Task[Any]]] = {}
        self._beats: dict[tuple[str, str], float] = {}

    def follow(self, live: Live) -> None:
        """Begin to think where it is a machine's turn; stop where it is none any more."""
        table = live.table
        begun = self._tasks.get(table.id)
        if begun and begun[0] == place(table):
            return
        mover = table.to_move
        self.drop(table.id)
        if mover is None or mover == CHANCE or table.kinds[mover] in (HUMAN, OPEN):
            return
        if table.ply >= self.hall.settings.limits.plies:
            return
        task = self.hall.task(self._turn(live, table, mover))
        self._tasks[table.id] = (place(table), task)

    def drop(self, id_: str) -> None:
        """Nobody needs to think there."""
        begun = self._tasks.pop(id_, None)
        if begun and begun[1] is not asyncio.current_task():
            begun[1].cancel()

    def close(self) -> None:
        """The server stops."""
        for id_ in list(self._tasks):
            self.drop(id_)

    async def _turn(self, live: Live, table: Table, mover: int) -> None:
        pause = await self.beat(table, table.kinds[mover]) if table.hidden else QUICKEST
        begun = time.monotonic()
        try:
            text = await self._chosen(table, mover, pause if table.hidden else None)
            await self._until(begun, pause)
            async with live.lock:
                if place(live.table) == place(table) and live.table.to_move == mover:
                    self._tasks.pop(table.id, None)
                    await self.hall.happen(live, [("ply", mover, table.ply + 1, text)])
        except Refused as fault:
            log.warning("table %s: the machine's ply was not kept: %s", table.id, fault)

    def pause(self, spec: str) -> float:
        """Seconds after which a machine answers where there are secrets: its kind alone tells."""
        timed = TIMED.fullmatch(spec)
        return max(self.hall.settings.pause, float(timed[2]) * 1.2 + 0.3 if timed else 0.0)

    async def beat(self, table: Table, spec: str) -> float:
        """The same for whoever counts simulations, and so takes the time it takes: measured once for a game, where
        nothing has been played that could be a secret, and rounded up well."""
        pause, first = self.pause(spec), table.positions[0]
        if not COUNTED.fullmatch(spec) or first.to_move is None or first.to_move == CHANCE:
            return pause
        key = (table.game.hash, spec)
        if key not in self._beats:
            begun, took = time.monotonic(), 0.0
            asked = choice(first, first.to_move, spec, random.Random(0))
            try:
                await self.hall.thinkers.ask(asked, self.hall.settings.think + GRACE)
            except LusoryError as fault:
                log.warning("table %s: how long %s thinks is not known: %s", table.id, spec, fault)
            else:
                took = time.monotonic() - begun
            self._beats[key] = pause * max(1, ceil(MARGIN * took / pause))
        return self._beats[key]

    async def _until(self, begun: float, pause: float) -> None:
        """The moment that was fixed before it looked."""
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))

    async def _chosen(self, table: Table, mover: int, within: float | None) -> str:
        """The ply; a random one where the machine fails, or is late where nobody may see how long it thought."""
        settings, rng = self.hall.settings, table.chance("machine")
        legal = list(table.position.view(mover).moves)
        fallback = random.Random(rng.random()).choice(legal)
        try:
            asked = choice(table.position, mover, table.kinds[mover], rng)
            work = self.hall.task(self.hall.thinkers.ask(asked, settings.think + GRACE))
            done, _ = await asyncio.wait({work}, timeout=None if within is None else within * 0.9)
            if not done:  # it thinks on, for nobody, and then serves others
                work.add_done_callback(lambda task: task.cancelled() or task.exception())
                return fallback
            return work.result()["ply"] if work.result()["ply"] in legal else fallback
        except LusoryError as fault:
            log.warning("table %s: %s plays at random: %s", table.id, table.kinds[mover], fault)
            return fallback


def place(table: Table) -> int:
    """Which of the plies and undos of a table was the last: what a machine thinks about."""
    return table.turns
