"""A worker pool of actors on the machines of a Ray cluster, which may come and go.

Every processor of the cluster is one actor. An actor counts as idle once it has answered for the first time: where a
machine has left, and the cluster has no room for its successor, no job waits for that one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Hashable
from typing import Any

from ..errors import LusoryError
from ..version import __version__
from .jobs import JobTask, JobWorker, failure
from .pool import JobPool, WorkerLost

REFRESH = 2.0
"""Seconds for which the number of processors of the cluster is cached."""


class JobActor:
    """Runs in a process of the cluster: holds the worker."""

    def __init__(self, work: JobTask) -> None:
        self.work = work
        self.worker: JobWorker | None = None

    def version(self) -> str:
        """The version of lusory in the actor's process."""
        return __version__

    def do(self, job: Any) -> Any:
        """Does a job; returns its result, or the failure, after which the actor takes no more jobs."""
        try:
            self.worker = self.worker or self.work.worker()
            return self.worker.do(job)
        except Exception as fault:
            return failure(fault)


class RayActor:
    """A remote actor and the answer that it owes."""

    def __init__(self, remote: Any) -> None:
        self.remote = remote
        self.answer: Any = remote.version.remote()


class RayPool(JobPool[RayActor]):
    """starting: actors that have not answered yet."""

    def __init__(self, work: JobTask, address: str, limit: int | None = None) -> None:
        super().__init__()
        self.ray, self.ours = connect(address)
        self.make = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(JobActor).remote
        self.work, self.address, self.limit = self.ray.put(work), address, limit
        self.starting: set[RayActor] = set()
        self._processors, self._known = 1, -REFRESH

    @property
    def most(self) -> int:
        """The number of processors of the cluster at present."""
        if time.monotonic() - self._known >= REFRESH:
            self._processors = max(1, int(self.ray.cluster_resources().get("CPU", 0)))
            self._known = time.monotonic()
        return self._processors if self.limit is None else min(self._processors, self.limit)

    @property
    def started(self) -> int:
        return len(self.starting) + len(self.idle) + len(self.running)

    def start(self) -> None:
        self.starting.add(RayActor(self.make(self.work)))

    def send(self, worker: RayActor, job: Any) -> None:
        worker.answer = worker.remote.do.remote(job)

    def ready(self, timeout: float | None) -> list[RayActor]:
        """See JobPool; also registers actors that have started."""
        owed: dict[Hashable, RayActor] = {actor.answer: actor for actor in (*self.starting, *self.running)}
        finished = self.ray.wait(list(owed), num_returns=1, timeout=timeout)[0] if owed else []
        actors = [owed[reply] for reply in finished]
        for actor in self.starting.intersection(actors):
            self.welcome(actor)
        return [actor for actor in actors if actor in self.running]

    def welcome(self, actor: RayActor) -> None:
        """Registers an actor that has started, or died before that. Raises LusoryError where it runs another
        version."""
        self.starting.discard(actor)
        with contextlib.suppress(WorkerLost):
            version = self.receive(actor)
            if version != __version__:
                raise LusoryError(f"a machine of {self.address} has lusory {version}: expected {__version__}, as here")
            self.idle.append(actor)

    def receive(self, worker: RayActor) -> Any:
        try:
            return self.ray.get(worker.answer)
        except self.ray.exceptions.RayActorError:
            raise WorkerLost from None
        except self.ray.exceptions.RayTaskError as fault:
            raise LusoryError(f"a process of {self.address} failed: {fault.cause or fault}") from None

    def stop(self, worker: RayActor, idle: bool) -> None:
        with contextlib.suppress(Exception):  # it has died, or its machine has left
            self.ray.kill(worker.remote)

    def close(self) -> None:
        """Ends all actors, and the connection where this pool made it."""
        super().close()
        for actor in self.starting:
            self.stop(actor, idle=True)
        self.starting.clear()
        if self.ours:
            self.ray.shutdown()


def connect(address: str) -> tuple[Any, bool]:
    """The module `ray`, connected to a cluster, and whether this call made the connection. Raises LusoryError."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise LusoryError("Ray is not installed: pip install 'lusory[ray]'") from None
    if ray.is_initialized():
        return ray, False
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError, AssertionError) as fault:
        reason = str(fault).partition("\n")[0].rstrip(".")
        raise LusoryError(
            f"{address}: no Ray cluster answers there ({reason}); start one with: ray start --head"
        ) from None
    keep_stdout_clean(ray)
    return ray, True


def keep_stdout_clean(ray: Any) -> None:
    """Ray prints to stdout what its nodes report, the death of one for instance, and has no option against it; a
    result that a program reads is to stand there alone."""
    ray._private.worker.print_to_stdstream = lambda *args, **kwargs: None
