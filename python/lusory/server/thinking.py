"""Machines at the tables: when it is their turn they think elsewhere, and their ply comes in like anybody's.

Where there are secrets a machine answers at a moment that was fixed before it looked, with the best it has found by
then.
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
from .machines import Overdue, choice
from .specs import COUNTED, TIMED
from .table import HUMAN, OPEN, Refused, Table

if TYPE_CHECKING:
    from .hall import Hall, Live

log = logging.getLogger("lusory.server")
GRACE = 20.0
"""Seconds more than it may think that a machine's ply may take: others may be before it."""
MARGIN = 2.0
"""Later plies may take longer than the one that was measured."""
HURRY, LAST = 0.85, 0.95
"""Shares of the time to an answer where there are secrets: then a search is asked for what it has found, and then
nobody waits for it any longer."""
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
            text = await self._chosen(table, mover, (begun, pause) if table.hidden else None)
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
        return self._after(float(timed[2]) if timed else 0.0)

    def _after(self, thought: float) -> float:
        """Seconds after which an answer can be there that takes so many seconds of thought."""
        return max(self.hall.settings.pause, thought * 1.2 + 0.3)

    async def beat(self, table: Table, spec: str) -> float:
        """The same for whoever counts simulations, and so takes the time it takes: measured once for a game, where
        nothing has been played that could be a secret, rounded up well, and no more than a machine may take."""
        pause, first = self.pause(spec), table.positions[0]
        if not COUNTED.fullmatch(spec) or first.to_move is None or first.to_move == CHANCE:
            return pause
        key, think = (table.game.hash, spec), self.hall.settings.think
        if key not in self._beats:
            took = 0.0
            asked = choice(first, first.to_move, spec, random.Random(0)) | {"seconds": think}
            try:
                took = (await self.hall.thinkers.ask(asked, think + GRACE))["took"]
            except LusoryError as fault:
                log.warning("table %s: how long %s thinks is not known: %s", table.id, spec, fault)
            self._beats[key] = min(pause * max(1, ceil(MARGIN * took / pause)), self._after(think))
        return self._beats[key]

    async def _until(self, begun: float, pause: float) -> None:
        """The moment that was fixed before it looked."""
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))

    async def _chosen(self, table: Table, mover: int, fixed: tuple[float, float] | None) -> str:
        """The ply; a random one where the machine fails. fixed: when its time began, and after how many seconds it
        answers, where nobody may see how long it thought."""
        settings, rng = self.hall.settings, table.chance("machine")
        legal = list(table.position.view(mover).moves)
        fallback = random.Random(rng.random()).choice(legal)
        try:
            asked = choice(table.position, mover, table.kinds[mover], rng) | {"seconds": settings.think}
            if fixed is None:
                answer = await self.hall.thinkers.ask(asked, settings.think + GRACE)
            else:
                answer = await self._in_time(asked, *fixed)
            return answer["ply"] if answer["ply"] in legal else fallback
        except LusoryError as fault:
            log.warning("table %s: %s plays at random: %s", table.id, table.kinds[mover], fault)
            return fallback

    async def _in_time(self, asked: dict[str, Any], begun: float, pause: float) -> dict[str, Any]:
        """What has been found shortly before the answer is due. Raises Overdue where nobody could begin by then: all
        processes think for others."""
        asked = asked | {"until": begun + HURRY * pause}
        work = self.hall.task(self.hall.thinkers.ask(asked, self.hall.settings.think + GRACE))
        done, _ = await asyncio.wait({work}, timeout=max(0.0, begun + LAST * pause - time.monotonic()))
        if done:
            found: dict[str, Any] = work.result()
            return found
        work.add_done_callback(lambda task: task.cancelled() or task.exception())
        raise Overdue(f"nothing was found within {pause:g} seconds")


def place(table: Table) -> int:
    """Which of the plies and undos of a table was the last: what a machine thinks about."""
    return table.turns
