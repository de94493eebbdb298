"""Starts a server of the web table for benchmarks and connects clients to it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Self

import msgspec

COMMAND = [sys.executable, "-c", "from lusory.cli import main; main()", "serve", "--port", "0", "--data"]
KINDS = ("REQUESTS", "TABLES", "RULES", "CODES", "SAYS", "OPENS", "STREAMS_EACH")
FREE = {f"LUSORY_SERVE_LIMITS__{kind}": "0" for kind in KINDS}
"""A benchmark is one guest who asks for more than any."""


@contextmanager
def serve(folder: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that keeps its tables in a folder, and its port."""
    with subprocess.Popen([*COMMAND, folder], env=os.environ | FREE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            line = next(line for line in server.stderr if "the table is at" in line)
            yield server, int(re.findall(r":(\d+)/", line)[0])
        finally:
            server.terminate()


def resident(pid: int) -> float:
    """MiB of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def worked(pid: int) -> float:
    """Seconds that processors worked for a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Line:
    """A connection that is kept open for requests, one after the other, until the context ends. source: the address it
    comes from."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source
        self.lock = asyncio.Lock()
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *fault: object) -> None:
        if self.writer is not None:
            self.writer.close()
            with suppress(OSError):
                await self.writer.wait_closed()

    async def ask(
        self, method: str, path: str, body: object = None, token: str = "", host: str = ""
    ) -> tuple[int, bytes]:
        """The code and body of an answer. body: bytes as they are, anything else as JSON."""
        content = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{self.port}'}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        async with self.lock:
            for is_fresh in (False, True):
                try:
                    return await self._asked(head.encode() + content, is_fresh)
                except (OSError, asyncio.IncompleteReadError):
                    if is_fresh:
                        raise
            raise AssertionError

    async def _asked(self, request: bytes, is_fresh: bool) -> tuple[int, bytes]:
        if is_fresh or self.writer is None:
            await self.__aexit__()
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0)
            )
        assert self.reader
        self.writer.write(request)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        return int(head.split()[1]), await self.reader.readexactly(int(length[1])) if length else b""

    async def made(self, **terms: object) -> dict[str, object]:
        """A new table, as the server tells of it."""
        code, body = await self.ask("POST", "/api/tables", terms)
        assert code == 201, body
        created: dict[str, object] = msgspec.json.decode(body)
        return created


def share(seconds: list[float], percent: int) -> float:
    """What so many percent did not take longer than."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] if len(seconds) > 1 else seconds[0]


def report_line(name: str, seconds: list[float]) -> str:
    """Median and 99th percentile."""
    if not seconds:
        return f"{name}: none"
    values = {"median": median(seconds), "p99": share(seconds, 99), "worst": max(seconds)}
    return f"{name}: " + ", ".join(f"{label} {second * 1000:.0f} ms" for label, second in values.items())


def bound_result(name: str, figure: float, most: float, unit: str) -> str:
    """A figure with its bound, and whether it holds."""
    return f"{name}: {figure:.3g} {unit}, at most {most:g} {unit}: {'holds' if figure <= most else 'DOES NOT HOLD'}"
