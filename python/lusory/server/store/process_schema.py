"""The database schema of several processes on one PostgreSQL: who plays which machine's turn, and queued searches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from .schema import metadata


def _of_table(primary_key: bool = False) -> Column[str]:
    return Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key)


machine_turns = Table(
    "machine_turns",
    metadata,
    _of_table(primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("owner", BigInteger, nullable=False),
)
"""Tables at which it is a machine's turn. turn: how often the position has changed there. owner: the process that has
the machine think and plays its ply; where that process is gone, another takes the turn over. Empty on SQLite."""

search_jobs = Table(
    "search_jobs",
    metadata,
    Column("id", String(24), primary_key=True),
    _of_table(),
    Column("pool", String(16), nullable=False),
    Column("address", String(64), nullable=False),
    Column("model", String(60)),
    Column("request", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("elapsed", Float, nullable=False),
    Column("beat", Float, nullable=False),
    Column("queued", BigInteger, nullable=False),
    Column("owner", BigInteger, nullable=False),
    Column("worker", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("answer", Text),
    Index("search_jobs_waiting", "pool", "queued"),
    Index("search_jobs_table", "table"),
)
"""Searches of machines that wait for a process, or for whoever asked to fetch the answer. address: who asked, hashed;
addresses take turns. model: the registered certificate or net that it takes. elapsed: seconds from when the turn began
until it was queued; beat: see machine_players.py. queued: by the clock of the database, in milliseconds. owner: the
process that asked; worker: the one that thinks. tries: how many processes have begun. Empty on SQLite."""
