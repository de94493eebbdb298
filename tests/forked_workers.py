"""Test support: worker processes that are forked from a process that has imported all they need, which saves the half
second of CPU time that a spawned process takes to import it.

Whatever asks multiprocessing for spawned processes gets forked ones, which are as separate: they receive pickles, and
share no thread, lock or pipe with the process that asked. Where the environment has changed they are spawned, since
modules may have read it.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import socket
import sys
import tempfile
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

SPAWNS = "LUSORY_TESTS_SPAWN"
"""A variable of the environment: with it worker processes are spawned, as outside the tests."""
PRELOADED = ["lusory.server.workers.worker", "lusory.lab.processes", "lusory.lab.matches.run"]
OURS = ("PYTEST_",)
"""Variables that differ from test to test and are read by pytest alone."""
spawning = multiprocessing.get_context


def fork_workers() -> None:
    """Fork the worker processes of this process from now on."""
    if sys.platform != "linux" or SPAWNS in os.environ:
        return
    multiprocessing.set_forkserver_preload(PRELOADED)
    known = environment()

    def context(method: str | None = None) -> Any:
        same = method == "spawn" and environment() == known
        return spawning("forkserver" if same else method)

    multiprocessing.get_context = context


def environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if not name.startswith(OURS)}


def fork_workers_from_here() -> None:
    """The same, and they have imported what this process has. It must have one thread."""
    if sys.version_info >= (3, 14) or SPAWNS in os.environ:  # since 3.14 multiprocessing asks for a key
        return
    folder = Path(tempfile.mkdtemp(prefix="lusory"))
    address = str(folder / "workers")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    alive, ours = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        try:
            forkserver.main(listener.detach(), alive, [])
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(0)
    os.close(alive)
    listener.close()
    server: Any = forkserver._forkserver
    server._forkserver_address, server._forkserver_alive_fd, server._forkserver_pid = address, ours, pid
    fork_workers()
