"""Worker pool: spawned processes that do jobs one after the other and share nothing. One that dies is replaced, and its
job is done again from the start."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from ..engine.machine import processors
from ..errors import LusoryError

PATIENCE = 2.0
"""Seconds for a worker to end by itself."""
ATTEMPTS = 3
"""How often a job is tried where its process dies."""
MOST_WORKERS = 1024


class JobWorker(Protocol):
    """Does jobs in a process of the pool."""

    def do(self, job: Any) -> Any:
        """The result of one job."""

    def close(self) -> None:
        """Called after the last job."""


class JobTask(Protocol):
    """Makes the worker of a process; plain data, so that it can be sent there."""

    def worker(self) -> JobWorker:
        """The worker; called in the process that is to do the jobs."""


def here(work: JobTask, jobs: Iterable[Any]) -> Generator[Any, None, None]:
    """The results of jobs, done in this process one after the other."""
    worker = work.worker()
    try:
        for job in jobs:
            yield worker.do(job)
    finally:
        worker.close()


def spread(
    work: JobTask, jobs: Iterable[Hashable], workers: int, named: Callable[[Any], str]
) -> Generator[Any, None, None]:
    """The results of jobs as they are finished, done by so many processes. named: what errors call a job.

    Raises LusoryError where a job was done by several processes that died, or one failed.
    """
    pool = ProcessPool(work, named)
    todo = iter(jobs)
    try:
        for _, job in zip(range(workers), todo, strict=False):
            pool.send(pool.start(), job)
        while pool.doing:
            for ready in wait(list(pool.doing)):
                assert isinstance(ready, Connection)
                job = pool.doing.pop(ready)
                try:
                    found = ready.recv()
                except (EOFError, OSError):
                    pool.send(pool.replace(ready, job), job)
                    continue
                yield pool.answer(found)
                following = next(todo, None)
                if following is not None:
                    pool.send(ready, following)
    finally:
        pool.close()


class ProcessPool:
    """Processes by their connection. doing: the job of each busy one. died: how often each job killed its worker."""

    def __init__(self, work: JobTask, named: Callable[[Any], str]) -> None:
        self.work, self.named = work, named
        self.processes: dict[Connection, Any] = {}
        self.doing: dict[Connection, Any] = {}
        self.died: Counter[Any] = Counter()

    def start(self) -> Connection:
        """Starts one more process; the connection to it."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.work), daemon=False)
        process.start()
        theirs.close()
        self.processes[ours] = process
        return ours

    def send(self, connection: Connection, job: Any) -> None:
        """Sends a job. A process that has died is noticed when its answer is read."""
        self.doing[connection] = job
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.send(job)

    def replace(self, connection: Connection, job: Any) -> Connection:
        """A new process in place of one that died doing this job. Raises LusoryError after ATTEMPTS deaths."""
        self.died[job] += 1
        leave(connection, self.processes.pop(connection), idle=False)
        if self.died[job] >= ATTEMPTS:
            raise LusoryError(
                f"the process that played {self.named(job)} died, {ATTEMPTS} times over; was there enough memory?"
            )
        return self.start()

    def answer(self, found: Any) -> Any:
        """The result that a process sent. Raises LusoryError where it sent an error."""
        if isinstance(found, LusoryError):
            raise found
        if isinstance(found, Failure):
            raise LusoryError(f"a process that played games failed: {found.said}")
        return found

    def close(self) -> None:
        """Ends all processes."""
        for connection, process in self.processes.items():
            leave(connection, process, idle=connection not in self.doing)


class Failure:
    """An error of a process that is no LusoryError, as text: exceptions of any class may not survive pickling."""

    def __init__(self, said: str) -> None:
        self.said = said


def leave(connection: Connection, process: Any, idle: bool) -> None:
    """Ends a process: an idle one by closing its connection, a busy one by SIGTERM, after PATIENCE by SIGKILL."""
    connection.close()
    if not idle:
        process.terminate()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()


def serve(connection: Connection, work: JobTask) -> None:
    """Main loop of a worker process. SIGINT is ignored: the parent handles Ctrl-C and ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    worker = None
    try:
        worker = work.worker()
        while True:
            connection.send(worker.do(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as fault:
        connection.send(fault if isinstance(fault, LusoryError) else Failure(f"{type(fault).__name__}: {fault}"))
    finally:
        if worker is not None:
            worker.close()


def worker_count(workers: int) -> int:
    """The number of workers; 0 means one per processor. Raises LusoryError outside 0 to MOST_WORKERS."""
    if not 0 <= workers <= MOST_WORKERS:
        raise LusoryError(f"{workers} workers: expected at most {MOST_WORKERS}")
    return workers or processors()
