"""How soon a ply that one server takes is seen on the streams of another: `python -m benchmarks.streams_elsewhere 200`.

Two servers on one PostgreSQL; as many tables as asked for, each with a stream at the second server. Plies go to the
first, some a second. Timed from before the request until the stream has the ply.
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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

import httpx
import msgspec
from websockets.asyncio.client import connect

from benchmarks.table_server import FREE
from tests.mail.mail_host import free_port
from tests.server.postgres import postgres_running
from tests.server.running_server import LUSORY

RATE = 10
"""Plies a second."""


@contextmanager
def serving(folder: Path, database: str) -> Iterator[int]:
    """A server, and its port."""
    port = free_port()
    command = [*LUSORY, "serve", "--port", str(port), "--data", str(folder), "--database", database]
    with subprocess.Popen(command, env=os.environ | FREE, stderr=subprocess.DEVNULL) as process:
        try:
            while not (folder / "serving").exists():
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()


async def watched(port: int, table: str, seen: asyncio.Future[float], opened: asyncio.Event) -> None:
    """A stream, until it shows the first ply."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/stream"
    async with connect(address, proxy=None, max_size=None, open_timeout=120) as socket:
        async for text in socket:
            moment, message = time.perf_counter(), msgspec.json.decode(text)
            opened.set()
            if message["kind"] == "shown" and message["shown"]["ply"] == 1:
                return seen.set_result(moment)


async def measured(one: int, two: int, count: int) -> list[float]:
    """Seconds, one a table."""
    address, limits = f"http://127.0.0.1:{one}", httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=address, timeout=120, trust_env=False, limits=limits) as http:
        asked = {"game": "susan", "options": {"size": 3}, "seats": ["human", "human"], "mine": [0, 1]}
        made = [(await http.post("/api/tables", json=asked)).json() for _ in range(count)]
        seen: list[asyncio.Future[float]] = [asyncio.get_running_loop().create_future() for _ in made]
        opened = [asyncio.Event() for _ in made]
        streams = [
            asyncio.ensure_future(watched(two, table["table"], future, event))
            for table, future, event in zip(made, seen, opened, strict=True)
        ]
        for event in opened:
            await event.wait()
        found = []
        for table, future in zip(made, seen, strict=True):
            head = {"Authorization": f"Bearer {table['seats'][0]['token']}"}
            begun = time.perf_counter()
            path = f"/api/tables/{table['table']}/plies"
            (await http.post(path, json={"ply": 1, "text": "b2"}, headers=head)).raise_for_status()
            found.append(await future - begun)
            await asyncio.sleep(1 / RATE)
        await asyncio.gather(*streams)
        return found


def main(count: int) -> None:
    """Measure and print."""
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres_running())
        one = stack.enter_context(serving(place / "one", database))
        (place / "two").mkdir()
        shutil.copy(place / "one" / "host.key", place / "two")
        two = stack.enter_context(serving(place / "two", database))
        found = asyncio.run(measured(one, two, count))
    cuts = quantiles(found, n=100)
    print(f"{count} streams: p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms from the request to the stream")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
