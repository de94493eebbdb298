"""Jobs and the workers that do them, wherever they run; how an error of a worker travels."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from typing import Any, Protocol

from ..errors import LusoryError


class JobWorker(Protocol):
    """Does jobs one after the other."""

    def do(self, job: Any) -> Any:
        """The result of one job."""

    def close(self) -> None:
        """Called after the last job."""


class JobTask(Protocol):
    """Makes workers; plain data, so that it can be sent to another process."""

    def worker(self) -> JobWorker:
        """The worker; called in the process that is to do the jobs."""


class Failure:
    """An error of a worker that is no LusoryError, as text: exceptions of any class may not survive pickling."""

    def __init__(self, message: str) -> None:
        self.message = message


def failure(fault: Exception) -> LusoryError | Failure:
    """What a worker sends in place of a result."""
    return fault if isinstance(fault, LusoryError) else Failure(f"{type(fault).__name__}: {fault}")


def result_of(reply: Any) -> Any:
    """The result that a worker sent. Raises LusoryError where it sent an error."""
    if isinstance(reply, LusoryError):
        raise reply
    if isinstance(reply, Failure):
        raise LusoryError(f"a process that played games failed: {reply.message}")
    return reply


def run_in_process(work: JobTask, jobs: Iterable[Any]) -> Generator[Any, None, None]:
    """The results of jobs, done in this process one after the other."""
    with closing(work.worker()) as worker:
        for job in jobs:
            yield worker.do(job)
