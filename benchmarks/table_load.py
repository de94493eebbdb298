"""The web table under load: `python -m benchmarks.table_load`.

Many tables, each with two people whose streams are open, each with a ply every few seconds; and a store with thousands
of finished games. Everything runs on this machine, the guests too. Counted: plies that were lost, doubled or out of
order (there must be none). Timed: from the click to the own stone, and to the other's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import msgspec
from websockets.asyncio.client import connect

from lusory.games import find
from lusory.rules import codec
from lusory.server.store import plain
from lusory.server.table import Entry, Setup

COMMAND = [sys.executable, "-c", "from lusory.cli import main; main()", "serve", "--port", "0", "--data"]
FREE = {f"LUSORY_SERVE_LIMITS__{kind}": "0" for kind in ("REQUESTS", "TABLES", "RULES", "STREAMS_EACH")}
GAME, SIZE = "susan", 5
BEGIN = 1_700_000_000_000


class Move(msgspec.Struct):
    """A ply, as it was shown."""

    ply: int
    text: str


class Shown(msgspec.Struct):
    """What is looked at of a table."""

    ply: int
    moves: list[Move]
    entry: dict[str, object] | None = None


class Message(msgspec.Struct):
    """What a stream says."""

    kind: str
    shown: Shown | None = None


class Count:
    """What was found. own, other: seconds until a stone was seen by who placed it, and by the other."""

    def __init__(self) -> None:
        self.own: list[float] = []
        self.other: list[float] = []
        self.wrong = {"lost": 0, "doubled": 0, "out of order": 0, "refused": 0}
        self.played = 0


class Line:
    """A connection that is kept open for requests, one after the other."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lock = asyncio.Lock()
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """The code and body of an answer."""
        async with self.lock:
            for fresh in (False, True):
                try:
                    return await self._asked(method, path, body, token, fresh)
                except (OSError, asyncio.IncompleteReadError):
                    if fresh:
                        raise
            raise AssertionError

    async def _asked(self, method: str, path: str, body: object, token: str, fresh: bool) -> tuple[int, bytes]:
        if fresh or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        sent = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(sent)}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + sent)
        told = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", told, re.IGNORECASE)
        return int(told.split()[1]), await self.reader.readexactly(int(length[1])) if length else b""


class Game:
    """A table: its people play in turns, and both look at every message that comes."""

    def __init__(self, port: int, lines: list[Line], count: Count, every: float) -> None:
        self.port, self.lines, self.count, self.every = port, lines, count, every
        self.sent: dict[int, tuple[float, str]] = {}
        self.seen: tuple[dict[int, str], dict[int, str]] = ({}, {})

    async def make(self) -> None:
        """A new table."""
        line = random.choice(self.lines)
        code, body = await line.ask("POST", "/api/tables", {"game": GAME, "seats": ["human", "human"]})
        assert code == 201, body
        made = msgspec.json.decode(body)
        self.table: str = made["table"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]

    async def watch(self, player: int) -> None:
        """One person's stream."""
        head = {"Authorization": f"Bearer {self.tokens[player]}"}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/stream"
        last = 0
        async with connect(
            address, additional_headers=head, proxy=None, max_size=None, compression=None, open_timeout=120
        ) as socket:
            async for text in socket:
                moment = time.perf_counter()
                message = msgspec.json.decode(text, type=Message)
                if message.shown is None:
                    continue
                self.count.wrong["out of order"] += message.shown.ply < last
                last = message.shown.ply
                for move in message.shown.moves:
                    self._seen(player, move, moment)

    def _seen(self, player: int, move: Move, moment: float) -> None:
        known = self.seen[player]
        if move.ply in known:
            self.count.wrong["doubled"] += known[move.ply] != move.text
            return
        known[move.ply] = move.text
        if move.ply in self.sent and (move.ply - 1) % 2 != player:
            self.count.other.append(moment - self.sent[move.ply][0])

    async def play(self, until: float) -> None:
        """Plies, one every so many seconds, by turns."""
        legal = find(GAME).build(size=SIZE).start()
        rng = random.Random(self.table)
        await asyncio.sleep(rng.random() * self.every)
        while time.monotonic() < until and legal.result is None:
            begun = time.monotonic()
            ply, text = legal.ply + 1, rng.choice(list(legal.moves()))
            self.sent[ply] = (time.perf_counter(), text)
            path, body = f"/api/tables/{self.table}/plies", {"ply": ply, "text": text}
            code, _ = await random.choice(self.lines).ask("POST", path, body, self.tokens[(ply - 1) % 2])
            self.count.own.append(time.perf_counter() - self.sent[ply][0])
            self.count.wrong["refused"] += code != 200
            self.count.played += code == 200
            legal = legal.play(text)
            await asyncio.sleep(max(0.0, self.every - (time.monotonic() - begun)))

    def settle(self) -> None:
        """In the end both must have seen just what was played."""
        played = {ply: text for ply, (_, text) in self.sent.items()}
        for known in self.seen:
            self.count.wrong["lost"] += len(played.keys() - known.keys())
            self.count.wrong["doubled"] += sum(played.get(ply) != text for ply, text in known.items())


def finished(number: int) -> list[bytes]:
    """So many finished games, as the table's own plain records; a hundred different ones."""
    game = find("tic-tac-toe").build()
    value = msgspec.Raw(msgspec.json.encode(codec.document(game)))
    setup = Setup(("human", "human"), ("Ada", "Bo"), "tic-tac-toe", "tic-tac-toe")
    made = []
    for seed in range(number):
        rng, position, entries = random.Random(seed % 100), game.start(), []
        while position.result is None:
            text = rng.choice(list(position.moves()))
            entries.append(
                Entry(
                    position.ply + 1, 1_700_000_000_000 + seed * 1000, "ply", position.to_move, position.ply + 1, text
                )
            )
            position = position.play(text)
        seats = [plain.Seat(player, f"{seed:064}") for player in (0, 1)]
        line = plain.Line(
            "lusory", 1, "table", f"{seed:010}", "tic-tac-toe", value, setup, 1_700_000_000_000, seats, entries
        )
        made.append(msgspec.json.encode(line))
    return made


async def old(line: Line) -> dict[str, float]:
    """Milliseconds to list and to open finished games."""
    found = {}
    asked = {
        "the last 50 tables": "/api/tables?state=finished",
        "of one game": "/api/tables?state=finished&game=tic-tac-toe",
        "the figures of a game": "/api/games/tic-tac-toe/figures",
        "an old table": "/api/tables/0000000007",
        "another": "/api/tables/0000000123",
    }
    for name, path in asked.items():
        took = []
        for _ in range(5):
            begun = time.perf_counter()
            code, body = await line.ask("GET", path)
            took.append(time.perf_counter() - begun)
            assert code == 200, body
        found[name] = median(took) * 1000
    return found


async def load(port: int, given: argparse.Namespace) -> Count:
    """All the tables at once."""
    count, lines = Count(), [Line(port) for _ in range(32)]
    games = [Game(port, lines, count, given.every) for _ in range(given.tables)]
    for game in games:
        await game.make()
    watching = []
    for game in games:
        watching += [asyncio.create_task(game.watch(player)) for player in (0, 1)]
        await asyncio.sleep(0.01)
    await asyncio.sleep(2)
    until = time.monotonic() + given.seconds
    await asyncio.gather(*(game.play(until) for game in games))
    await asyncio.sleep(3)
    for task in watching:
        task.cancel()
    faults = [
        f for f in await asyncio.gather(*watching, return_exceptions=True) if not isinstance(f, asyncio.CancelledError)
    ]
    assert not faults, faults[0]
    for game in games:
        game.settle()
    return count


def told(name: str, seconds: list[float]) -> str:
    """Median and 99th percentile."""
    cut = quantiles(seconds, n=100)
    found = {"median": median(seconds), "p99": cut[98], "worst": max(seconds)}
    return f"{name}: " + ", ".join(f"{what} {second * 1000:.0f} ms" for what, second in found.items())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_load", description="The web table under load.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plies of a table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--finished", type=int, default=10_000, help="games that are finished before")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * given.tables + 1000)), hard))
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        plain.imported(f"sqlite:///{Path(folder) / 'lusory.db'}", finished(given.finished))
        print(f"{given.finished} finished games taken in: {time.monotonic() - begun:.1f} s")
        with subprocess.Popen([*COMMAND, folder], env=os.environ | FREE, stderr=subprocess.PIPE, text=True) as server:
            try:
                run(server, given)
            finally:
                server.terminate()


def run(server: subprocess.Popen[str], given: argparse.Namespace) -> None:
    """Measure, and print."""
    assert server.stderr
    line = next(line for line in server.stderr if "the table is at" in line)
    port = int(re.findall(r":(\d+)/", line)[0])
    for name, ms in asyncio.run(old(Line(port))).items():
        print(f"{name}: {ms:.1f} ms")
    count = asyncio.run(load(port, given))
    print(f"{given.tables} tables, {2 * given.tables} streams, {count.played} plies in {given.seconds:g} s")
    print(", ".join(f"{name} {number}" for name, number in count.wrong.items()))
    print(told("to the own stone", count.own))
    print(told("to the other's board", count.other))
    ticks = os.sysconf("SC_CLK_TCK")
    fields = Path(f"/proc/{server.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    print(f"the server's CPU: {(int(fields[11]) + int(fields[12])) / ticks:.1f} s")


if __name__ == "__main__":
    main()
