"""Has pupils learn, practise and be measured, in short pieces in the queue of analysis, behind whoever waits there.

All that is to do stands in the database, so it goes on after a restart, here or in another process. One pupil at a time
in each process; owners take turns, and their pupils work a limited time a day.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import LusoryError
from ..lab.pupils import last_level, next_level
from .pools import Pools
from .settings import Settings
from .store import Store, StoreFault, now
from .store.pupil_queue import Learnt, PupilQueue, PupilTask
from .store.pupils import DAY, GAMES, Played, Pupils, version_row
from .workers import Busy, Caller, Died, Overdue

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .table import Entry

log = logging.getLogger("lusory.server")
SLICE = 4.0
"""Seconds of practice in one piece."""
VERSION = 120_000
"""Milliseconds of practice after which a version is measured, and the next one begins."""
MEASURED = 30_000
"""Milliseconds of games against one level after which no more are played."""
PATIENCE = 90.0
"""Seconds that a piece may take."""
LOOK = 5.0
"""Seconds between two looks when no message wakes us."""
SWEEP = 3600.0
"""Seconds between two looks for pupils that nobody uses."""
RETRY = 60_000
"""Milliseconds until a piece that got no answer in time is tried again."""
TRIES = 3
"""Tries of a piece that gets no answer in time, as when the machine is busy; then it fails."""
ADDRESS = "pupils"
"""One address for all of them: of the processes that analyse one is always left to people."""


class PupilTrainer:
    """The work of all pupils, as far as this process does it."""

    def __init__(self, store: Store, pools: Pools, settings: Settings) -> None:
        self.store, self.pools, self.settings = store, pools, settings
        self.queue = PupilQueue(store)
        self._woken = asyncio.Event()
        self._swept = 0.0
        self._unanswered: Counter[str] = Counter()

    def wake(self) -> None:
        """There is something to do."""
        self._woken.set()

    def heard(self, live: LiveTable, entries: Sequence[Entry]) -> None:
        """Something happened at a table."""
        if live.table.ending is not None:
            self.wake()

    async def run(self) -> None:
        """Work until cancelled."""
        if not self.store.shared:
            await self.queue.free_all()
        while True:
            try:
                has_worked = await self.step()
                await self._sweep()
            except LusoryError as fault:
                log.warning("pupils cannot work: %s", fault)
                has_worked = False
            if not has_worked:
                await self._idle()

    async def _idle(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._woken.wait()
        self._woken.clear()

    async def _sweep(self) -> None:
        """Delete the pupils of browsers that nobody has used for long."""
        days = self.settings.limits.pupil_days
        if days and time.monotonic() - self._swept > SWEEP:
            self._swept = time.monotonic()
            await Pupils(self.store).tidy(now() - days * DAY)

    async def step(self) -> bool:
        """One piece of work of the pupil whose turn it is; False where there is nothing to do."""
        limits = self.settings.limits
        task = await self.queue.take(*(round(most * 60_000) for most in (limits.practice, limits.address_practice)))
        if task is None:
            return False
        try:
            await self._work(task)
            self._unanswered.pop(task.id, None)
        except (Busy, StoreFault, asyncio.CancelledError):
            with contextlib.suppress(LusoryError):
                await asyncio.shield(self.queue.release(task))
            raise
        except LusoryError as fault:
            await self._failed(task, fault)
        return True

    async def _failed(self, task: PupilTask, fault: LusoryError) -> None:
        """A piece has failed. Where there was no answer in time it is tried again later: the machine may be busy."""
        log.warning("pupil %s: %s", task.id, fault)
        is_slow = type(fault) is Overdue  # not one that ended the process, nor an internal error
        self._unanswered[task.id] += is_slow
        if is_slow and self._unanswered[task.id] < TRIES:
            return await self.queue.release(task, RETRY)
        self._unanswered.pop(task.id, None)
        await self.queue.fail(task, str(fault))

    async def _work(self, task: PupilTask) -> None:
        version = task.version
        if task.fresh or (task.remaining > 0 and (version.done or version.spent < VERSION)):
            await self._learn(task)
        else:
            await self._measure(task)

    async def _ask(self, task: PupilTask, do: str, **request: Any) -> dict[str, Any]:
        """In the queue of analysis, after people; once more where the process was gone."""
        message = {"do": do, "game": task.value, "net": task.version.net, **request}
        caller, pool = Caller(ADDRESS, task.owner), self.pools.analysts
        try:
            return await pool.ask(message, PATIENCE, caller, rank=1, patient=True)
        except Died:
            return await pool.ask(message, PATIENCE, caller, rank=1, patient=True)

    async def _learn(self, task: PupilTask) -> None:
        """Learn from the new games, then practise a while."""
        ordered = task.remaining + task.after_game * len(task.fresh)
        practice = min(ordered, round(SLICE * 1000), max(0, task.allowance))
        before, numbers = task.version, list(task.fresh)
        reply = await self._ask(
            task, "pupil_learn", fresh=list(task.fresh.values()), games=task.known, seconds=practice / 1000,
            most=self.settings.limits.pupil_bytes,
        )  # fmt: skip
        spent, strange = round(reply["spent"] * 1000), {numbers[place] for place in reply["strange"]}
        row = {
            "made": now() // 1000, "practised": before.practised + reply["practised"],
            "studied": before.studied + reply["studied"], "opening": reply["opening"], "net": reply["net"],
        }  # fmt: skip
        number, done_before = (before.number + 1, 0) if before.done else (before.number, before.spent)
        version = version_row(row, number, done=False, spent=done_before + spent)
        learnt = [number for number in numbers if number not in strange]
        await self.queue.keep(task, Learnt(version, learnt, sorted(strange), spent, ordered - practice))

    async def _measure(self, task: PupilTask) -> None:
        """Play some games against a level of the machine, or, where its level is known, look for what it likes and
        fears. Where games against a level take too long, it stays at what was measured until then."""
        version, started = task.version, time.monotonic()
        scores = {spec: version.against[spec] for spec, games in version.played.items() if is_enough(games)}
        level, unknown = next_level(await self._level_before(task), scores, task.players)
        try:
            if unknown is None:
                found = await self._ask(task, "pupil_patterns", games=task.known)
                return await self.queue.rate(task, elapsed(started), found, level=level, done=True)
            spec = f"level:{unknown}"
            before = version.played.get(spec, Played(0.0, 0, 0))
            request = {"against": spec, "games": GAMES - before.games, "seconds": SLICE, "seed": before.games}
            reply = await self._ask(task, "pupil_score", **request)
        except StoreFault:
            raise
        except LusoryError as fault:
            log.warning("pupil %s is not measured: %s", task.id, fault)
            known = level if scores or unknown is None else None
            return await self.queue.rate(task, elapsed(started), level=known, done=True)
        spent = elapsed(started)
        games = Played(before.points + reply["points"], before.games + reply["games"], before.spent + spent)
        await self.queue.rate(task, spent, against=json.dumps(version.played | {spec: games}))

    async def _level_before(self, task: PupilTask) -> int:
        """The last level that was measured."""
        return last_level(await Pupils(self.store).versions(task.id)) or 0


def is_enough(games: Played) -> bool:
    """Whether a level was played against for long enough."""
    return games.games >= GAMES or (games.games > 0 and games.spent >= MEASURED)


def elapsed(started: float) -> int:
    """Milliseconds since then."""
    return round((time.monotonic() - started) * 1000)
