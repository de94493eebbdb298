"""Opens and migrates the two databases that the store runs on: SQLite in a file, and PostgreSQL by a URL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Table, create_engine, event, inspect, make_url
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...errors import LusoryError
from ..private_files import make_private_file, make_private_folder
from .full_disk import full_disk_of
from .signals import alone_here

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = max(file.name[1:5] for file in (MIGRATIONS / "versions").glob("m*.py"))
"""The present form: the number of the last migration."""
BEGIN = "BEGIN IMMEDIATE"
"""Takes the write lock at the start, so that nothing is written between a transaction's reads and writes."""
PATIENCE = 20_000
"""Milliseconds that a writer of SQLite waits for the other: on a slow disk commits take long, and no turn is kept."""
READERS = 4
WRITERS = 4
"""On PostgreSQL; SQLite has one."""


def url_of(text: str) -> URL:
    """The address of a database. Raises LusoryError, which does not repeat it: it may hold a password."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise LusoryError("database: not a URL, expected sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise LusoryError(f"database: {url.get_backend_name()}, expected sqlite or postgresql")
    return url


def open_database(url: URL, begin: str = "BEGIN", patience: int = 0) -> Engine:
    """A synchronous engine of the database. begin: how SQLite begins a transaction. patience: seconds
    in which PostgreSQL has to answer; 0 for as long as it takes."""
    is_limited = patience and url.get_backend_name() == "postgresql" and "connect_timeout" not in url.query
    engine = create_engine(url, connect_args={"connect_timeout": patience} if is_limited else {})
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


@contextlib.contextmanager
def told_faults(url: URL) -> Iterator[None]:
    """Raises a fault of the database as LusoryError, without the statement and its values: words of people."""
    try:
        yield
    except SQLAlchemyError as fault:
        words = full_disk_of(url) or getattr(fault, "orig", None) or fault
        raise LusoryError(f"database {url.render_as_string()}: {words}") from None


def migrate(url: URL) -> None:
    """Bring the database to the present form; an empty one is made. Raises LusoryError where it is of a later one."""
    if url.get_backend_name() == "sqlite" and url.database:
        make_private_folder(Path(url.database).parent)
        make_private_file(Path(url.database))
    engine = open_database(url)
    try:
        with told_faults(url), engine.begin() as connection:
            alone_here(connection)
            form = _version(connection)
            if form > HEAD:
                raise LusoryError(f"database: its form is {form}, this lusory knows {HEAD} and older")
            if form < HEAD:
                _upgrade(connection)
    finally:
        engine.dispose()


def form_of(url: URL, patience: int = 0) -> str:
    """The form of a database; empty where nothing is there yet. patience: see open_database. Raises LusoryError where
    it cannot be read."""
    engine = open_database(url, patience=patience)
    try:
        with told_faults(url), engine.connect() as connection:
            return _version(connection)
    finally:
        engine.dispose()


def check_form(url: URL) -> None:
    """Raises LusoryError where the database is not of the present form."""
    form = form_of(url)
    other = f"database: its form is {form or 'none'}, this lusory is for {HEAD}"
    if form > HEAD:
        raise LusoryError(f"{other}: use the lusory that its server runs")
    if form < HEAD:
        upgrade = "a server of this version upgrades it when it starts"
        raise LusoryError(f"{other}: {upgrade}; to copy it as it is, use the lusory that served it")


def _version(connection: Connection) -> str:
    """The schema version that Alembic recorded; empty for a new database."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def _upgrade(connection: Connection, to: str = "head") -> None:
    from alembic import command  # imported late: it takes half a second, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def engines(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    """The engine that writes and the engine that reads."""
    if url.get_backend_name() == "postgresql":
        engine = create_async_engine(url, pool_size=WRITERS + READERS)
        # Without a transaction each read saves two round trips to the database, and sees the same.
        return engine, engine.execution_options(isolation_level="AUTOCOMMIT")
    async_url = url.set(drivername="sqlite+aiosqlite")
    writer, reader = create_async_engine(async_url, pool_size=1, max_overflow=0), create_async_engine(async_url)
    for engine in (writer, reader):
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "invalidate", _release)
    event.listen(writer.sync_engine, "begin", lambda connection: connection.exec_driver_sql(BEGIN))
    return writer, reader


def appender(url: URL) -> Engine:
    """The engine that stores plies, in a thread of its own: a transaction takes one round trip, where with the others
    each statement takes one."""
    return open_database(url, BEGIN)


_releasing: set[asyncio.Task[None]] = set()


def _release(connection: Any, record: Any, fault: BaseException | None) -> None:
    """A connection whose task was cancelled is closed. Where that happened between two rows of a statement, SQLite
    keeps the connection, its transaction and its lock until Python collects the statement: so it is rolled back."""
    task = asyncio.get_running_loop().create_task(_rolled_back(connection.driver_connection))
    _releasing.add(task)
    task.add_done_callback(_releasing.discard)


async def released() -> None:
    """Every connection whose task was cancelled has been rolled back. Before the event loop ends: else the connection's
    thread finds none to tell that it is done."""
    loop = asyncio.get_running_loop()
    if own := [task for task in _releasing if task.get_loop() is loop]:
        await asyncio.wait(own)


async def _rolled_back(connection: Any) -> None:
    """End the transaction of a connection of aiosqlite, if it has one."""
    with contextlib.suppress(sqlite3.Error, ValueError):  # ValueError: it is closed already
        await connection.rollback()


def _prepare(connection: Any, record: Any) -> None:
    """What is acknowledged survives a power cut: WAL, and every commit is synced to the disk (FULL)."""
    connection.isolation_level = None  # transactions begin by an explicit BEGIN alone
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def insert_into(c: AsyncConnection | Connection, table: Table) -> Any:
    """An INSERT that may say what is done on conflict: each database has its own."""
    from sqlalchemy.dialects import postgresql, sqlite

    return (sqlite if c.dialect.name == "sqlite" else postgresql).insert(table)
