"""Forgets what an account was called and said at seats that it was the first to hold and gave up, as far as the log of
a table tells who sat there. Of seats that it took from others nothing tells that they were its own: a guest may have
had its name."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..live_table import LiveTable
from ..store import now, schema
from ..table import Refused
from ..table_service import TableService
from .account import Account

NAME, SAID = "deleted account", "(deleted)"
"""What stands for the name of a deleted account, and for what it said."""


class Stay(NamedTuple):
    """A time for which one holder sat at a seat. name: under which he sat down. first: whether he began the table.
    serials: of the entries with his words."""

    name: str
    first: bool
    serials: list[int]


async def forget_left_seats(service: TableService, account: Account) -> None:
    """Replace the name and the lines of the chat of an account where it was the first to hold a seat and gave it up."""
    s, h = schema.seats.c, schema.holdings.c
    is_held = sa.exists().where(h.session == account.holder.key, h.table == s.table, h.player == s.player)
    query = sa.select(s.table, s.player).where(s.account == account.id, ~is_held)
    async with service.store.reading() as c:
        seats = (await c.execute(query)).all()
    for table, player in seats:
        with contextlib.suppress(Refused):  # deleted meanwhile by the host
            live = await service.live(table)
            async with live.lock:
                await _forget(service, live, player, account)
                service.drop(live)


async def _forget(service: TableService, live: LiveTable, player: int, account: Account) -> None:
    e, table = schema.entries, live.table.id
    async with service.store.writing() as c:
        query = sa.select(e.c.serial, e.c.kind, e.c.text).where(e.c.table == table, e.c.player == player)
        rows = (await c.execute(query.order_by(e.c.serial))).all()
        for stay in own_stays(live.table.setup.names[player], rows, account.name):
            await forget_words(c, sa.and_(e.c.table == table, e.c.serial.in_(stay.serials)))
            if stay.first:
                await rename_setup(c, table, player)
        await note_erasure(c, table, player, live.table.names[player])
        await c.run_sync(service.store.send, "rewritten", table=table)


def own_stays(first_name: str, rows: Sequence[Sequence[Any]], name: str) -> list[Stay]:
    """The stays at a seat under the name of an account; where there was one stay alone, that. rows: serial, kind and
    text of the entries of the seat."""
    stays = [Stay(first_name, True, [])]
    for serial, kind, text in rows:
        if kind == "sit":
            stays.append(Stay(text or "", False, []))
        if kind in ("sit", "name", "chat"):
            stays[-1].serials.append(serial)
    return [stay for stay in stays if stay.name == name] or (stays if len(stays) == 1 else [])


async def forget_words(c: AsyncConnection, mine: sa.ColumnElement[bool]) -> None:
    """Replace the names and the lines of the chat in entries. mine: which of all entries."""
    e = schema.entries
    await c.execute(e.update().where(mine, e.c.kind.in_(["sit", "name"])).values(text=NAME))
    await c.execute(e.update().where(mine, e.c.kind == "chat").values(text=SAID))


async def rename_setup(c: AsyncConnection, table: str, player: int) -> None:
    """Who began a table has no other name there."""
    t = schema.tables
    setup = json.loads(await c.scalar(sa.select(t.c.setup).where(t.c.id == table)) or "{}")
    setup["names"][player] = NAME
    await c.execute(t.update().where(t.c.id == table).values(setup=json.dumps(setup)))


async def note_erasure(c: AsyncConnection, table: str, player: int, name: str) -> None:
    """One more entry: worker processes that have the table in memory ask for it anew. name: of the seat from now on."""
    t = schema.tables
    serial, updated = (await c.execute(sa.select(t.c.serial, t.c.updated).where(t.c.id == table))).one()
    row = {"table": table, "serial": serial + 1, "at": updated or now(), "kind": "name", "player": player, "text": name}
    await c.execute(schema.entries.insert(), [row])
    await c.execute(t.update().where(t.c.id == table).values(serial=serial + 1))
