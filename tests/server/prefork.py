"""Test support: a process that has imported the server and forks one for each test that starts one, which saves the
second of CPU time that the imports take. The servers are processes as any other: they can be signalled and killed."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from pydantic import TypeAdapter

from lusory.server.game_page import list_games
from lusory.texts.language import LANGUAGES, translations_in
from tests.forked_workers import fork_workers_from_here

SETTINGS = ("LUSORY_SERVE_", "PYTEST_")
"""Variables that may differ from those of the preloaded process: nothing reads them when it is imported."""
PRELOADED = (
    "lusory.cli",
    "lusory.server.run",
    "lusory.server.web.app",
    "lusory.server.workers.worker",
    "alembic.command",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "typer._adapters",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
"""What a server imports when it starts."""


class ForkedServer:
    """A forked server, with what its tests use of subprocess.Popen."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        ours, theirs = os.pipe()
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(preloaded())
        request = json.dumps({"arguments": arguments, "environment": environment}).encode()
        socket.send_fds(self.connection, [len(request).to_bytes(4, "big")], [theirs])
        self.connection.sendall(request)
        os.close(theirs)
        self.answers = self.connection.makefile("r")
        self.pid = int(self.answers.readline())
        self.returncode: int | None = None
        self.stderr: IO[str] = os.fdopen(ours, "r")

    def send_signal(self, stop_signal: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, stop_signal)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self.connection], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self.connection], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("serve", timeout or 0)
            self.returncode = int(self.answers.readline())
            self.answers.close()
            self.connection.close()
        return self.returncode


def forks(environment: dict[str, str]) -> bool:
    """Whether the server of this environment can be forked. Only where the preloaded process would have imported the
    same."""
    return sys.platform == "linux" and bare(environment) == bare(dict(os.environ)) == before()


def bare(environment: dict[str, str]) -> dict[str, str]:
    """The variables that imports may depend on."""
    return {name: value for name, value in environment.items() if not name.startswith(SETTINGS)}


@cache
def before() -> dict[str, str]:
    """The variables when the first server was started."""
    return bare(dict(os.environ))


@cache
def preloaded() -> str:
    """The address of the preloaded process, which is started now and ends with this one."""
    address = str(Path(tempfile.mkdtemp(prefix="lusory")) / "prefork")
    command = [sys.executable, "-c", "from tests.server.prefork import main; main()", address]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout
    assert process.stdout.readline() == "ready\n"
    process.stdout.close()

    atexit.register(process.wait)
    atexit.register(process.stdin.close)
    return address


def main() -> None:
    """Import the server, then fork for each request until stdin ends."""
    for module in PRELOADED:
        import_module(module)
    for language in LANGUAGES:
        translations_in(language)
    list_games()
    TypeAdapter(int)  # looks for plugins the first time
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    signal.signal(signal.SIGCHLD, reap)
    os.write(1, b"ready\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    while 0 not in select.select([listener.fileno(), 0], [], [])[0]:
        connection = listener.accept()[0]
        if os.fork() == 0:
            listener.close()
            watch(connection)
        connection.close()
    shutil.rmtree(Path(sys.argv[1]).parent)


def reap(*_: object) -> None:
    """Wait for the processes that wait for servers and have ended; their processor time then counts as this one's."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def watch(connection: socket.socket) -> None:
    """In a process of its own: fork a server, tell its id, wait for it, tell its exit code. The server does not outlive
    whoever asked for it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    length, errors, _, _ = socket.recv_fds(connection, 4, 1)
    with connection.makefile("rb") as file:
        request: dict[str, Any] = json.loads(file.read(int.from_bytes(length, "big")))
    pid = os.fork()
    if pid == 0:
        connection.close()
        serve(request, errors[0])
    os.close(errors[0])
    with contextlib.suppress(OSError):  # whoever asked may be gone
        connection.sendall(f"{pid}\n".encode())
    parent = connection.fileno()
    if parent in select.select([parent, os.pidfd_open(pid)], [], [])[0]:
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with contextlib.suppress(OSError):
        connection.sendall(f"{code}\n".encode())
    os._exit(0)


def serve(request: dict[str, Any], errors: int) -> None:
    """Become `lusory serve`."""
    from lusory.cli import main as lusory

    os.dup2(errors, 2)
    os.close(errors)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(file, mode, 1, closefd=False) for file, mode in enumerate("rww"))
    os.environ.clear()
    os.environ.update(request["environment"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fork_workers_from_here()
    sys.argv = ["lusory", *request["arguments"]]
    lusory()
