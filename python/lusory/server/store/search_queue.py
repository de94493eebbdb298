"""The turns of machines and their searches, as rows of PostgreSQL that processes take from each other's hands.

A row belongs to a process by its number. Where that process is gone (see signals.LIVING), the row is anybody's again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from .engine import insert_into
from .process_schema import machine_turns, search_jobs
from .seats import identifier
from .signals import LIVING
from .store import SeatChange, Store, StoreFault

TRIES = 3
"""A search that so many processes began and none finished is given up."""
CLOCK = sa.text("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
"""The clock of the database: those of two machines may differ."""
LEFT_BEHIND = sa.text(f"machine_turns.owner NOT IN ({LIVING})")


class SearchRequest(NamedTuple):
    """A search of a machine. pool: see pools.py. address: who asked, hashed. model: the registered one it takes.
    request: for a worker process. seconds: it may take. elapsed: since the turn began. beat: see machine_players.py."""

    table: str
    pool: str
    address: str
    model: str | None
    request: dict[str, Any]
    seconds: float
    elapsed: float
    beat: float


class SearchJob(NamedTuple):
    """A search that this process has taken. elapsed: seconds since the turn began, by now. tries: this one included."""

    id: str
    owner: int
    request: dict[str, Any]
    seconds: float
    elapsed: float
    beat: float
    tries: int


class SearchQueue:
    """The rows, as one process sees them."""

    def __init__(self, store: Store) -> None:
        self.store, self.me = store, store.signals.number

    async def living(self) -> set[int]:
        """The processes that live."""
        async with self.store.reading() as c:
            return {int(row[0]) for row in await c.execute(sa.text(LIVING))}

    def awaited(self, table: str, turn: int) -> SeatChange:
        """It is a machine's turn, and this process takes care of it: kept together with the ply before."""

        def change(c: sa.Connection) -> bool:
            values = {"table": table, "turn": turn, "owner": self.me}
            insert = insert_into(c, machine_turns).values(**values)
            c.execute(insert.on_conflict_do_update(index_elements=["table"], set_=values))
            return True

        return change

    def over(self, table: str) -> SeatChange:
        """It is no machine's turn at a table any more."""

        def change(c: sa.Connection) -> bool:
            c.execute(machine_turns.delete().where(machine_turns.c.table == table))
            return True

        return change

    async def claim(self, table: str, turn: int) -> bool:
        """Take care of a machine's turn; False where another process that lives does."""
        t, values = machine_turns.c, {"table": table, "turn": turn, "owner": self.me}
        is_free = sa.or_(t.turn < turn, t.owner == self.me, LEFT_BEHIND)
        async with self.store.writing() as c:
            insert = insert_into(c, machine_turns).values(**values)
            upsert = insert.on_conflict_do_update(index_elements=["table"], set_=values, where=is_free)
            return (await c.execute(upsert.returning(t.table))).first() is not None

    async def release(self, table: str, turn: int, reassign: bool) -> None:
        """This process no longer takes care of a turn. reassign: whether another is to take over."""
        t = machine_turns
        own_turn = sa.and_(t.c.table == table, t.c.turn == turn, t.c.owner == self.me)
        async with self.store.writing() as c:
            await c.execute(t.update().where(own_turn).values(owner=0) if reassign else t.delete().where(own_turn))

    async def left_behind(self, count: int) -> list[str]:
        """Tables at which a machine's turn is nobody's; jobs of processes that are gone are forgotten."""
        t = machine_turns.c
        async with self.store.writing() as c:
            await c.execute(search_jobs.delete().where(sa.text(f"owner NOT IN ({LIVING})")))
        async with self.store.reading() as c:
            query = sa.select(t.table).where(LEFT_BEHIND).limit(count)
            return [str(row[0]) for row in await c.execute(query)]

    async def add(self, search_request: SearchRequest) -> str:
        """Queue a search; what it is to be asked for with."""
        search_id = identifier()
        row = search_request._asdict() | {
            "id": search_id, "request": json.dumps(search_request.request), "queued": CLOCK, "owner": self.me,
            "worker": None, "tries": 0, "answer": None,
        }  # fmt: skip
        async with self.store.writing() as c:
            await c.execute(search_jobs.insert().values(**row))
            await c.run_sync(self.store.send, "queued", pool=search_request.pool)
        return search_id

    async def take(self, pool: str, per_address: int, models: Sequence[str]) -> SearchJob | None:
        """A search for a process of a pool: of an address for which fewest are under way, at most
        `per_address` of them here. Nobody else gets it while this process lives."""
        statement = sa.text(TAKE).bindparams(sa.bindparam("models", expanding=True))
        parameters = {"me": self.me, "pool": pool, "each": per_address, "models": [*models, ""]}
        async with self.store.writing() as c:
            row = (await c.execute(statement, parameters)).first()
        if row is None:
            return None
        return SearchJob(row.id, row.owner, json.loads(row.request), row.seconds, row.elapsed, row.beat, row.tries)

    async def give_back(self, search_id: str) -> None:
        """A search that this process does not end is anybody's again."""
        j = search_jobs.c
        async with self.store.writing() as c:
            mine = search_jobs.update().where(j.id == search_id, j.worker == self.me, j.answer.is_(None))
            await c.execute(mine.values(worker=None, tries=j.tries - 1))

    async def answered(self, job: SearchJob, reply: dict[str, Any]) -> None:
        """A search is over."""
        j = search_jobs.c
        async with self.store.writing() as c:
            mine = search_jobs.update().where(j.id == job.id, j.worker == self.me)
            await c.execute(mine.values(answer=json.dumps(reply)))
            await c.run_sync(self.store.send, "searched", to=job.owner, job=job.id)

    async def answer(self, search_id: str) -> dict[str, Any] | None:
        """What a search has found; None while it goes on. Raises StoreFault where it is there no more: another process
        took this one for gone."""
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(search_jobs.c.answer).where(search_jobs.c.id == search_id))).first()
        if row is None:
            raise StoreFault("the search was forgotten")
        reply: dict[str, Any] | None = row[0] and json.loads(row[0])
        return reply

    async def forget(self, search_id: str) -> None:
        """Nobody waits for a search any more; whoever thinks stops."""
        async with self.store.writing() as c:
            delete = search_jobs.delete().where(search_jobs.c.id == search_id).returning(search_jobs.c.worker)
            worker = await c.scalar(delete)
            if worker is not None:
                await c.run_sync(self.store.send, "stop", to=worker, job=search_id)


TAKE = f"""
UPDATE search_jobs SET worker = :me, tries = tries + 1 WHERE id = (
    SELECT j.id FROM search_jobs j
    WHERE j.pool = :pool AND j.answer IS NULL AND (j.worker IS NULL OR j.worker NOT IN ({LIVING}))
    AND (j.model IS NULL OR j.model IN :models)
    AND (SELECT count(*) FROM search_jobs b WHERE b.address = j.address AND b.pool = j.pool AND b.worker = :me
         AND b.answer IS NULL) < :each
    ORDER BY (SELECT count(*) FROM search_jobs b WHERE b.address = j.address AND b.worker IS NOT NULL
              AND b.answer IS NULL), j.queued
    LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
RETURNING id, owner, request, seconds, beat, tries,
    elapsed + (extract(epoch FROM clock_timestamp()) * 1000 - queued) / 1000 AS elapsed
"""
"""Takes the next search of a pool."""
