"""A worker pool of spawned processes on this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from multiprocessing.connection import Connection, wait
from typing import Any

from ..errors import LusoryError
from .jobs import JobTask, failure
from .pool import JobPool, WorkerLost

PATIENCE = 2.0
"""Seconds for a worker to end by itself."""
BEGUN = "begun"
"""What a worker sends first."""


class ProcessPool(JobPool[Connection]):
    """Processes by their connection."""

    def __init__(self, work: JobTask, most: int) -> None:
        super().__init__()
        self.work, self._most = work, most
        self.processes: dict[Connection, Any] = {}
        self.begun: set[Connection] = set()

    @property
    def most(self) -> int:
        return self._most

    @property
    def started(self) -> int:
        return len(self.processes)

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.work), daemon=False)
        process.start()
        theirs.close()
        self.processes[ours] = process
        self.idle.append(ours)

    def send(self, worker: Connection, job: Any) -> None:
        """A process that has died is noticed when its answer is read."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            worker.send(job)

    def ready(self, timeout: float | None) -> list[Connection]:
        heard = [worker for worker in wait(list(self.running), timeout) if isinstance(worker, Connection)]
        return [worker for worker in heard if worker in self.begun or self.has_more_than_begun(worker)]

    def has_more_than_begun(self, worker: Connection) -> bool:
        """Reads the first message of a worker; whether it has answered, too, or died."""
        try:
            worker.recv()
        except (EOFError, OSError):
            return True
        self.begun.add(worker)
        return worker.poll()

    def receive(self, worker: Connection) -> Any:
        """See JobPool. A process runs the script of its parent before it begins. Raises LusoryError where that ended
        it."""
        try:
            return worker.recv()
        except (EOFError, OSError):
            if worker in self.begun or self.killed(worker):
                raise WorkerLost from None
        self.stop(worker, idle=False)
        raise LusoryError(
            "a worker ended before it began: its process first runs the script that started it; "
            'expected what that script does to stand under `if __name__ == "__main__":`'
        )

    def killed(self, worker: Connection) -> bool:
        """Whether a process that is no more was ended by a signal, as where memory is short."""
        process = self.processes[worker]
        process.join(PATIENCE)
        return process.exitcode is None or process.exitcode < 0

    def stop(self, worker: Connection, idle: bool) -> None:
        """Ends an idle process by closing its connection, a busy one by SIGTERM, after PATIENCE by SIGKILL."""
        process = self.processes.pop(worker)
        self.begun.discard(worker)
        worker.close()
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
        connection.send(BEGUN)
        worker = work.worker()
        while True:
            connection.send(worker.do(connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as fault:
        connection.send(failure(fault))
    finally:
        if worker is not None:
            worker.close()
