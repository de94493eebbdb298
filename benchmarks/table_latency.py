"""Latency for players while other users load the server: computer players, expensive rules, refused requests.

Computer players search at tables of their own, each made and watched from its own address (127.0.0.2 and on). Hostile
guests send rules: one sends, again and again, rules that the server's trial refuses; another plays rules that pass the
trial and whose legal plies take seconds from ply 140 on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import time
from collections.abc import Awaitable, Callable

import msgspec
from websockets.asyncio.client import connect

from benchmarks.table_server import Line, bound_result, report_line, resident, share
from lusory.games import find
from lusory.rules import All, Count, Either, Game, Group, Leap, Place, Some, Square, codec, enemy, own

GAME, SIZE, THOUGHT = "susan", 5, "best:10s"
HOSTILE = Game(Square(31), Either(Place(), Leap(own)))
"""Rules that the trial refuses: each placement adds hundreds of legal plies."""
SLOW = All(*(Some(Group(own | enemy, size=n)) for n in range(1, 20)))
LATE = Game(Square(31), Either(Place(), Leap(own | enemy, needs=Count(own) >= 70, unless=SLOW)))
"""Rules that pass the trial: the legal plies take many seconds, but only after ply QUIET."""
QUIET = 139
UNRELATED = ("/", "/api/tables/{}", "/api/tables?count=20", "/api/games/susan/figures")
PAUSE = 0.05
"""Seconds between unrelated requests."""
BEFORE = 10.0
"""Seconds of unrelated requests alone, before the load begins."""
WARM = 5_000
"""Refused requests before memory is measured the first time."""
LINES = 16
LONG = "x" * 60_000
Ask = Callable[[Line], Awaitable[tuple[int, bytes]]]


class Latencies:
    """Seconds of each request. answers: from a ply to the machine's ply on the stream. made: creation of a table.
    unrelated: other requests under load; quiet: the same before the load began. refused, killed: how often requests of
    hostile guests were refused, and their processes killed."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.made: list[float] = []
        self.quiet: list[float] = []
        self.unrelated: list[float] = []
        self.refused = self.killed = 0


def stream(port: int, table: str, source: str = "127.0.0.1", token: str = "") -> connect:
    """The stream of a table."""
    head = {"Authorization": f"Bearer {token}"} if token else {}
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/stream"
    return connect(address, additional_headers=head, proxy=None, max_size=None, compression=None, open_timeout=120,
                   local_addr=(source, 0))  # fmt: skip


async def machines(port: int, source: str) -> None:
    """Makes a table of two computer players and watches it."""
    async with Line(port, source) as line:
        created = await line.made(game=GAME, seats=[THOUGHT, THOUGHT])
    async with stream(port, str(created["table"]), source) as socket:
        async for _ in socket:
            pass


async def person(port: int, latencies: Latencies, samples: int) -> None:
    """Plays against level 1, one table after the other, until there are enough samples."""
    rng = random.Random(1)
    async with Line(port) as line:
        while len(latencies.answers) < samples:
            started = time.perf_counter()
            created = await line.made(game=GAME, options={"size": SIZE}, seats=["human", "level:1"])
            latencies.made.append(time.perf_counter() - started)
            table, seats = str(created["table"]), created["seats"]
            assert isinstance(seats, list)
            async with stream(port, table, token=seats[0]["token"]) as socket:
                await play_game(line, socket, table, seats[0]["token"], latencies, rng)


async def play_game(
    line: Line, socket: object, table: str, token: str, latencies: Latencies, rng: random.Random
) -> None:
    """Plays a game to its end; measures from each ply until the machine's ply is on the stream."""
    position = find(GAME).build(size=SIZE).start()
    while position.result is None:
        text, started = rng.choice(list(position.moves())), time.perf_counter()
        code, body = await line.ask(
            "POST", f"/api/tables/{table}/plies", {"ply": position.ply + 1, "text": text}, token
        )
        assert code == 200, body
        position = position.play(text)
        if position.result is not None:
            return
        reply = await next_ply(socket, position.ply + 1)
        latencies.answers.append(time.perf_counter() - started)
        position = position.play(reply)


async def next_ply(socket: object, ply: int) -> str:
    """The text of a ply, once the stream shows it."""
    async for text in socket:  # type: ignore[attr-defined]
        message = msgspec.json.decode(text)
        if message["kind"] == "shown" and message["shown"]["ply"] >= ply:
            return str(message["shown"]["moves"][ply - 1]["text"])
    raise AssertionError("the stream ended")


async def maker(port: int, latencies: Latencies) -> None:
    """Makes a table every half second."""
    async with Line(port) as line:
        while True:
            started = time.perf_counter()
            await line.made(game=GAME, seats=["human", "level:1"])
            latencies.made.append(time.perf_counter() - started)
            await asyncio.sleep(0.5)


async def unrelated(port: int, seconds: list[float]) -> None:
    """Requests pages and data at random; appends the seconds of each request."""
    rng = random.Random(2)
    async with Line(port) as line:
        table = str((await line.made(game=GAME, seats=["human", "human"], shared=True))["table"])
        while True:
            path, started = rng.choice(UNRELATED).replace("{}", table), time.perf_counter()
            code, body = await line.ask("GET", path)
            assert code == 200, body
            seconds.append(time.perf_counter() - started)
            await asyncio.sleep(PAUSE)


async def hostile_sender(port: int, latencies: Latencies) -> None:
    """Sends the refused rules again and again: to be checked, and as a table after 120 plies."""
    value, plies = codec.document(HOSTILE), list(HOSTILE.start().moves())[:120]
    async with Line(port, "127.0.0.100") as line:
        while True:
            for path, body in (("/api/rules", {}), ("/api/tables", {"plies": plies})):
                value["name"] = f"hostile {latencies.refused}"
                code, reply = await line.ask("POST", path, body | {"value": value})
                assert code in (422, 503), reply
                latencies.refused += 1


async def hostile_player(port: int, latencies: Latencies) -> None:
    """Plays the rules that pass the trial up to the ply that takes seconds, again and again."""
    plies = list(LATE.start().moves())[: QUIET + 1]
    async with Line(port, "127.0.0.101") as line:
        while True:
            setup = {"value": codec.document(LATE), "seats": ["human", "human"], "shared": True, "plies": plies[:QUIET]}
            code, body = await line.ask("POST", "/api/tables", setup)
            if code != 201:
                latencies.refused += 1
                continue
            created = msgspec.json.decode(body)
            path, ply = f"/api/tables/{created['table']}/plies", {"ply": QUIET + 1, "text": plies[QUIET]}
            code, body = await line.ask("POST", path, ply, created["seats"][QUIET % 2]["token"])
            assert code == 503, (code, body[:200])
            latencies.killed += 1


async def measure_latencies(port: int, tables: int, samples: int) -> Latencies:
    """The latencies of a player while so many tables of computer players and hostile guests load the server."""
    latencies = Latencies()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BEFORE):
            await unrelated(port, latencies.quiet)
    watched = [machines(port, f"127.0.0.{number}") for number in range(2, 2 + tables)]
    tasks = [asyncio.create_task(work) for work in watched]
    await asyncio.sleep(2)
    tasks += [asyncio.create_task(work(port, latencies)) for work in (maker, hostile_sender, hostile_player)]
    tasks.append(asyncio.create_task(unrelated(port, latencies.unrelated)))
    try:
        playing = asyncio.create_task(person(port, latencies, samples))
        finished, _ = await asyncio.wait([playing, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in finished:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return latencies


def felt_by(port: int, tables: int, samples: int) -> None:
    """Measure, and print each figure with its bound."""
    latencies = asyncio.run(measure_latencies(port, tables, samples))
    hostile = f"hostile guests were refused {latencies.refused} times, killed {latencies.killed}"
    print(f"beside {tables} tables of {THOUGHT}; {hostile}")
    print(report_line(f"the answer of level 1 ({len(latencies.answers)})", latencies.answers))
    print(report_line(f"a table made ({len(latencies.made)})", latencies.made))
    print(report_line(f"other requests before that ({len(latencies.quiet)})", latencies.quiet))
    print(report_line(f"other requests ({len(latencies.unrelated)})", latencies.unrelated))
    print(bound_result("the answer of level 1, p95", share(latencies.answers, 95), 1.0, "s"))
    print(bound_result("a table made, p95", share(latencies.made, 95), 0.5, "s"))
    print(bound_result("other requests, p99", share(latencies.unrelated, 99) * 1000, 100, "ms"))


def refusals(table: str, number: int) -> Ask:
    """The request with this number; the server refuses every one."""
    value = {"format": "lusory", "version": 1, "kind": "game", "name": f"no game {number}", "rules": {"board": number}}
    kinds: list[Ask] = [
        lambda line: line.ask("GET", f"/api/tables/{number:010}"),
        lambda line: line.ask("GET", f"/api/tables/{number}{LONG}"),
        lambda line: line.ask("POST", f"/api/tables/{table}/plies", {"ply": 1, "text": "b2"}, f"wrong{number}"),
        lambda line: line.ask("POST", "/api/tables", b'{"game": "susan", ' + str(number).encode()),
        lambda line: line.ask("GET", f"/api/tables/{table}", host=f"host{number}.example"),
        lambda line: line.ask("POST", "/api/tables", {"game": f"nosuch{number}"}),
    ]
    if number % 50 == 0:
        return lambda line: line.ask("POST", "/api/rules", {"value": value})
    return kinds[number % len(kinds)]


async def send_refused(port: int, first: int, count: int) -> None:
    """Sends `count` requests that are refused, over LINES connections."""
    numbers = iter(range(first, first + count))
    async with Line(port) as line:
        table = str((await line.made(game=GAME, seats=["human", "human"], shared=True))["table"])

    async def send_from_one_line() -> None:
        async with Line(port) as line:
            for number in numbers:
                code, body = await refusals(table, number)(line)
                assert 400 <= code < 500, (number, code, body[:200])

    await asyncio.gather(*(send_from_one_line() for _ in range(LINES)))


def report_memory(server: subprocess.Popen[str], port: int, count: int) -> None:
    """Prints by how much the server's memory grows over so many refused requests."""
    asyncio.run(send_refused(port, 0, min(WARM, count)))
    before, started = resident(server.pid), time.monotonic()
    asyncio.run(send_refused(port, WARM, count))
    after = resident(server.pid)
    print(
        f"{count} requests refused in {time.monotonic() - started:.0f} s; memory {before:.1f} MiB, then {after:.1f} MiB"
    )
    print(bound_result("memory after them, more by", after - before, 5, "MiB"))
