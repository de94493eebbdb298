"""Workers for batches. The batch of one that dies, or never answers, is done again child by child; a child that kills
its process once more is a monster, and counts as crashed."""

from __future__ import annotations

from collections import deque
from typing import Any, Protocol

import msgspec

from ..lab.pool import JobPool, JobResult
from .batches import Answer, Batch, BatchTask, crash_answer

PATIENCE, CHILD = 120.0, 30.0
"""Seconds for a batch, and for each child of it besides."""


class Workers(Protocol):
    """Takes batches and gives answers, in any order."""

    def room(self) -> bool:
        """Whether there is a worker without a batch."""

    def send(self, batch: Batch) -> None:
        """Begins a batch."""

    def answers(self) -> list[Answer]:
        """Waits for some that are finished."""

    def close(self) -> None:
        """Ends all work."""


class ThisProcess:
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


class BatchPool:
    """Workers that live and die apart from this process."""

    def __init__(self, pool: JobPool[Any]) -> None:
        self.pool = pool
        self.partial: dict[int, tuple[int, Answer]] = {}

    def room(self) -> bool:
        """Whether there is a worker without a batch."""
        return self.pool.room()

    def send(self, batch: Batch) -> None:
        """Begins a batch."""
        self.pool.submit(batch)

    def answers(self) -> list[Answer]:
        """Waits for a while; the batches that are finished."""
        results = [*self.pool.results(timeout=1.0), *self.pool.overdue(patience)]
        return [answer for result in results for answer in self.answer_of(result)]

    def answer_of(self, result: JobResult) -> list[Answer]:
        """The answer of a batch. One whose worker died or never answered is done child by child, or given up."""
        batch: Batch = result.job
        if not result.lost:
            return self.whole(result.value)
        if len(batch.children) == 1:
            return self.whole(crash_answer(batch))
        self.partial[batch.number] = (len(batch.children), Answer(batch.number))
        for part in batch.parts():
            self.pool.submit(part)
        return []

    def whole(self, partial: Answer) -> list[Answer]:
        """The answer of a batch; of one that is done child by child, once all are."""
        if partial.number not in self.partial:
            return [partial]
        children, joined = self.partial[partial.number]
        joined = joined.join(partial)
        if joined.children < children:
            self.partial[partial.number] = children, joined
            return []
        del self.partial[partial.number]
        kepts = tuple(sorted(joined.kept, key=lambda item: item.number))
        return [msgspec.structs.replace(joined, kept=kepts)]

    def close(self) -> None:
        """Ends all workers."""
        self.pool.close()


def patience(batch: Batch) -> float:
    """Seconds for a batch: what takes longer will never end, since each screen has a clock of its own."""
    return PATIENCE + CHILD * len(batch.children)
