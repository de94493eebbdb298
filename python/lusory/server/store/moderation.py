"""Moderation, stored: hidden tables, blocked addresses, reports, what the host and the moderators did."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .account_schema import accounts
from .engine import insert_into
from .seats import ACCOUNT, identifier
from .store import Store, now

OPEN_EACH, OPEN_ALL = 20, 10_000
"""At most so many open reports are kept, of a table and in all."""

FOREVER = 253_402_300_799_000
"""The end of the year 9999, in milliseconds since 1970: somebody is muted until that is lifted."""
SUSPENDED = FOREVER + 1
"""The same for who is suspended, until he is restored."""

ACTS, YEAR = 1_000, 366 * 24 * 3_600_000
"""At most so many acts are remembered, and none for longer (milliseconds): addresses stand in them."""


class Moderation:
    """Written and read by the host's commands; guests write reports."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def list_table(self, table_id: str, listed: bool) -> bool:
        """Show a table in lists, or hide it; False where there is none."""
        t = schema.tables
        async with self.store.writing() as c:
            result = await c.execute(t.update().where(t.c.id == table_id).values(listed=listed))
            return result.rowcount == 1

    async def is_listed(self, table_id: str) -> bool:
        """Whether a table stands in lists."""
        t = schema.tables.c
        async with self.store.reading() as c:
            return bool(await c.scalar(sa.select(t.listed).where(t.id == table_id)))

    async def blocks(self) -> list[dict[str, Any]]:
        """Every address that is blocked now, with since, until and reason."""
        b = schema.blocks.c
        is_current = sa.or_(b.until.is_(None), b.until > now())
        async with self.store.reading() as c:
            result = await c.execute(sa.select(schema.blocks).where(is_current).order_by(b.since))
            return [dict(row._mapping) for row in result]

    async def block(self, address: str, until: int | None, reason: str) -> None:
        """Block an address. until: milliseconds since 1970. Blocks that are over are forgotten."""
        row: dict[str, Any] = {"address": address, "since": now(), "until": until, "reason": reason}
        async with self.store.writing() as c:
            await c.execute(schema.blocks.delete().where(schema.blocks.c.until <= now()))
            insert = insert_into(c, schema.blocks).values(**row)
            await c.execute(insert.on_conflict_do_update(index_elements=["address"], set_=row))

    async def unblock(self, address: str) -> bool:
        """Block it no longer; False where it was not blocked."""
        b = schema.blocks
        async with self.store.writing() as c:
            return (await c.execute(b.delete().where(b.c.address == address))).rowcount == 1

    async def note(self, act: str, about: str, note: str = "", account: str | None = None) -> None:
        """Remember what was done. act: a word. about: a table, an address, a user id. note: what else there is.
        account: of the moderator who did it; None for the host."""
        acts = schema.host_acts
        row = {"id": identifier(), "at": now(), "act": act, "about": about[:120], "note": note, "account": account}
        newest = sa.select(acts.c.id).order_by(acts.c.at.desc(), acts.c.id).limit(ACTS)
        async with self.store.writing() as c:
            await c.execute(acts.insert(), [row])
            await c.execute(acts.delete().where(sa.or_(acts.c.at < now() - YEAR, acts.c.id.not_in(newest))))

    async def acts(self, count: int = 200) -> list[dict[str, Any]]:
        """What was done, the newest first: at, act, about, note, and by whom (`by`): `host`, or a user id."""
        a = schema.host_acts.c
        query = sa.select(a.at, a.act, a.about, a.note, a.account, accounts.c.name)
        query = query.outerjoin(accounts, accounts.c.id == a.account).order_by(a.at.desc(), a.id).limit(count)
        async with self.store.reading() as c:
            return [
                {"at": row.at, "act": row.act, "about": row.about, "note": row.note, "by": _by(row.account, row.name)}
                for row in await c.execute(query)
            ]

    async def people(self) -> list[dict[str, Any]]:
        """The accounts with a role, and those that are muted or suspended: id, role, suspended, muted, and muted_until,
        None where that has no end."""
        a = accounts.c
        condition = sa.or_(a.role.is_not(None), a.suspended.is_(sa.true()), a.muted_until > now())
        query = sa.select(a.name.label("id"), a.role, a.muted_until, a.suspended).where(condition).order_by(a.key)
        async with self.store.reading() as c:
            return [_person(row) for row in await c.execute(query.limit(1_000))]

    async def muted_at(self, table: str, player: int) -> int | None:
        """Until when somebody who holds a seat is muted, SUSPENDED where he is suspended: programs and mails that know
        the seat's key still play. None where nobody is."""
        a, h = accounts.c, schema.holdings.c
        holds_seat = sa.and_(h.table == table, h.player == player, h.session == ACCOUNT + a.id)
        until = sa.case((a.suspended.is_(sa.true()), sa.literal(SUSPENDED, sa.BigInteger)), else_=a.muted_until)
        query = sa.select(sa.func.max(until)).join(schema.holdings, holds_seat).where(until > now())
        async with self.store.reading() as c:
            latest: int | None = await c.scalar(query)
            return latest

    async def report(self, table: str, reason: str, text: str) -> None:
        """Store a report of a table. Beyond OPEN_EACH and OPEN_ALL nothing more is kept."""
        r = schema.reports
        open_count = sa.select(sa.func.count()).select_from(r).where(r.c.done.is_(sa.false()))
        async with self.store.writing() as c:
            of_table = await c.scalar(open_count.where(r.c.table == table)) or 0
            if of_table >= OPEN_EACH or (await c.scalar(open_count) or 0) >= OPEN_ALL:
                return
            row = {"id": identifier(), "table": table, "at": now(), "what": reason, "text": text, "done": False}
            await c.execute(r.insert(), [row])

    async def reports(self, count: int = 200) -> list[dict[str, Any]]:
        """Reports that the host has not dealt with, the oldest first, with the title of their tables and all `names`
        that were used there: also of somebody who was called otherwise when the table began, or is now."""
        r, t = schema.reports.c, schema.tables.c
        columns = (r.id, r.table, r.at, r.what, r.text, t.title, t.setup)
        query = sa.select(*columns).join(schema.tables, t.id == r.table).where(r.done.is_(sa.false()))
        async with self.store.reading() as c:
            result = await c.execute(query.order_by(r.at).limit(count))
            rows = [dict(row._mapping) for row in result]
            names = await self._names(c, {row["table"]: json.loads(row.pop("setup"))["names"] for row in rows})
        return [row | {"names": names[row["table"]]} for row in rows]

    async def open_reports(self) -> int:
        """How many reports the host has not dealt with."""
        query = sa.select(sa.func.count()).select_from(schema.reports).where(schema.reports.c.done.is_(sa.false()))
        async with self.store.reading() as c:
            return int(await c.scalar(query) or 0)

    async def _names(self, c: AsyncConnection, first_names: dict[str, list[str]]) -> dict[str, list[str]]:
        """All names used at these tables. first_names: those with which they began."""
        names, e = {table: dict.fromkeys(first) for table, first in first_names.items()}, schema.entries.c
        query = sa.select(e.table, e.text).where(e.table.in_(list(first_names)), e.kind.in_(["name", "sit"]))
        for table, text in await c.execute(query.order_by(e.table, e.serial)):
            names[table][text or ""] = None
        return {table: list(table_names) for table, table_names in names.items()}

    async def done(self, report_id: str) -> bool:
        """A report was dealt with; False where there is none that was not."""
        r = schema.reports
        async with self.store.writing() as c:
            waits = r.update().where(r.c.id == report_id, r.c.done.is_(sa.false()))
            return (await c.execute(waits.values(done=True))).rowcount == 1


def _person(row: Any) -> dict[str, Any]:
    is_muted = row.muted_until is not None and row.muted_until > now()
    until = row.muted_until if is_muted and row.muted_until != FOREVER else None
    return {"id": row.id, "role": row.role or "", "suspended": row.suspended, "muted": is_muted, "muted_until": until}


def _by(account: str | None, name: str | None) -> str:
    """Who did something."""
    return "host" if account is None else name or "deleted account"
