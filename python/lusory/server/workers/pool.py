"""A pool of worker processes with a fair queue. A process that fails or is too slow is killed and replaced."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ...errors import LusoryError, Phrase, PhraseError
from ..table import Refused
from .queue import NOBODY, Caller, FairQueue
from .worker import serve

Answer = dict[str, Any]
Request = dict[str, Any] | Callable[[], dict[str, Any]]
log = logging.getLogger("lusory.server")

START = 60.0
"""Seconds that a process may take to start; they count against no request."""
STOPPING = 5.0
"""Seconds that work may take to stop."""
MOST_WAITING, MOST_EACH = 1_000, 60
"""Most waiting requests of a pool, and of one address; more are refused."""


class Overdue(PhraseError, TimeoutError):
    """A process did not answer in time, or died."""


class Died(Overdue):
    """A process ended before it had answered."""

    def __init__(self) -> None:
        died = Phrase("the process that worked on this died: it took more memory than there is for one guest")
        super().__init__(died)

    def __reduce__(self) -> tuple[type[Died], tuple[()]]:  # type: ignore[override]
        return type(self), ()


class Busy(Overdue):
    """The queue is full."""


class Failed(Overdue):
    """An internal error in a worker."""


class Worker(NamedTuple):
    """A worker process and the pool's end of the pipe to it."""

    process: Any
    pipe: Connection


class WorkerPool:
    """A fixed number of processes, each started when first needed.

    memory: MiB that each may take. nice: scheduling priority (0 to 19, see nice(2)).
    """

    def __init__(self, size: int, memory: int, nice: int = 0) -> None:
        self.size, self.memory, self.nice = size, memory, nice
        self.queue = FairQueue(size)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="pool")
        self._closed = False
        self._lock = threading.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(
        self, request: Request, seconds: float, caller: Caller = NOBODY, *, rank: int = 0, patient: bool = False
    ) -> Answer:
        """The answer to a request; a function is called to build the request once a process is free. seconds: limit for
        the answer, from when the process begins. patient: wait however long the queue is. Raises Busy, Overdue, or
        LusoryError where the answer is an error."""
        stream = self.follow(request, seconds, caller, rank=rank, patient=patient)
        replies = [reply async for reply in stream]
        if not replies:
            raise Overdue("no answer")
        return replies[0]

    async def follow(
        self,
        request: Request,
        seconds: float,
        caller: Caller = NOBODY,
        *,
        rank: int = 0,
        patient: bool = False,
        stops: bool = False,
    ) -> AsyncGenerator[Answer, None]:
        """The replies to a request as they come, each within so many seconds. Closing the generator stops the work.
        stops: the work obeys a stop request, so the process is kept if the task that waits for it is cancelled."""
        if not patient and self.crowded(caller):
            raise Busy("too many others are waiting for this; try again later")
        await self.queue.acquire(caller, rank)
        is_free = True
        try:
            worker, is_over = await self._run(self._take), False
            reply: asyncio.Future[Answer] | None = None
            try:
                await self._run(_send, worker, encode_request(request))
                while True:
                    reply = asyncio.ensure_future(self._run(_receive, worker, seconds))
                    response = await (asyncio.shield(reply) if stops else reply)
                    if response.get("end"):
                        break
                    if "error" in response:
                        raise fault_of(response)
                    yield response
                is_over = True
            except (GeneratorExit, LusoryError) as fault:
                is_over = (isinstance(fault, Failed) or not isinstance(fault, Overdue)) and await self._run(
                    _stop, worker, seconds
                )
                raise
            except asyncio.CancelledError:
                if stops and reply is not None:
                    is_free = False
                    self._later(self._wind_down(worker, reply, caller))
                raise
            finally:
                if is_free:
                    self._give_back(worker, is_over)
        finally:
            if is_free:
                self.queue.release(caller)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self._tasks.discard)

    async def _wind_down(self, worker: Worker, reply: asyncio.Future[Answer], caller: Caller) -> None:
        """Stop the work that nobody waits for any more, so that its process is ready for the next request."""
        is_over = False
        try:
            async with asyncio.timeout(STOPPING):
                await self._run(_send, worker, b"{}")
                response = await reply
                while not response.get("end"):
                    response = await self._run(_receive, worker, STOPPING)
            is_over = True
        except (LusoryError, TimeoutError):
            pass
        finally:
            self._give_back(worker, is_over)
            self.queue.release(caller)

    def crowded(self, caller: Caller) -> bool:
        """Whether the queue is full, in all or for this address."""
        return self.queue.waiting() >= MOST_WAITING or self.queue.waiting(caller.address) >= MOST_EACH

    async def _run(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            self._drop(worker)
        context = multiprocessing.get_context("spawn")
        own_end, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.memory, self.nice), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, own_end)
        with self._lock:
            self._all.add(worker)
        try:
            if self._closed:
                raise Overdue("the server is shutting down")
            _receive(worker, START)
        except Overdue:
            self._drop(worker)
            raise
        return worker

    def _give_back(self, worker: Worker, sound: bool) -> None:
        if sound and not self._closed:
            self._idle.append(worker)
        else:
            self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        """At most once: the descriptor of a closed pipe may be reused."""
        with self._lock:
            if worker not in self._all:
                return
            self._all.discard(worker)
        worker.process.kill()
        worker.pipe.close()

    def close(self) -> None:
        """Kill every process."""
        self._closed = True
        for worker in list(self._all):
            self._drop(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)


def encode_request(request: Request) -> bytes:
    """A request as bytes."""
    return json.dumps(request() if callable(request) else request).encode()


def _send(worker: Worker, request: bytes) -> None:
    try:
        worker.pipe.send_bytes(request)
    except OSError:
        raise Died from None


def _receive(worker: Worker, seconds: float) -> Answer:
    try:
        if not worker.pipe.poll(seconds):
            raise Overdue(Phrase("no answer within %(seconds)s seconds", {"seconds": f"{seconds:g}"}))
        reply: Answer = json.loads(worker.pipe.recv_bytes())
    except (EOFError, OSError) as fault:
        if isinstance(fault, Overdue):
            raise
        raise Died from None
    return reply


def _stop(worker: Worker, seconds: float) -> bool:
    """Send stop and wait until the work has ended; False where it has not."""
    try:
        worker.pipe.send_bytes(b"{}")
        while not _receive(worker, seconds).get("end"):
            pass
    except (LusoryError, OSError):
        return False
    return True


def fault_of(reply: Answer) -> LusoryError:
    """An error reply as an exception; `at` is its place. Internal errors are logged."""
    if reply.get("ours"):
        log.error("a process that worked for a table failed: %s", reply["error"])
        return Failed("something went wrong on the server; the error is in its log")
    if "code" in reply:
        return Refused(reply["code"], reply["error"], reply["at"], **reply["values"])
    if "phrase" in reply:
        return PhraseError(phrase_of(reply["phrase"]))
    fault = LusoryError(reply["error"])
    fault.__dict__["at"] = reply.get("at", "")
    return fault


def phrase_of(data: Any) -> Phrase:
    """A phrase from JSON."""
    text, values = data
    return Phrase(text, {name: value if isinstance(value, str) else phrase_of(value) for name, value in values.items()})
