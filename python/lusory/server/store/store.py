"""The database of tables: reads and writes. A call that writes returns after the commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...errors import LusoryError
from ..table.log import Entry
from ..table.summary import Summary
from ..table.table import ABORTED, CLOSED
from . import schema
from .engine import appender, check_form, engines, insert_into, migrate, released, url_of
from .full_disk import full_disk_of
from .setup_seats import is_machines_turn, seats_of_setup
from .signals import Signals, send
from .table_lists import hashes_of, held_by, latest, listing, of_state, of_states, with_seats

log = logging.getLogger("lusory.server")

TOGETHER = 200
"""At most so many tables are written to in one transaction."""
MOST_PARTS = 100
"""Rules of one game, twice, that are looked up one by one."""
MOST_RUNNING, MOST_FINISHED = 500, 100
"""Seats at tables of one person that a list has, at most."""
WRITTEN = {"chat", "name", "sit"}
"""Kinds of entries with text of people."""
QUIET = 60.0
"""Seconds between two lines of the log which say that the database refuses what is to be kept."""
BUSY = "others have used it for too long"


class StoreFault(LusoryError, OSError):
    """The database refused a write (a full disk, say). Nothing has changed."""


class Behind(LusoryError, RuntimeError):
    """Another has written at this table since it was read."""


class Gone(LusoryError, LookupError):
    """What this belongs to was deleted meanwhile."""


SeatChange = Callable[[sa.Connection], bool]
"""A change of seats, made in the transaction of the log entries about it; False where it cannot be made."""


class Waiting(NamedTuple):
    """Entries to store. kept: resolved when they are. also: a change of seats that belongs to them. account: whose
    words they hold."""

    table: str
    entries: Sequence[Entry]
    summary: Summary
    kept: asyncio.Future[None]
    also: SeatChange | None = None
    account: str | None = None


class StoredTable(NamedTuple):
    """A stored table. game: the hash of the rules. value: the rules. setup: JSON. texts: what its guest tells
    about the game, as JSON. serial: of the last entry."""

    id: str
    game: str
    value: str
    setup: str
    texts: str | None
    created: int
    serial: int
    entries: tuple[Entry, ...]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database. `open` makes one. signals: to and from other processes that use it."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine, appender: sa.Engine, signals: Signals) -> None:
        self._writer, self._reader, self._appender, self.signals = writer, reader, appender, signals
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._queue: list[Waiting] = []
        self._quiet_until = 0.0
        self._drain: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, migrated: bool = True) -> Store:
        """The store at a URL, its tables brought to the present form, or where not `migrated` refused if they are of
        another."""
        database_url = url_of(url)
        await asyncio.to_thread(migrate if migrated else check_form, database_url)
        return cls(*engines(database_url), appender(database_url), Signals(database_url))

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""
        return self.signals.shared

    async def close(self) -> None:
        """Write what waits, then close the connections."""
        if self._drain is not None:
            await asyncio.wait([self._drain])
        await self.signals.close()
        await released()
        for engine in {self._writer, self._reader}:
            await engine.dispose()
        await asyncio.get_running_loop().run_in_executor(self._hand, self._appender.dispose)
        self._hand.shutdown()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. Raises StoreFault where the database refuses, Gone where something belongs to a table that is
        there no more."""
        try:
            async with self._writer.begin() as connection:
                yield connection
        except IntegrityError as fault:
            raise Gone("this table was deleted meanwhile") from fault
        except DBAPIError as fault:
            self._log_refusal(fault)
            raise StoreFault(f"not kept, and so not done: {fault.orig}") from fault
        except PoolTimeout as fault:
            raise StoreFault(f"not kept, and so not done: {BUSY}") from fault

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        try:
            async with self._reader.connect() as connection:
                yield connection
        except DBAPIError as fault:
            raise StoreFault(f"the database cannot be read: {fault.orig}") from fault
        except PoolTimeout as fault:
            raise StoreFault(f"the database cannot be read: {BUSY}") from fault

    async def add(
        self,
        table: dict[str, Any],
        game: tuple[str, str, str],
        seats: Sequence[dict[str, Any]],
        entries: Sequence[Entry],
        holdings: Iterable[tuple[str, int]] = (),
    ) -> None:
        """A new table. game: hash, name in the catalogue (or nothing), value. holdings: sessions (hashed) with the
        player each holds."""
        rules_hash, name, value = game
        async with self.writing() as c:
            g = schema.games.c
            stored = (await c.execute(sa.select(g.name).where(g.hash == rules_hash).with_for_update(read=True))).first()
            if stored is None or (name and stored[0] != name):
                insert = insert_into(c, schema.games).values(hash=rules_hash, name=name, value=value)
                upsert = insert.on_conflict_do_update(index_elements=["hash"], set_={"name": name})
                await c.execute(upsert if name else insert.on_conflict_do_nothing())
            await c.execute(schema.tables.insert(), [dict(table, game=rules_hash)])
            await c.execute(schema.seats.insert(), [dict({"noticed": False}, **seat) for seat in seats])
            await c.run_sync(_add_entries, [(table["id"], entry, None) for entry in entries])
            holding_rows = [dict(session=session, table=table["id"], player=player) for session, player in holdings]
            if holding_rows:
                await c.execute(schema.holdings.insert(), holding_rows)

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Summary,
        also: SeatChange | None = None,
        account: str | None = None,
    ) -> None:
        """What happened at a table; it is kept when this returns, with the change of seats that belongs to it. account:
        whose words the entries hold. Raises Behind where its last entry is not the one before these, or the seats are
        not as they were thought to be. Appends that wait for the disk share one transaction."""
        waiting = Waiting(table, entries, summary, asyncio.get_running_loop().create_future(), also, account)
        self._queue.append(waiting)
        if self._drain is None or self._drain.done():
            self._drain = asyncio.get_running_loop().create_task(self._drained())
        await waiting.kept

    async def _drained(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:TOGETHER], self._queue[TOGETHER:]
            try:
                behind = await asyncio.get_running_loop().run_in_executor(self._hand, self._kept, batch)
            except Exception as fault:
                for waiting in batch:
                    _settle(waiting, fault)
                continue
            for waiting in batch:
                late = Behind(f"table {waiting.table}: another has written here") if waiting in behind else None
                _settle(waiting, late)

    def _kept(self, batch: Sequence[Waiting]) -> list[Waiting]:
        """Keep all of these in one transaction; those that came too late. Raises StoreFault."""
        try:
            with self._appender.begin() as c:
                late = [waiting for waiting in batch if not _changed(c, waiting)]
                on_time = [waiting for waiting in batch if waiting not in late]
                _add_entries(c, [(w.table, e, w.account) for w in on_time for e in w.entries])
                for waiting in on_time:
                    self.send(c, "changed", table=waiting.table)
        except DBAPIError as fault:
            self._log_refusal(fault)
            raise StoreFault(f"not kept, and so not done: {fault.orig}") from fault
        return late

    def _log_refusal(self, fault: DBAPIError) -> None:
        """Tell the host that nothing can be kept, once a minute: people hear it with each ply."""
        moment = time.monotonic()
        if moment >= self._quiet_until:
            self._quiet_until = moment + QUIET
            log.error("the database refuses what is to be kept: %s", full_disk_of(self.signals.url) or fault.orig)

    def send(self, c: sa.Connection, /, do: str, **message: Any) -> None:
        """Send a message to the other processes when this transaction is committed."""
        send(c, do=do, **{"from": self.signals.number}, **message)

    async def post(self, do: str, **message: Any) -> None:
        """Send a message to the other processes."""
        if self.shared:
            async with self.writing() as c:
                await c.run_sync(self.send, do, **message)

    async def serial(self, table: str) -> int | None:
        """The number of a table's last entry; None where there is no such table."""
        async with self.reading() as c:
            serial: int | None = await c.scalar(sa.select(schema.tables.c.serial).where(schema.tables.c.id == table))
            return serial

    async def entries_after(self, table: str, serial: int) -> list[Entry]:
        """What happened at a table after an entry."""
        e = schema.entries.c
        parts = (e.serial, e.at, e.kind, e.player, e.number, e.text, e.request)
        query = sa.select(*parts).where(e.table == table, e.serial > serial).order_by(e.serial)
        async with self.reading() as c:
            return [Entry(*entry) for entry in await c.execute(query)]

    async def load(self, table: str) -> StoredTable | None:
        """A table with all that happened."""
        t, g = schema.tables, schema.games
        columns = (t.c.id, t.c.game, g.c.value, t.c.setup, t.c.texts, t.c.created, t.c.serial)
        query = sa.select(*columns).join(g, g.c.hash == t.c.game)
        async with self.reading() as c:
            row = (await c.execute(query.where(t.c.id == table))).first()
            if row is None:
                return None
            e = schema.entries.c
            parts = (e.serial, e.at, e.kind, e.player, e.number, e.text, e.request)
            result = await c.execute(sa.select(*parts).where(e.table == table).order_by(e.serial))
            return StoredTable(*row, tuple(Entry(*entry) for entry in result))

    async def listed(
        self,
        *,
        running: bool | None,
        game: str = "",
        after: int = 0,
        since: int = 0,
        count: int = 50,
        holders: Sequence[str] = (),
        results: Sequence[str] = (),
    ) -> list[dict[str, Any]]:
        """Listed tables, the last changed first. game: a hash or a name. after: only those changed before this moment.
        since: and not before this one. holders: at which all of these (see `holder_key`) hold seats. results: only
        those that ended so."""
        t = held_by(holders).c if holders else schema.tables.c
        terms: list[sa.ColumnElement[bool]] = [t.listed.is_(sa.true())]
        if after:
            terms.append(t.updated < after)
        if since:
            terms.append(t.updated >= since)
        if results:
            terms.append(t.result.in_(list(results)))
        states = (True, False) if running is None else (running,)
        async with self.reading() as c:
            hashes = await hashes_of(c, game) if game else [None]
            if not hashes:
                return []
            parts = [latest(t, [*terms, *of_state(t, of, state)], count) for of in hashes for state in states]
            is_large = bool(holders) or len(parts) > MOST_PARTS
            newest = latest(t, [*terms, *of_states(t, hashes, running)], count) if is_large else sa.union_all(*parts)
            newest_rows = newest.subquery().c
            ids = sa.select(newest_rows.id).order_by(newest_rows.updated.desc()).limit(count)
            query = listing().where(schema.tables.c.id.in_(ids)).order_by(schema.tables.c.updated.desc())
            result = await c.execute(query.limit(count))
            return [dict(row._mapping) for row in result]

    async def tables_held(self, holders: Sequence[str], finished: int = MOST_FINISHED) -> list[dict[str, Any]]:
        """Tables at which one of these (see `holder_key`) holds seats, as lists show them, the last changed first. All
        that go on, then some that are over, at most so many. you: the players of their seats."""
        parts = [with_seats(holders, True, MOST_RUNNING), *([with_seats(holders, False, finished)] if finished else [])]
        rows_by_holder: dict[str, dict[str, Any]] = {}
        async with self.reading() as c:
            for row in (dict(seat) for seat in (await c.execute(sa.union_all(*parts))).mappings()):
                player = row.pop("player")
                rows_by_holder.setdefault(row["id"], row | {"you": set()})["you"].add(player)
        ordered = sorted(rows_by_holder.values(), key=lambda row: (row["finished"], -row["updated"]))
        return [row | {"you": sorted(row["you"])} for row in ordered]

    async def summaries(self, ids: Sequence[str]) -> list[dict[str, Any]]:
        """These tables as lists show them, the last changed first."""
        t = schema.tables.c
        query = listing().where(t.id.in_(list(ids)))
        async with self.reading() as c:
            result = await c.execute(query.order_by(t.updated.desc()).limit(500))
            return [dict(row._mapping) for row in result]

    async def delete(self, table: str) -> bool:
        """A table with all that belongs to it; False where there is none. Rules that a guest brought go with the last
        table that is played by them."""
        t, parts = schema.tables, (schema.reports, schema.holdings, schema.seats, schema.entries)
        async with self.writing() as c:
            # Concurrent writers at this table wait, and then find it gone.
            game = await c.scalar(sa.select(t.c.game).where(t.c.id == table).with_for_update())
            if game is None:
                return False
            for part in parts:
                await c.execute(part.delete().where(part.c.table == table))
            await c.execute(t.delete().where(t.c.id == table))
            await c.run_sync(self.send, "changed", table=table)
        await self._tidy(game)
        return True

    async def _tidy(self, game: str) -> None:
        """Rules of a guest that no table is played by any more."""
        g, t = schema.games, schema.tables.c
        has_table = sa.exists().where(t.game == g.c.hash)
        with contextlib.suppress(Gone):  # a table with these rules is being created
            async with self.writing() as c:
                await c.execute(g.delete().where(g.c.hash == game, g.c.name == "", ~has_table))

    async def overdue(self, moment: int) -> list[str]:
        """Tables at which a clock has run out, or a reminder is due."""
        t = schema.tables.c
        rings = sa.or_(t.deadline <= moment, t.remind <= moment)
        async with self.reading() as c:
            result = await c.execute(sa.select(t.id).where(rings, t.result.is_(None)))
            return [row[0] for row in result]

    async def machines_turns(self, count: int) -> list[str]:
        """At most so many tables at which a machine is to move, the last changed first, of those where a person sits or
        may sit down: games that machines play among themselves do not use up the number."""
        t = schema.tables.c
        query = sa.select(t.id, t.setup, t.to_move).where(t.finished.is_(sa.false()), t.to_move >= 0)
        async with self.reading() as c:
            rows = await c.execute(query.order_by(t.updated.desc()))
            waiting_tables = (row.id for row in rows if is_machines_turn(seats_of_setup(row.setup), row.to_move))
            return list(islice(waiting_tables, count))

    async def figures(self, game: str) -> list[tuple[str, int, int]]:
        """Of a game's finished tables: each result with how often it came and how many plies those games had. Games
        that the host ended, or a player before they began, say nothing."""
        t = schema.tables.c
        query = sa.select(t.result, sa.func.count(), sa.func.sum(t.plies))
        async with self.reading() as c:
            over = (t.game == game, t.result.is_not(None), t.by.not_in([CLOSED, ABORTED]))
            rows = await c.execute(query.where(*over).group_by(t.result))
            return [(str(result), int(count), int(plies)) for result, count, plies in rows]

    async def fact(self, name: str) -> str | None:
        """A single fact."""
        async with self.reading() as c:
            value: str | None = await c.scalar(sa.select(schema.facts.c.value).where(schema.facts.c.name == name))
            return value

    async def note(self, name: str, value: str) -> None:
        """Keep a single fact."""
        async with self.writing() as c:
            insert = insert_into(c, schema.facts).values(name=name, value=value)
            await c.execute(insert.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


def _changed(c: sa.Connection, waiting: Waiting) -> bool:
    """Update the table's row and its seats: both or neither."""
    if waiting.also is None:
        return _forward(c, waiting)
    with c.begin_nested() as savepoint:
        is_stored = _forward(c, waiting) and waiting.also(c)
        if not is_stored:
            savepoint.rollback()
        return is_stored


def _forward(c: sa.Connection, waiting: Waiting) -> bool:
    """Update the table's row, if its serial is the expected one."""
    mine = sa.and_(schema.tables.c.id == waiting.table, schema.tables.c.serial == waiting.entries[0].serial - 1)
    last = waiting.entries[-1]
    values = {"serial": last.serial, "updated": last.at, **waiting.summary._asdict()}
    result = c.execute(schema.tables.update().where(mine).values(**values))
    return result.rowcount == 1


def _settle(waiting: Waiting, fault: Exception | None) -> None:
    if waiting.kept.done():
        return
    if fault is None:
        waiting.kept.set_result(None)
    else:
        waiting.kept.set_exception(fault)


def _add_entries(c: sa.Connection, entries: Sequence[tuple[str, Entry, str | None]]) -> None:
    """Entries, each with its table and whose words it holds, if it holds any."""
    rows = [
        msgspec.structs.asdict(entry) | {"table": table, "account": account if entry.kind in WRITTEN else None}
        for table, entry, account in entries
    ]
    if rows:
        c.execute(schema.entries.insert(), rows)
