"""Processes that work on batches. One that dies, or never answers, is replaced, and its batch done child by child; a
child that kills its process once more is a monster, and counts as crashed."""

from __future__ import annotations

import time
from collections import deque
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Protocol

import msgspec

from ..lab.pool import ProcessPool, leave
from .batches import Answer, Batch, BatchTask, crashed

PATIENCE, CHILD = 120.0, 30.0
"""Seconds for a batch, and for each child of it besides: what takes longer will never end, since each screen has a
clock of its own."""


class Workers(Protocol):
    """Takes batches and gives answers, in any order."""

    def room(self) -> bool:
        """Is there a worker without a batch?"""

    def send(self, batch: Batch) -> None:
        """Begins a batch."""

    def answers(self) -> list[Answer]:
        """Waits for some that are finished."""

    def close(self) -> None:
        """Ends all work."""


class Here:
    """This process: what kills it kills all."""

    def __init__(self, task: BatchTask) -> None:
        self.worker, self.batch = task.worker(), deque[Batch]()

    def room(self) -> bool:
        return not self.batch

    def send(self, batch: Batch) -> None:
        self.batch.append(batch)

    def answers(self) -> list[Answer]:
        return [self.worker.do(self.batch.popleft())]

    def close(self) -> None:
        self.worker.close()


class Processes:
    """So many processes."""

    def __init__(self, task: BatchTask, workers: int) -> None:
        self.most = workers
        self.pool = ProcessPool(task, lambda batch: f"batch {batch.number}")
        self.idle: list[Connection] = []
        self.since: dict[Connection, float] = {}
        self.left: deque[Batch] = deque()
        self.partial: dict[int, tuple[int, Answer]] = {}

    def room(self) -> bool:
        """Is there a worker without a batch?"""
        return len(self.pool.doing) + len(self.left) < self.most

    def send(self, batch: Batch) -> None:
        """Begins a batch, in a process that is idle or a new one."""
        connection = self.idle.pop() if self.idle else self.pool.start()
        self.pool.send(connection, batch)
        self.since[connection] = time.monotonic()

    def answers(self) -> list[Answer]:
        """Waits for a while; the batches that are finished."""
        while self.left and len(self.pool.doing) < self.most:
            self.send(self.left.popleft())
        found = []
        for ready in wait(list(self.pool.doing), 1.0):
            assert isinstance(ready, Connection)
            found += self.received(ready)
        for connection, batch in list(self.pool.doing.items()):
            if time.monotonic() - self.since[connection] > PATIENCE + CHILD * len(batch.children):
                found += self.lost(connection)
        return found

    def received(self, ready: Connection) -> list[Answer]:
        """The answer of a process."""
        try:
            answer: Answer = self.pool.answer(ready.recv())
        except (EOFError, OSError):
            return self.lost(ready)
        self.pool.doing.pop(ready)
        self.idle.append(ready)
        return self.whole(answer)

    def lost(self, connection: Connection) -> list[Answer]:
        """A process died or does not answer: its batch is done child by child, or given up."""
        batch: Batch = self.pool.doing.pop(connection)
        leave(connection, self.pool.processes.pop(connection), idle=False)
        if len(batch.children) == 1:
            return self.whole(crashed(batch))
        self.partial[batch.number] = (len(batch.children), Answer(batch.number))
        self.left.extend(batch.parts())
        return []

    def whole(self, answer: Answer) -> list[Answer]:
        """The answer of a batch; of one that is done child by child, once all are."""
        if answer.number not in self.partial:
            return [answer]
        children, joined = self.partial[answer.number]
        joined = joined.joined(answer)
        if joined.children < children:
            self.partial[answer.number] = children, joined
            return []
        del self.partial[answer.number]
        kept = tuple(sorted(joined.kept, key=lambda one: one.number))
        return [msgspec.structs.replace(joined, kept=kept)]

    def close(self) -> None:
        """Ends all processes."""
        self.pool.close()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
