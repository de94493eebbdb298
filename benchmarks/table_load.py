"""Load test of the web table: `python -m benchmarks.table_load`.

Three parts, selected with `--parts`; server and clients run on the same machine:

load: many tables, each with two clients on WebSocket streams and a ply every few seconds, and a database of thousands
of finished games. Counts plies that were lost, doubled or out of order (there must be none). Times a ply until the
request of its player is answered, and until the other player's stream shows it.
beside: how long one person waits beside tables of machines that think and hostile clients (see table_latency).
refused: how much memory a hundred thousand refused requests leave behind (see table_latency).

`beside` and `refused` have limits; the benchmark prints whether they hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

import msgspec
from websockets.asyncio.client import connect

from benchmarks import table_latency
from benchmarks.table_server import Line, report_line, serve
from lusory.games import find
from lusory.rules import codec
from lusory.server.store import export
from lusory.server.table import Entry, Setup

PARTS = ("load", "beside", "refused")
GAME, SIZE = "susan", 5
LINES = 32


class Move(msgspec.Struct):
    """A ply of a stream message."""

    ply: int
    text: str


class Shown(msgspec.Struct):
    """The state of a table in a stream message: the fields that this benchmark reads."""

    ply: int
    moves: list[Move]
    entry: dict[str, object] | None = None


class Message(msgspec.Struct):
    """A message of a stream."""

    kind: str
    shown: Shown | None = None


class Count:
    """Results. own, other: seconds until a ply was confirmed to its player, and until the other player saw it."""

    def __init__(self) -> None:
        self.own: list[float] = []
        self.other: list[float] = []
        self.wrong = {"lost": 0, "doubled": 0, "out of order": 0, "refused": 0}
        self.played = 0


class Game:
    """The clients of a table: two players who play in turns, and check every message of their streams."""

    def __init__(self, port: int, lines: list[Line], count: Count, every: float) -> None:
        self.port, self.lines, self.count, self.every = port, lines, count, every
        self.sent: dict[int, tuple[float, str]] = {}
        self.seen: tuple[dict[int, str], dict[int, str]] = ({}, {})

    async def make(self) -> None:
        """A new table."""
        terms = {"game": GAME, "seats": ["human", "human"], "mine": [0, 1]}
        code, body = await random.choice(self.lines).ask("POST", "/api/tables", terms)
        assert code == 201, body
        created = msgspec.json.decode(body)
        self.table: str = created["table"]
        self.tokens: list[str] = [seat["token"] for seat in created["seats"]]

    async def watch(self, player: int) -> None:
        """Reads the stream of one player."""
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
        plies_seen = self.seen[player]
        if move.ply in plies_seen:
            self.count.wrong["doubled"] += plies_seen[move.ply] != move.text
            return
        plies_seen[move.ply] = move.text
        if move.ply in self.sent and (move.ply - 1) % 2 != player:
            self.count.other.append(moment - self.sent[move.ply][0])

    async def play(self, until: float) -> None:
        """Plays random plies for both players in turns, one every `every` seconds."""
        legal = find(GAME).build(size=SIZE).start()
        rng = random.Random(self.table)
        await asyncio.sleep(rng.random() * self.every)
        while time.monotonic() < until and legal.result is None:
            started = time.monotonic()
            ply, text = legal.ply + 1, rng.choice(list(legal.moves()))
            self.sent[ply] = (time.perf_counter(), text)
            path, body = f"/api/tables/{self.table}/plies", {"ply": ply, "text": text}
            code, _ = await random.choice(self.lines).ask("POST", path, body, self.tokens[(ply - 1) % 2])
            self.count.own.append(time.perf_counter() - self.sent[ply][0])
            self.count.wrong["refused"] += code != 200
            self.count.played += code == 200
            legal = legal.play(text)
            await asyncio.sleep(max(0.0, self.every - (time.monotonic() - started)))

    def settle(self) -> None:
        """Compares what each player saw with what was played, at the end."""
        sent_plies = {ply: text for ply, (_, text) in self.sent.items()}
        for plies_seen in self.seen:
            self.count.wrong["lost"] += len(sent_plies.keys() - plies_seen.keys())
            self.count.wrong["doubled"] += sum(sent_plies.get(ply) != text for ply, text in plies_seen.items())


def finished_tables(number: int) -> list[bytes]:
    """A number of finished games as lines of an export of tables; a hundred of them differ."""
    game = find("tic-tac-toe").build()
    value = msgspec.Raw(msgspec.json.encode(codec.document(game)))
    setup = Setup(("human", "human"), ("Ada", "Bo"), "tic-tac-toe", "tic-tac-toe")
    tables = []
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
        seats = [export.ExportedSeat(player, f"{seed:064}") for player in (0, 1)]
        line = export.ExportedTable(
            "lusory", 1, "table", f"{seed:010}", "tic-tac-toe", value, setup, 1_700_000_000_000, seats, entries
        )
        tables.append(msgspec.json.encode(line))
    return tables


async def old(port: int) -> dict[str, float]:
    """Milliseconds to list and to open finished games."""
    parsed_tables = {}
    requests = {
        "the last 50 tables": "/api/tables?state=finished",
        "of one game": "/api/tables?state=finished&game=tic-tac-toe",
        "the figures of a game": "/api/games/tic-tac-toe/figures",
        "an old table": "/api/tables/0000000007",
        "another": "/api/tables/0000000123",
    }
    async with Line(port) as line:
        for name, path in requests.items():
            took = []
            for _ in range(5):
                started = time.perf_counter()
                code, body = await line.ask("GET", path)
                took.append(time.perf_counter() - started)
                assert code == 200, body
            parsed_tables[name] = median(took) * 1000
    return parsed_tables


async def load(port: int, arguments: argparse.Namespace) -> Count:
    """Plays all tables at once, over new connections."""
    async with contextlib.AsyncExitStack() as stack:
        return await loading(port, [await stack.enter_async_context(Line(port)) for _ in range(LINES)], arguments)


async def loading(port: int, lines: list[Line], arguments: argparse.Namespace) -> Count:
    """Plays all tables at once, over these connections."""
    count = Count()
    games = [Game(port, lines, count, arguments.every) for _ in range(arguments.tables)]
    for game in games:
        await game.make()
    watching = []
    for game in games:
        watching += [asyncio.create_task(game.watch(player)) for player in (0, 1)]
        await asyncio.sleep(0.01)
    await asyncio.sleep(2)
    until = time.monotonic() + arguments.seconds
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


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_load", description="The web table under load.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plies of a table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--finished", type=int, default=10_000, help="games that are finished before")
    parser.add_argument("--machines", type=int, default=10, help="tables of machines beside a person")
    parser.add_argument("--answers", type=int, default=200, help="answers of level 1 that a person waits for")
    parser.add_argument("--refused", type=int, default=100_000, help="requests that are refused")
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * arguments.tables + 1000)), hard))
    for part in arguments.parts:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{part}, at a load of the machine of {os.getloadavg()[0]:.1f}")
            if part == "load":
                take_in(folder, arguments.finished)
            with serve(folder) as (server, port):
                run(part, server, port, arguments)


def take_in(folder: str, number: int) -> None:
    """Imports finished games into the database, before the server starts."""
    if not number:
        return
    started = time.monotonic()
    export.import_lines(f"sqlite:///{Path(folder) / 'lusory.db'}", finished_tables(number))
    print(f"{number} finished games taken in: {time.monotonic() - started:.1f} s")


def run(part: str, server: subprocess.Popen[str], port: int, arguments: argparse.Namespace) -> None:
    """Measures one part, and prints the results."""
    if part == "load":
        measure_load(server, port, arguments)
    elif part == "beside":
        table_latency.felt_by(port, arguments.machines, arguments.answers)
    else:
        table_latency.report_memory(server, port, arguments.refused)


def measure_load(server: subprocess.Popen[str], port: int, arguments: argparse.Namespace) -> None:
    """Measures the part `load`, and prints the results."""
    for name, ms in asyncio.run(old(port)).items() if arguments.finished else ():
        print(f"{name}: {ms:.1f} ms")
    count = asyncio.run(load(port, arguments))
    print(f"{arguments.tables} tables, {2 * arguments.tables} streams, {count.played} plies in {arguments.seconds:g} s")
    print(", ".join(f"{name} {number}" for name, number in count.wrong.items()))
    print(report_line("to the own stone", count.own))
    print(report_line("to the other's board", count.other))
    ticks = os.sysconf("SC_CLK_TCK")
    fields = Path(f"/proc/{server.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    print(f"the server's CPU: {(int(fields[11]) + int(fields[12])) / ticks:.1f} s")


if __name__ == "__main__":
    main()
