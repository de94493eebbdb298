"""Messages between the processes that share a PostgreSQL database, the list of live processes, and shared locks.

Each process has a number. It holds an advisory lock of that number while it is connected, so the database itself knows
which processes live, however one ends. On SQLite there is one process, and nothing of this is needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from ...errors import LusoryError

log = logging.getLogger("lusory.server")

CHANNEL = "lusory"
LOCKS = 1_819_639_417
"""The first number of lusory's advisory locks; it keeps them apart from those of other programs."""
MIGRATION, SERVERS = 0, 1
"""The second number of the lock of a migration, and of the lock that all servers share. Larger ones are processes."""
COUNTED = -1
"""That of the lock of transactions that count what there is before they add to it."""
PAUSE = 1.0
"""Seconds until a lost connection is tried again."""
LOCK_PAUSE = 0.01
"""Seconds between two tries to lock what another process has locked."""
LOCK_PATIENCE = 30.0
"""Seconds after which waiting for a lock fails."""
KEEPALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
"""With these the database notices within half a minute that a machine is gone, and frees its locks."""

LIVING = f"""
    SELECT CAST(objid AS bigint) FROM pg_locks WHERE locktype = 'advisory' AND classid = {LOCKS} AND objsubid = 2
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""The numbers of the processes that live, as a query."""
SERVING = f"SELECT EXISTS ({LIVING} AND objid = {SERVERS})"
"""Whether a server runs, as a query."""
Handler = Callable[[dict[str, Any]], Awaitable[None]]
Later = Callable[[Any], object]


class SignalsLost(LusoryError, OSError):
    """The database cannot be reached, or another process keeps a lock."""


def send(c: sa.Connection, **message: Any) -> None:
    """Send a message when this transaction is committed; nothing where it is not, nor on SQLite."""
    if c.dialect.name == "postgresql":
        c.execute(sa.select(sa.func.pg_notify(CHANNEL, json.dumps(message, separators=(",", ":")))))


def alone_here(c: sa.Connection) -> None:
    """Lock the database against other migrations until this transaction ends."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCKS}, {MIGRATION})")


def check_that_nobody_serves(c: sa.Connection) -> None:
    """Raises LusoryError where a server runs: it would know nothing of blocks that come in, and let clocks count the
    time since a copy was made. Of SQLite the lock of its folder tells."""
    if c.dialect.name == "postgresql" and c.exec_driver_sql(SERVING).scalar():
        raise LusoryError("database: a server runs on it; stop all its servers before you take in a copy")


async def alone_in_counting(c: AsyncConnection) -> None:
    """No other transaction counts, to add to what it counted, until this one ends."""
    if c.dialect.name == "postgresql":  # SQLite has one writer at a time
        await c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCKS}, {COUNTED})")


class Signals:
    """The messages and locks of this process. number: of this process. shared: whether other processes are possible."""

    def __init__(self, url: URL) -> None:
        self.url, self.shared = url, url.get_backend_name() == "postgresql"
        self.number = secrets.randbelow(2**31 - 10) + 5
        self._handlers: dict[str, Handler] = {}
        self._lost: list[Callable[[], None]] = []
        self._server = False
        self._listening: Any = None
        self._locking: Any = None
        self._lock_turn = asyncio.Lock()

    def on(self, kind: str, handler: Handler) -> None:
        """Register the handler of a kind of messages from other processes."""
        self._handlers[kind] = handler

    def on_lost(self, handler: Callable[[], None]) -> None:
        """Register a handler that is called when messages may have been missed."""
        self._lost.append(handler)

    async def _connect(self) -> Any:
        import psycopg

        _, arguments = self.url.get_dialect()().create_connect_args(self.url)
        try:
            return await psycopg.AsyncConnection.connect(**arguments, options=KEEPALIVE, autocommit=True)
        except psycopg.Error as fault:
            raise SignalsLost(f"the database cannot be reached: {fault}") from None

    async def open(self, server: bool) -> bool:
        """Join the others. server: whether this process serves people. Returns whether it is the first server; then
        other servers wait until `joined`. Raises SignalsLost."""
        if not self.shared:
            return True
        self._server = server
        self._listening = await self._join(wait=not server)
        if not server:
            return False
        first = await _query(self._listening, f"SELECT pg_try_advisory_lock({LOCKS}, {SERVERS})")
        if not first:
            await _query(self._listening, f"SELECT pg_advisory_lock_shared({LOCKS}, {SERVERS})")
        return bool(first)

    async def joined(self) -> None:
        """Let other servers start, too."""
        if self.shared and self._server:
            await _query(self._listening, f"SELECT pg_advisory_lock_shared({LOCKS}, {SERVERS})")
            await _query(self._listening, f"SELECT pg_advisory_unlock({LOCKS}, {SERVERS})")

    async def _join(self, wait: bool) -> Any:
        connection = await self._connect()
        await connection.execute(f"LISTEN {CHANNEL}")
        await _query(connection, f"SELECT pg_try_advisory_lock({LOCKS}, {self.number})")
        if wait and self._server:
            await _query(connection, f"SELECT pg_advisory_lock_shared({LOCKS}, {SERVERS})")
        return connection

    async def run(self, start_task: Later) -> None:
        """Receive messages until cancelled. later: starts a task for the coroutine of a handler."""
        while self.shared:
            try:
                if self._listening is None:
                    self._listening = await self._join(wait=True)
                    for handler in self._lost:
                        handler()
                async for notice in self._listening.notifies():
                    self._dispatch(notice.payload, start_task)
            except (OSError, _driver_error()) as fault:
                log.warning("messages of other processes are missed: %s", fault)
            await _close_quietly(self._listening)
            self._listening = None
            await asyncio.sleep(PAUSE)

    def _dispatch(self, payload: str, start_task: Later) -> None:
        message: dict[str, Any] = json.loads(payload)
        handler = self._handlers.get(str(message.get("do")))
        if handler and message.get("from") != self.number and message.get("to", self.number) == self.number:
            start_task(handler(message))

    async def close(self) -> None:
        """Leave the others."""
        for connection in (self._listening, self._locking):
            await _close_quietly(connection)
        self._listening = self._locking = None

    async def lock(self, name: str) -> None:
        """Take an exclusive lock. If the call is cancelled the lock is not held. Raises SignalsLost."""
        task = asyncio.ensure_future(self._lock(name))
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda task: self._give_up(task, name))
            raise

    async def _lock(self, name: str) -> None:
        for _ in range(round(LOCK_PATIENCE / LOCK_PAUSE)):
            if await self._query_on_lock_connection(f"SELECT pg_try_advisory_lock({key(name)})"):
                return
            await asyncio.sleep(LOCK_PAUSE)
        raise SignalsLost(f"another process works at table {name}; try again")

    def _give_up(self, finished: asyncio.Future[None], name: str) -> None:
        if not finished.cancelled() and finished.exception() is None:
            _releasing.add(task := asyncio.ensure_future(self.unlock(name)))
            task.add_done_callback(_releasing.discard)

    async def unlock(self, name: str) -> None:
        """Release a lock. A lost connection has released its locks already."""
        with contextlib.suppress(SignalsLost):
            await asyncio.shield(
                asyncio.ensure_future(self._query_on_lock_connection(f"SELECT pg_advisory_unlock({key(name)})"))
            )

    async def _query_on_lock_connection(self, statement: str) -> object:
        async with self._lock_turn:
            if self._locking is None or self._locking.closed:
                self._locking = await self._connect()
            try:
                return await _query(self._locking, statement)
            except _driver_error() as fault:
                await _close_quietly(self._locking)
                self._locking = None
                raise SignalsLost(f"the database cannot be reached: {fault}") from None


_releasing: set[asyncio.Future[None]] = set()


def key(name: str) -> int:
    """A name as the number of an advisory lock."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


async def _query(connection: Any, statement: str) -> object:
    row = await (await connection.execute(statement)).fetchone()
    return row[0]


async def _close_quietly(connection: Any) -> None:
    if connection is not None:
        with contextlib.suppress(Exception):
            await connection.close()


def _driver_error() -> type[Exception]:
    import psycopg

    return psycopg.Error
