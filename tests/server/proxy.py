"""A small proxy as docs/howto-serve.md describes one: it takes a sub-path away, says for whom it asks, and passes
streams on as they come."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Self

FORWARDED = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: http\r\n"


class Proxy:
    """Offers the server at `port` below `base`. Other paths are answered by 404. asked: the paths it was asked for."""

    def __init__(self, port: int, base: str) -> None:
        self.behind, self.base = port, base
        self.asked: list[str] = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run)
        self.begun = threading.Event()

    def __enter__(self) -> Self:
        self.thread.start()
        self.begun.wait()
        return self

    def __exit__(self, *fault: object) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join()

    @property
    def url(self) -> str:
        """As others reach it."""
        return f"http://127.0.0.1:{self.port}{self.base}"

    def _run(self) -> None:
        self.loop.run_until_complete(self._serve())
        self.loop.close()

    async def _serve(self) -> None:
        self.stop, self.task = asyncio.Event(), asyncio.current_task()
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self.begun.set()
        await self.stop.wait()
        server.close()
        while rest := asyncio.all_tasks() - {self.task}:
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, and whatever follows in either direction."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, path, rest = head.split(" ", 2)
            self.asked.append(path)
            if not path.startswith(f"{self.base}/"):
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                version, lines = rest.split("\r\n", 1)
                upgrade = "upgrade: websocket" in lines.lower()
                drop = ("?",) if upgrade else ("connection:",)
                kept = [line for line in lines.split("\r\n") if line and not line.lower().startswith(drop)]
                close = "" if upgrade else "Connection: close\r\n"
                said = "\r\n".join([f"{method} {path.removeprefix(self.base)} {version}", *kept, FORWARDED + close, ""])
                await self._both(said.encode(), reader, writer)
        with contextlib.suppress(OSError):
            writer.close()

    async def _both(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.behind)
        outer.write(head)
        ways = [asyncio.ensure_future(_pipe(reader, outer)), asyncio.ensure_future(_pipe(inner, writer))]
        try:
            await ways[1]
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            outer.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What comes goes on at once."""
    while part := await reader.read(65_536):
        writer.write(part)
        await writer.drain()
