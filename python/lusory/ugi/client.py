"""UGI client: runs the engine of another program in a subprocess. If it dies, hangs, floods or lies, a PlayerFault
says so."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import IO

from ..errors import PlayerFault
from .engine import NOBODY

HANDSHAKE = 30.0
"""Seconds for an engine to begin, and to be ready."""
LONGEST_LINE = 1 << 20
WAITING_LINES = 10_000
"""The most unread lines of an engine; then its output blocks."""
REMARK = "info string "
"""How an engine tells people why it has no ply."""
PATIENCE = 1.0
"""Seconds that an engine has to exit after `quit`."""


class Client:
    """A process that speaks UGI. command: the program and its arguments; no shell is involved."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = " ".join(command)
        self._output: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._asked: queue.Queue[str | None] = queue.Queue()
        self._complaints: deque[str] = deque(maxlen=1)
        self._last, self._remark = "the start", ""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for us, and what it has started ends with it
            )
        except (OSError, ValueError) as fault:
            raise PlayerFault(f"{self.name}: cannot be started: {getattr(fault, 'strerror', None) or fault}") from None
        threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read, self._drain)]
        self._draining = threads[-1]
        for thread in threads:
            thread.start()
        self.handshake()

    def handshake(self) -> None:
        """The handshake: the engine identifies itself and reports that it is ready."""
        try:
            self.send("ugi")
            self.expect("ugiok", HANDSHAKE)
            self.ready()
        except BaseException:
            self.close()
            raise

    def ready(self) -> None:
        """Waits until the engine is ready."""
        self.send("isready")
        self.expect("readyok", HANDSHAKE)

    def new_game(self) -> None:
        """Starts another game."""
        self.send("uginewgame")
        self.ready()

    def choose(self, plies: Iterable[str], limit: str, seconds: float) -> str:
        """The ply of the engine after these plies. limit: as `go` takes it. Raises PlayerFault after `seconds`."""
        self.forget()
        self.send(" ".join(("position startpos moves", *plies)).removesuffix(" moves"))
        self.send(f"go {limit}")
        reply = self.expect("bestmove", seconds).split()
        if len(reply) < 2:
            raise PlayerFault(f"{self.name}: said `bestmove` without a ply")
        if reply[1] == NOBODY and self._remark:
            raise PlayerFault(f"{self.name}: returned {NOBODY}: {self._remark}")
        return reply[1]

    def send(self, line: str) -> None:
        """Sends one command."""
        self._remark = ""
        self._last = f"`{line if len(line) <= 60 else line[:57] + '...'}`"
        self._asked.put(line)

    def forget(self) -> None:
        """Discards unread output: an answer that came too late must not be taken for the next one."""
        with contextlib.suppress(queue.Empty):
            while (line := self._output.get_nowait()) is not None:
                pass
            self._output.put(line)

    def expect(self, word: str, seconds: float) -> str:
        """The next line that begins with a word; others are skipped."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._output.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise PlayerFault(f"{self.name}: took more than {seconds:g} s to answer {self._last}") from None
            if line is None:
                self._output.put(None)
                raise PlayerFault(f"{self.name}: {self.ending()} after {self._last}")
            if line.split()[:1] == [word]:
                return line
            if line.startswith(REMARK):
                self._remark = line.removeprefix(REMARK).strip()[:200]

    def ending(self) -> str:
        """How the process ended."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "stopped talking"
        self._draining.join(PATIENCE)  # what it said last may still be on its way
        complaint = f", saying {self._complaints[0][:200]!r}" if self._complaints else ""
        return f"died with exit code {code}{complaint}"

    def close(self) -> None:
        """Sends `quit`, then kills the process group, including what the engine has started."""
        self._asked.put("quit")
        self._asked.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with contextlib.suppress(queue.Empty):
            while True:
                self._output.get_nowait()

    def _write(self) -> None:
        """Writes commands on a separate thread: an engine that does not read must not block the caller."""
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._asked.get()) is not None:
                pipe.write(line + "\n")
                pipe.flush()
        with contextlib.suppress(OSError, ValueError):
            pipe.close()

    def _read(self) -> None:
        for line in lines(self._process.stdout):
            self._output.put(line)
        self._output.put(None)

    def _drain(self) -> None:
        """Keeps the last line of stderr."""
        for line in lines(self._process.stderr):
            if line.strip():
                self._complaints.append(line.strip())


def lines(pipe: IO[str] | None) -> Iterable[str]:
    """The lines of a pipe; endless ones are cut."""
    assert pipe is not None
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(LONGEST_LINE):
            yield line
