"""Worker pools: workers do jobs side by side and share nothing. A job whose worker dies is reported as lost, or done
again."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import closing
from typing import Any, Generic, NamedTuple, TypeVar

from ..engine.machine import processors
from ..errors import LusoryError
from .jobs import JobTask, result_of

ATTEMPTS = 3
"""How often a job is tried where its worker dies."""
MOST_WORKERS = 1024


class RayCluster(NamedTuple):
    """Workers on the machines of a Ray cluster, one a processor. address: `auto`, `host:port` or `ray://host:port`."""

    address: str


WorkerSpec = int | RayCluster
"""The workers: a number of processes on this machine (0: one a processor), or a cluster."""


class JobResult(NamedTuple):
    """The result of a job. lost: its worker died, or was ended."""

    job: Any
    value: Any
    lost: bool = False


class RunningJob(NamedTuple):
    """since: when it was sent, by the monotonic clock."""

    job: Any
    since: float


class WorkerLost(Exception):
    """A worker died before it answered."""


Worker = TypeVar("Worker", bound=Hashable)


class JobPool(ABC, Generic[Worker]):
    """Gives submitted jobs to workers, which it starts on demand.

    idle: workers without a job. running: the jobs of the others."""

    def __init__(self) -> None:
        self.queue: deque[Any] = deque()
        self.idle: list[Worker] = []
        self.running: dict[Worker, RunningJob] = {}

    @property
    @abstractmethod
    def most(self) -> int:
        """The most workers at present."""

    @property
    @abstractmethod
    def started(self) -> int:
        """The number of live workers, starting ones included."""

    @abstractmethod
    def start(self) -> None:
        """Starts a worker, which joins `idle` now or later."""

    @abstractmethod
    def send(self, worker: Worker, job: Any) -> None:
        """Gives a job to an idle worker."""

    @abstractmethod
    def ready(self, timeout: float | None) -> list[Worker]:
        """Busy workers that have answered or died; waits for one, or so many seconds."""

    @abstractmethod
    def receive(self, worker: Worker) -> Any:
        """The answer of a worker that is ready. Raises WorkerLost."""

    @abstractmethod
    def stop(self, worker: Worker, idle: bool) -> None:
        """Ends a worker."""

    def submit(self, job: Any) -> None:
        """Queues a job."""
        self.queue.append(job)

    @property
    def busy(self) -> bool:
        """Whether there are jobs without a result."""
        return bool(self.queue or self.running)

    def room(self) -> bool:
        """Whether a worker is free for one more job."""
        return len(self.queue) + len(self.running) < self.most

    def results(self, timeout: float | None = None) -> Iterator[JobResult]:
        """Some results, once there are any; none where it took longer. Raises LusoryError where a job failed."""
        self.assign()
        for worker in self.ready(timeout):
            job = self.running.pop(worker).job
            try:
                reply = self.receive(worker)
            except WorkerLost:
                self.stop(worker, idle=False)
                yield JobResult(job, None, lost=True)
            else:
                self.idle.append(worker)
                yield JobResult(job, result_of(reply))

    def assign(self) -> None:
        """Gives queued jobs to workers."""
        for _ in range(min(len(self.queue) - len(self.idle), self.most - self.started)):
            self.start()
        while self.queue and self.idle:
            worker, job = self.idle.pop(), self.queue.popleft()
            self.running[worker] = RunningJob(job, time.monotonic())
            self.send(worker, job)

    def overdue(self, patience: Callable[[Any], float]) -> Iterator[JobResult]:
        """Ends workers whose job takes longer than so many seconds; their jobs, as lost."""
        for worker, (job, since) in list(self.running.items()):
            if time.monotonic() - since > patience(job):
                del self.running[worker]
                self.stop(worker, idle=False)
                yield JobResult(job, None, lost=True)

    def run(self, jobs: Iterable[Hashable], describe: Callable[[Any], str]) -> Generator[Any, None, None]:
        """The results of jobs as they are finished; a job that is lost is done again. describe: the text for a job in
        errors.

        Raises LusoryError where a job lost ATTEMPTS workers, or failed.
        """
        todo, losses = iter(jobs), Counter[Any]()
        while True:
            while self.room() and (job := next(todo, None)) is not None:
                self.submit(job)
            if not self.busy:
                return
            for result in self.results(timeout=1.0):
                if not result.lost:
                    yield result.value
                    continue
                losses[result.job] += 1
                if losses[result.job] >= ATTEMPTS:
                    failure = f"the process that played {describe(result.job)} died, {ATTEMPTS} times over"
                    raise LusoryError(f"{failure}; was there enough memory?")
                self.queue.appendleft(result.job)

    def close(self) -> None:
        """Ends all workers; jobs without a result are given up."""
        self.queue.clear()
        for worker in self.idle:
            self.stop(worker, idle=True)
        for worker in self.running:
            self.stop(worker, idle=False)
        self.idle, self.running = [], {}


def open_pool(work: JobTask, workers: WorkerSpec, most: int | None = None) -> JobPool[Any]:
    """A pool for jobs of one kind. most: never more workers than that. Raises LusoryError for a wrong number of
    workers, and where a cluster cannot be reached."""
    if isinstance(workers, RayCluster):
        from .ray_pool import RayPool

        return RayPool(work, workers.address, most)
    from .processes import ProcessPool

    number = worker_count(workers)
    return ProcessPool(work, number if most is None else min(number, most))


def spread(
    work: JobTask, jobs: Iterable[Hashable], workers: WorkerSpec, describe: Callable[[Any], str]
) -> Generator[Any, None, None]:
    """The results of jobs as they are finished; see JobPool.run."""
    with closing(open_pool(work, workers)) as pool:
        yield from pool.run(jobs, describe)


def single_process(workers: WorkerSpec, jobs: int) -> bool:
    """Whether a single process does so many jobs; then this process can do them."""
    return not isinstance(workers, RayCluster) and min(worker_count(workers), jobs) <= 1


def worker_count(workers: WorkerSpec) -> int:
    """The number of processes or threads on this machine; 0, or a cluster, means one per processor. Raises LusoryError
    outside 0 to MOST_WORKERS."""
    number = 0 if isinstance(workers, RayCluster) else workers
    if not 0 <= number <= MOST_WORKERS:
        raise LusoryError(f"{number} workers: expected 0 (one for each processor) to {MOST_WORKERS:,}")
    return number or processors()
