"""Test support: a function that kills its process, importable by other processes."""

import os
import signal


class Deadly:
    """Work that kills whoever does it."""

    def worker(self):
        return self

    def do(self, job):
        if job:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1 // job

    def close(self):
        pass
