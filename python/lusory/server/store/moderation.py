"""What the host of a server does: tables hidden and deleted, addresses blocked, reports read."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from . import schema
from .held import identifier
from .store import Store, _insert, now

OPEN_EACH, OPEN_ALL = 20, 10_000
"""So many reports that the host has not dealt with are kept of a table, and in all."""


class Moderation:
    """Written and read by the host's commands; guests write reports."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def list_table(self, id_: str, listed: bool) -> bool:
        """Show a table in lists, or hide it; False where there is none."""
        t = schema.tables
        async with self.store.writing() as c:
            done = await c.execute(t.update().where(t.c.id == id_).values(listed=listed))
            return done.rowcount == 1

    async def blocks(self) -> list[dict[str, Any]]:
        """Every blocked address, with since, until and reason."""
        async with self.store.reading() as c:
            found = await c.execute(sa.select(schema.blocks).order_by(schema.blocks.c.since))
            return [dict(row._mapping) for row in found]

    async def block(self, address: str, until: int | None, reason: str) -> None:
        """Block an address. until: milliseconds since 1970."""
        row: dict[str, Any] = {"address": address, "since": now(), "until": until, "reason": reason}
        async with self.store.writing() as c:
            put = _insert(c, schema.blocks).values(**row)
            await c.execute(put.on_conflict_do_update(index_elements=["address"], set_=row))

    async def unblock(self, address: str) -> bool:
        """Block it no longer; False where it was not blocked."""
        b = schema.blocks
        async with self.store.writing() as c:
            return (await c.execute(b.delete().where(b.c.address == address))).rowcount == 1

    async def report(self, table: str, what: str, text: str) -> None:
        """Somebody reports a table. Beyond OPEN_EACH and OPEN_ALL nothing more is kept."""
        r = schema.reports
        open_ = sa.select(sa.func.count()).select_from(r).where(r.c.done.is_(sa.false()))
        async with self.store.writing() as c:
            of_table = await c.scalar(open_.where(r.c.table == table)) or 0
            if of_table >= OPEN_EACH or (await c.scalar(open_) or 0) >= OPEN_ALL:
                return
            row = {"id": identifier(), "table": table, "at": now(), "what": what, "text": text, "done": False}
            await c.execute(r.insert(), [row])

    async def reports(self, count: int = 200) -> list[dict[str, Any]]:
        """Reports that the host has not dealt with, the oldest first, with the title and names of their tables."""
        r, t = schema.reports.c, schema.tables.c
        columns = (r.id, r.table, r.at, r.what, r.text, t.title, t.setup)
        wanted = sa.select(*columns).join(schema.tables, t.id == r.table).where(r.done.is_(sa.false()))
        async with self.store.reading() as c:
            found = await c.execute(wanted.order_by(r.at).limit(count))
            return [dict(row._mapping) for row in found]

    async def done(self, id_: str) -> bool:
        """A report was dealt with; False where there is none."""
        r = schema.reports
        async with self.store.writing() as c:
            return (await c.execute(r.update().where(r.c.id == id_).values(done=True))).rowcount == 1
