"""How soon a ply that one server takes is seen on the streams of another: `python -m benchmarks.streams_elsewhere 200`.

Two servers on one PostgreSQL; as many tables as asked for, each with a stream at the second server. Plies go to the
first, some a second. Timed from before the request until the stream has the ply. Where others use the processors, the
milliseconds that they worked for each server and ply tell more: there has to be room for them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.table_server import FREE, worked
from tests.mail.mail_host import free_port
from tests.server.postgres import postgres_running
from tests.server.running_server import LUSORY

RATE = 10
"""Plies a second."""
PLIES = 500
"""At most so many are played."""
TOGETHER = 50
"""Streams that are opened at once: more would wait for each other longer than they are given."""


class ServerProcess(NamedTuple):
    """A server's port and process."""

    port: int
    pid: int


class StreamTimes(NamedTuple):
    """waits: seconds, one a table. opening: seconds until all streams were open. worked: seconds that processors worked
    for each server while the plies were played."""

    waits: list[float]
    opening: float
    worked: list[float]


@contextmanager
def serving(folder: Path, database: str) -> Iterator[ServerProcess]:
    """A server."""
    port = free_port()
    command = [*LUSORY, "serve", "--port", str(port), "--data", str(folder), "--database", database]
    with subprocess.Popen(command, env=os.environ | FREE, stderr=subprocess.DEVNULL) as process:
        try:
            while not (folder / "serving").exists():
                time.sleep(0.1)
            yield ServerProcess(port, process.pid)
        finally:
            process.terminate()


async def watched(port: int, table: str, first_ply: asyncio.Future[float], opened: asyncio.Event) -> None:
    """A stream, until it shows the first ply; opened anew when it ends, as by browsers."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/stream"
    async for socket in connect(address, proxy=None, max_size=None, open_timeout=120):
        with suppress(ConnectionClosed):
            async for text in socket:
                moment, message = time.perf_counter(), msgspec.json.decode(text)
                opened.set()
                if message["kind"] == "shown" and message["shown"]["ply"] == 1:
                    return first_ply.set_result(moment)


async def measured(first_server: ServerProcess, second_server: ServerProcess, count: int) -> StreamTimes:
    """Open streams, play, and time."""
    address, limits = f"http://127.0.0.1:{first_server.port}", httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=address, timeout=120, trust_env=False, limits=limits) as http:
        terms = {"game": "susan", "options": {"size": 3}, "seats": ["human", "human"], "mine": [0, 1]}
        created = [(await http.post("/api/tables", json=terms)).json() for _ in range(count)]
        first_plies: list[asyncio.Future[float]] = [asyncio.get_running_loop().create_future() for _ in created]
        opened, started = [asyncio.Event() for _ in created], time.perf_counter()
        streams = list[asyncio.Task[None]]()
        for start in range(0, count, TOGETHER):
            group = slice(start, start + TOGETHER)
            for table, future, event in zip(created[group], first_plies[group], opened[group], strict=True):
                streams.append(asyncio.create_task(watched(second_server.port, table["table"], future, event)))
            await asyncio.gather(*(event.wait() for event in opened[group]))
        opening, before, delays = (
            time.perf_counter() - started,
            [worked(process.pid) for process in (first_server, second_server)],
            [],
        )
        for table, future in list(zip(created, first_plies, strict=True))[:PLIES]:
            head = {"Authorization": f"Bearer {table['seats'][0]['token']}"}
            begun = time.perf_counter()
            path = f"/api/tables/{table['table']}/plies"
            (await http.post(path, json={"ply": 1, "text": "b2"}, headers=head)).raise_for_status()
            delays.append(await future - begun)
            await asyncio.sleep(1 / RATE)
        for stream in streams:
            stream.cancel()
        spent = [
            worked(process.pid) - before for process, before in zip((first_server, second_server), before, strict=True)
        ]
        return StreamTimes(delays, opening, spent)


def main(count: int) -> None:
    """Measure and print."""
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres_running())
        first_server = stack.enter_context(serving(place / "one", database))
        (place / "two").mkdir()
        shutil.copy(place / "one" / "host.key", place / "two")
        second_server = stack.enter_context(serving(place / "two", database))
        delays = asyncio.run(measured(first_server, second_server, count))
    cuts, work = quantiles(delays.waits, n=100), [f"{spent / len(delays.waits) * 1000:.1f}" for spent in delays.worked]
    print(f"{count} streams: p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms from the request to the stream;"
          f" opened in {delays.opening:.0f} s; processors worked {' and '.join(work)} ms a ply")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
