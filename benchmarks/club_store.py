"""How soon a large club's lists are read: `python -m benchmarks.club_store 100000 1000000`.

Fills a store with so many people and so many finished games between them, a third of them rated, and some that go on;
then asks, for people and games at random, for "my games", the boards of a game, and the standings: of the store, as the
server does, and of the server for the pages, as a browser does, signed in (without a network between).
`--postgresql` does it there instead of SQLite. One person in a hundred plays a fifth of all games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

import httpx
import msgspec
import sqlalchemy as sa

from lusory.games import studied_games
from lusory.server.accounts.account import account_of_row
from lusory.server.accounts.account_games import GamesOf
from lusory.server.settings import Limits, Settings
from lusory.server.store import Store, schema
from lusory.server.store.account_schema import accounts
from lusory.server.store.engine import migrate, open_database, url_of
from lusory.server.store.rating_schema import rated_games
from lusory.server.table import Setup
from lusory.server.tables_of_standings import StandingsService
from lusory.server.web.app import application
from lusory.server.web.identity import ACCOUNT_COOKIE
from lusory.server.workers import WorkerPool
from tests.server.postgres import postgres_running

TOGETHER = 20_000
BEGAN, SPAN = 1_700_000_000_000, 60_000_000_000
"""Games end within two years."""
RUNNING = 50
"""One game in so many goes on."""
TIMES = 300
BUFFERS = "128MB"
"""What PostgreSQL takes where nobody sets it."""
SETUP = msgspec.json.encode(Setup(("human", "human"), ("Ada", "Bo"), title="A game", game="susan")).decode()
WON = (json.dumps([1.0, 0.0], separators=(",", ":")), json.dumps([0.0, 1.0], separators=(",", ":")))
BEFORE = 10
"""So many answers open connections, prepare statements and compile templates."""
Question = Callable[[], Awaitable[Any]]
Rows = list[dict[str, Any]]


def fill_database(url: sa.URL, people: int, games: int) -> None:
    """Fill a new database."""
    migrate(url)
    engine, rng = open_database(url), random.Random(1)
    with engine.begin() as c:
        for start in range(0, people, TOGETHER):
            rows = [{"id": f"a{n}", "name": f"P{n}", "key": f"p{n}", "created": BEGAN}
                    for n in range(start, min(people, start + TOGETHER))]  # fmt: skip
            c.execute(accounts.insert(), rows)
        names = sorted(studied_games())
        hashes = [(f"{name}-{n}", name) for name in names for n in range(5)]
        c.execute(schema.games.insert(), [{"hash": hash_, "name": name, "value": "{}"} for hash_, name in hashes])
        for start in range(0, games, TOGETHER):
            parts: tuple[Rows, Rows, Rows] = ([], [], [])
            for number in range(start, min(games, start + TOGETHER)):
                for part, rows in zip(parts, game_rows(rng, number, hashes, people), strict=True):
                    part.extend(rows)
            for table, rows in zip((schema.tables, schema.holdings, rated_games), parts, strict=True):
                c.execute(table.insert(), rows)
    with engine.connect() as c:
        c.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("ANALYZE")
    engine.dispose()


def game_rows(rng: random.Random, number: int, hashes: list[tuple[str, str]], people: int) -> Iterator[Rows]:
    """The rows of one game: its table, who holds its seats, its rated result."""
    crowd = max(2, people // 100) if rng.random() < 0.2 else people
    seats = [f"account:a{person}" for person in rng.sample(range(crowd), 2)]
    (rules_hash, name), ended, first = rng.choice(hashes), BEGAN + rng.randrange(SPAN), rng.random() < 0.5
    is_running = number % RUNNING == 0
    yield [{
        "id": f"t{number}", "game": rules_hash, "title": name, "setup": SETUP, "created": ended - 1000,
        "updated": ended,
        "listed": True, "serial": 30, "plies": 30, "finished": not is_running,
        "to_move": number % 2 if is_running else None,
        "result": None if is_running else WON[first], "by": None if is_running else "line",
    }]  # fmt: skip
    yield [{"session": seat, "table": f"t{number}", "player": player} for player, seat in enumerate(seats)]
    rated = [] if is_running or number % 3 else list(enumerate(seats))
    yield [{"table": f"t{number}", "player": player, "game": name, "name": seat, "score": float(player == first),
            "ended": ended} for player, seat in rated]  # fmt: skip


class AnswerTimes(NamedTuple):
    """How many milliseconds an answer took, and how many of them a processor worked for it, here and in PostgreSQL.
    Where others use the processors, too, the second tells more."""

    wait: float
    work: float


class Clock:
    """The time that processors have worked here and in the processes of a database. others: their numbers."""

    def __init__(self, process_ids: list[int]) -> None:
        self.others = [Path(f"/proc/{number}/schedstat") for number in process_ids]

    def worked(self) -> float:
        """Seconds."""
        return time.process_time() + sum(int(path.read_text().split()[0]) for path in self.others) / 1e9


async def clock_of(store: Store) -> Clock:
    """For a database whose connections are open."""
    if not store.shared:
        return Clock([])
    processes = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
    async with store.reading() as c:
        return Clock([row[0] for row in await c.execute(sa.text(processes))])


async def timed(clock: Clock, question: Question, times: int = TIMES) -> list[AnswerTimes]:
    """How long each answer takes."""
    times_taken = []
    for _ in range(times):
        worked, started = clock.worked(), time.perf_counter()
        await question()
        wait = time.perf_counter() - started
        times_taken.append(AnswerTimes(wait * 1000, (clock.worked() - worked) * 1000))
    return times_taken


async def measured(url: str, people: int) -> dict[str, list[AnswerTimes]]:
    """How long answers take, by what was asked."""
    store, rng, names = await Store.open(url), random.Random(2), sorted(studied_games())
    games_of = GamesOf(store)
    pool = WorkerPool(1, 4096)
    standings = StandingsService(store, asyncio.ensure_future, pool)

    def person() -> str:
        return f"a{rng.randrange(people // 100 if rng.random() < 0.2 else people)}"

    async def my_games() -> None:
        await store.tables_held([f"account:{person()}"])

    async def persons_games() -> None:
        async with store.reading() as c:
            row = (await c.execute(sa.select(accounts).where(accounts.c.id == person()))).one()
        await games_of.seats(account_of_row(row), False)

    async def boards() -> None:
        await store.listed(running=None, game=rng.choice(names))

    async def boards_of_person() -> None:
        await store.listed(running=False, game=rng.choice(names), holders=[f"account:{person()}"])

    async def standings_of_game() -> None:
        await standings.of(rng.choice(names))

    async def ratings_of_person() -> None:
        await standings.of_player(f"account:{person()}")

    started = time.perf_counter()
    for name in names:
        await standings.of(name)
    print(f"standings of {len(names)} games computed at first in {time.perf_counter() - started:.0f} s", flush=True)
    questions = {"my games": my_games, "the games of a person": persons_games, "a game's boards": boards,
             "a game's boards of a person": boards_of_person, "standings": standings_of_game,
             "the ratings of a person": ratings_of_person}  # fmt: skip
    times_by_question = await all_timed(store, questions)
    pool.close()
    await store.close()
    return times_by_question


async def pages_measured(settings: Settings, people: int) -> dict[str, list[AnswerTimes]]:
    """The same of whole pages."""
    app, rng, names = application(settings), random.Random(3), sorted(studied_games())
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as http,
    ):
        store: Store = app.state.service.store
        crowds = [people // 100] * 20 + [people] * 80
        signed_in = [await app.state.people.sessions.begin(f"a{rng.randrange(crowd)}", "") for crowd in crowds]

        async def page(path: str) -> None:
            response = await http.get(path, headers={"Cookie": f"{ACCOUNT_COOKIE}={rng.choice(signed_in)}"})
            assert response.status_code == 200, response.text

        questions: dict[str, Question] = {"the page of my games": lambda: page("/my"),
                 "the page of a game's boards": lambda: page(f"/game/{rng.choice(names)}/boards"),
                 "the page of standings": lambda: page(f"/game/{rng.choice(names)}/standings")}  # fmt: skip
        return await all_timed(store, questions)


async def all_timed(store: Store, questions: Mapping[str, Question]) -> dict[str, list[AnswerTimes]]:
    """How long the answers take to some questions."""
    for question in questions.values():
        for _ in range(BEFORE):
            await question()
    clock = await clock_of(store)
    return {name: await timed(clock, question) for name, question in questions.items()}


def main() -> None:
    """Fill, ask and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("people", type=int, nargs="?", default=1_000)
    parser.add_argument("games", type=int, nargs="?", default=10_000)
    parser.add_argument("--postgresql", action="store_true")
    parsed = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgres_running(BUFFERS)) if parsed.postgresql else ""
        settings = Settings(data=folder, database=database, limits=Limits(requests=0))
        url, started = settings.url, time.perf_counter()
        fill_database(url_of(url), parsed.people, parsed.games)
        print(
            f"{parsed.people} people, {parsed.games} games: filled in {time.perf_counter() - started:.0f} s", flush=True
        )
        times_by_question = asyncio.run(measured(url, parsed.people)) | asyncio.run(
            pages_measured(settings, parsed.people)
        )
    for name, times in times_by_question.items():
        waits, works = (
            quantiles([answer_time.wait for answer_time in times], n=100),
            quantiles([answer_time.work for answer_time in times], n=100),
        )
        print(f"{waits[49]:8.1f} ms p50 {waits[98]:8.1f} ms p99; processor {works[98]:8.1f} ms p99  {name}")


if __name__ == "__main__":
    main()
