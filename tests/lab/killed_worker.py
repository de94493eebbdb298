"""Test support: a job that kills its worker process or raises, in a module that worker processes can import."""

import os
import signal


class Deadly:
    """The worker of a pool: job 0 raises ZeroDivisionError, any other job kills the process."""

    def worker(self):
        return self

    def do(self, job):
        if job:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1 // job

    def close(self):
        pass
