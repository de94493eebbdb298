"""Processes that do jobs, one after the other each. They are spawned and get plain data, so nothing is shared. One that
dies is replaced, and its job is done again from the beginning."""

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
"""Seconds that a worker gets to end by itself."""
ATTEMPTS = 3
"""So often a job is given out, where whoever does it dies."""
MOST_WORKERS = 1024


class JobWorker(Protocol):
    """What a process has to do jobs with."""

    def do(self, job: Any) -> Any:
        """Does one."""

    def close(self) -> None:
        """There are no more."""


class JobTask(Protocol):
    """What is to be done, as plain data that travels to a process."""

    def desk(self) -> JobWorker:
        """Begins, in the process that does it."""


def here(work: JobTask, jobs: Iterable[Any]) -> Generator[Any, None, None]:
    """What the jobs come to, done in this process one after the other."""
    desk = work.desk()
    try:
        for job in jobs:
            yield desk.do(job)
    finally:
        desk.close()


def spread(
    work: JobTask, jobs: Iterable[Hashable], workers: int, named: Callable[[Any], str]
) -> Generator[Any, None, None]:
    """What the jobs come to, as they are finished, done by so many processes. named: a job, for errors.

    Raises LusoryError where a job was done by several processes that died, or one failed.
    """
    crew = ProcessPool(work, named)
    todo = iter(jobs)
    try:
        for _, job in zip(range(workers), todo, strict=False):
            crew.give(crew.hire(), job)
        while crew.doing:
            for ready in wait(list(crew.doing)):
                assert isinstance(ready, Connection)
                job = crew.doing.pop(ready)
                try:
                    found = ready.recv()
                except (EOFError, OSError):
                    crew.give(crew.replaced(ready, job), job)
                    continue
                yield crew.heard(found)
                following = next(todo, None)
                if following is not None:
                    crew.give(ready, following)
    finally:
        crew.dismiss()


class ProcessPool:
    """The processes, and what each is doing."""

    def __init__(self, work: JobTask, named: Callable[[Any], str]) -> None:
        self.work, self.named = work, named
        self.processes: dict[Connection, Any] = {}
        self.doing: dict[Connection, Any] = {}
        self.died: Counter[Any] = Counter()

    def hire(self) -> Connection:
        """One process more."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.work), daemon=False)
        process.start()
        theirs.close()
        self.processes[ours] = process
        return ours

    def give(self, connection: Connection, job: Any) -> None:
        """A job for a process. One that has died meanwhile is found out when it is listened to."""
        self.doing[connection] = job
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.send(job)

    def replaced(self, connection: Connection, job: Any) -> Connection:
        """A new process in the place of one that died while it did this job."""
        self.died[job] += 1
        leave(connection, self.processes.pop(connection), idle=False)
        if self.died[job] >= ATTEMPTS:
            raise LusoryError(
                f"the process that played {self.named(job)} died, {ATTEMPTS} times over; was there enough memory?"
            )
        return self.hire()

    def heard(self, found: Any) -> Any:
        """What a process said, unless that is what went wrong."""
        if isinstance(found, LusoryError):
            raise found
        if isinstance(found, Failure):
            raise LusoryError(f"a process that played games failed: {found.said}")
        return found

    def dismiss(self) -> None:
        """All may go."""
        for connection, process in self.processes.items():
            leave(connection, process, idle=connection not in self.doing)


class Failure:
    """What went wrong in a process, where it is no LusoryError."""

    def __init__(self, said: str) -> None:
        self.said = said


def leave(connection: Connection, process: Any, idle: bool) -> None:
    """A worker that waits for a job ends when nobody can send it one; one that works is told to stop."""
    connection.close()
    if not idle:
        process.terminate()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()


def serve(connection: Connection, work: JobTask) -> None:
    """What a worker does. Ctrl-C is for the process that sends it jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    desk = None
    try:
        desk = work.desk()
        while True:
            connection.send(desk.do(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as fault:
        connection.send(fault if isinstance(fault, LusoryError) else Failure(f"{type(fault).__name__}: {fault}"))
    finally:
        if desk is not None:
            desk.close()


def hands(workers: int) -> int:
    """How many do the work: 0 is one a processor. Raises LusoryError for a number that makes no sense."""
    if not 0 <= workers <= MOST_WORKERS:
        raise LusoryError(f"{workers} workers: expected at most {MOST_WORKERS}")
    return workers or processors()
