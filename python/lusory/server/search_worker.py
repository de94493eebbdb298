"""Takes searches of machines from the queue in the database: in every server on PostgreSQL, and in `lusory worker`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from typing import Any

import msgspec

from ..errors import LusoryError
from .allowed_players import check_spec
from .machine_search import LOOK, with_deadline
from .pools import Pools
from .pupil_nets import with_pupil
from .pupil_trainer import PupilTrainer
from .registered_models import list_models
from .settings import Settings
from .store import Store
from .store.search_queue import TRIES, SearchJob, SearchQueue
from .table import Refused

log = logging.getLogger("lusory.server")
KINDS = ("quick", "thinking", "watched")
"""The pools that machines search in."""
FOREVER = 1e9


class SearchWorker:
    """The processes of this host, at the disposal of all servers on one database."""

    def __init__(self, store: Store, pools: Pools, settings: Settings) -> None:
        self.store, self.pools, self.data = store, pools, settings.data
        self._trusted = msgspec.structs.replace(settings, think=FOREVER, simulations=sys.maxsize)
        self.queue = SearchQueue(store)
        self._waiting: dict[str, set[asyncio.Event]] = {kind: set() for kind in KINDS}
        self._running: dict[str, asyncio.Task[Any]] = {}
        store.signals.on("queued", self._queued)
        store.signals.on("stop", self._stop)

    async def run(self) -> None:
        """Search until cancelled."""
        slots = [kind for kind in KINDS for _ in range(self.pools.named(kind).size)]
        await asyncio.gather(*(self._slot(kind) for kind in slots))

    async def _slot(self, kind: str) -> None:
        """One process of a pool."""
        free_slots = max(1, self.pools.named(kind).size - 1)
        while True:
            try:
                job = await self.queue.take(kind, free_slots, self._models())
            except LusoryError as fault:
                log.warning("no searches can be taken: %s", fault)
                job = None
            if job is None:
                await self._idle(kind)
            else:
                await self._search(kind, job)

    def _models(self) -> list[str]:
        return [model.spec for model in list_models(self.data)]

    async def _idle(self, kind: str) -> None:
        """Wait for something in the queue."""
        woken = asyncio.Event()
        self._waiting[kind].add(woken)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await woken.wait()
        self._waiting[kind].discard(woken)

    async def _queued(self, message: dict[str, Any]) -> None:
        self.wake(str(message.get("pool")))

    def wake(self, kind: str) -> None:
        """A search was queued: one who waits takes it."""
        waiting = self._waiting.get(kind)
        if waiting:
            waiting.pop().set()

    async def _stop(self, message: dict[str, Any]) -> None:
        if task := self._running.get(str(message.get("job"))):
            task.cancel()

    async def _search(self, kind: str, job: SearchJob) -> None:
        """Search and answer; stopped when nobody waits for it any more."""
        task = asyncio.ensure_future(self._answer(kind, job))
        self._running[job.id] = task
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:  # this process stops: another is to search
            task.cancel()
            with contextlib.suppress(LusoryError):
                await asyncio.shield(self.queue.give_back(job.id))
            raise
        finally:
            del self._running[job.id]
        if not task.cancelled() and (fault := task.exception()):
            log.warning("the answer of a search could not be kept: %s", fault)

    async def _answer(self, kind: str, job: SearchJob) -> None:
        await self.queue.answered(job, await self._found(kind, job))

    async def _found(self, kind: str, job: SearchJob) -> dict[str, Any]:
        """The answer; an error is one, too."""
        if job.tries > TRIES:
            return {"error": "every process that worked on this died"}
        job_request = job.request | {"do": "choose", "data": self.data}
        pool = self.pools.named(kind)

        async def ask(request: dict[str, Any]) -> dict[str, Any]:
            return await pool.ask(lambda: with_deadline(request, job.elapsed, job.beat), job.seconds, patient=True)

        try:
            check_spec(str(job_request.get("spec")), self._trusted)  # who writes to the database runs no command here
            return await with_pupil(job_request, self.store, ask)
        except Refused as fault:
            return fault.answer
        except LusoryError as fault:
            return {"error": str(fault)}


def work(settings: Settings) -> None:
    """Search for the servers on a database until Ctrl-C or SIGTERM. Raises LusoryError where its form is another."""
    with asyncio.Runner() as runner:
        runner.run(_until_signalled(settings))


async def _until_signalled(settings: Settings) -> None:
    store = await Store.open(settings.url, migrated=False)
    pools, stopped, tasks = Pools(settings), asyncio.Event(), set[asyncio.Task[Any]]()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)

    def later(work: Any) -> None:
        tasks.add(task := asyncio.ensure_future(work))
        task.add_done_callback(tasks.discard)

    await store.signals.open(server=False)
    later(store.signals.run(later))
    later(SearchWorker(store, pools, settings).run())
    later(PupilTrainer(store, pools, settings).run())
    print("lusory: searching for the servers on this database (Ctrl-C ends it)", file=sys.stderr, flush=True)
    await stopped.wait()
    for task in list(tasks):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    pools.close()
    await store.signals.close()
    await store.post("left")
    await store.close()
