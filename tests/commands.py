"""Test support: runs command lines."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
RECORDS = HERE / "records"
LUSORY = [sys.executable, "-c", "from lusory.cli import main; main()"]
SUSAN = f"{HERE / 'readings' / 'susan.py'}:Susan"
COMMANDS = (
    "games",
    "rules",
    "census",
    "bench",
    "play",
    "serve",
    "worker",
    "host",
    "match",
    "engine",
    "replay",
    "print",
    "puzzles",
    "new",
    "check",
    "backup",
    "measure",
    "compare",
    "repair",
    "vary",
    "similar",
    "breed",
    "study",
    "survey",
)
WIPED = "\n" + "-" * 40 + "\n"


class Done(NamedTuple):
    code: int
    out: str
    err: str


def refused(result: Done, message: str, code: int = 1) -> None:
    assert result.code == code and re.search(message, result.err), result
    assert result.err.startswith("lusory: ") and result.err.count("\n") == 1 and "Traceback" not in result.err


@contextlib.contextmanager
def started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A command that can be interrupted, also where the tests run in the background and ignore that; and that does
    not outlive its test."""
    heeding: dict[str, Any] = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, **heeding, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def worked(process: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until a process has used so much time of the processor, however busy the machine is, or has ended."""
    if not Path("/proc").is_dir():
        return time.sleep(3 * seconds)
    while process.poll() is None:
        cpu_times = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        if sum(map(int, cpu_times)) >= seconds * os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.05)


def in_terminal(arguments: list[str], typed: list[str], **environment: str) -> str:
    """What a terminal shows."""
    ours, theirs = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | environment
    command = [*LUSORY, *arguments]
    with started(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, close_fds=True) as process:
        os.close(theirs)
        received = b""
        for line in [*typed, ""]:
            received += read_until(ours, b"> ")
            if line:
                os.write(ours, line.encode() + b"\n")
        os.write(ours, b"\x04")
        received += read_until(ours, b"Good-bye")
        process.wait(timeout=20)
    os.close(ours)
    return received.decode()


def read_until(terminal: int, ending: bytes) -> bytes:
    received, deadline = b"", time.monotonic() + 15
    while ending not in received and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                received += os.read(terminal, 65536)
            except OSError:
                break
    return received
