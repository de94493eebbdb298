"""Forgets what an account was called and said at tables: what the log says is its own, and at seats that it was the
first to hold and gave up what it wrote before the log said that. Of older words at seats that it took from others
nothing tells that they were its own: a guest may have had its name."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..live_table import LiveTable
from ..store import now, schema
from ..store.store import WRITTEN
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
    """Replace the names and the lines of the chat of an account at seats that it holds no more, and where it held
    none."""
    s, h, e = schema.seats.c, schema.holdings.c, schema.entries.c
    is_held = sa.exists().where(h.session == account.holder.key, h.table == s.table, h.player == s.player)
    left_first = sa.select(s.table, s.player).where(s.account == account.id, ~is_held)
    async with service.store.reading() as c:
        seats = (await c.execute(left_first)).all()
        tables = set(await c.scalars(sa.select(e.table).where(e.account == account.id)))
    for table in sorted(tables | {seat.table for seat in seats}):
        with still_there():
            live = await service.live(table)
            async with live.lock:
                await _forget(service, live, [seat.player for seat in seats if seat.table == table], account)
                service.drop(live)


@contextlib.contextmanager
def still_there() -> Iterator[None]:
    """Leaves out a table that the host deleted meanwhile, or whose rules cannot be read any more. One that only rests
    is to be asked again: the refusal is raised."""
    try:
        yield
    except Refused as fault:
        if fault.code == 503:
            raise


async def _forget(service: TableService, live: LiveTable, first_at: Sequence[int], account: Account) -> None:
    """first_at: the seats of a table that the account held first, and gave up."""
    e, table = schema.entries.c, live.table.id
    async with service.store.writing() as c:
        for player in first_at:
            await _forget_first_stay(c, live, player, account)
        mine = sa.and_(e.table == table, e.account == account.id)
        seats = sorted(set(await c.scalars(sa.select(e.player).where(mine, e.player.is_not(None)))))
        names = {player: await name_without(c, live, player, account) for player in seats or [0]}
        await forget_words(c, mine)
        for player, (name, author) in names.items():
            await note_erasure(c, table, player, name, author)
        await c.run_sync(service.store.send, "rewritten", table=table)


async def _forget_first_stay(c: AsyncConnection, live: LiveTable, player: int, account: Account) -> None:
    e, table = schema.entries, live.table.id
    here = sa.and_(e.c.table == table, e.c.player == player)
    rows = (await c.execute(sa.select(e.c.serial, e.c.kind, e.c.text).where(here).order_by(e.c.serial))).all()
    sat_down = sa.select(sa.func.count()).where(here, e.c.kind == "sit", of_nobody_else(account))
    has_begun = not await c.scalar(sat_down)
    for stay in own_stays(live.table.setup.names[player], rows, account.name, has_begun):
        written = sa.and_(e.c.table == table, e.c.serial.in_(stay.serials), of_nobody_else(account))
        await forget_words(c, written)
        if stay.first:
            await rename_setup(c, table, player)


async def name_without(c: AsyncConnection, live: LiveTable, player: int, account: Account) -> tuple[str, str | None]:
    """The name of a seat when the words of an account are forgotten, and the account whose word that is."""
    e = schema.entries.c
    named = sa.and_(e.table == live.table.id, e.player == player, e.kind.in_(["sit", "name", "leave"]))
    author = await c.scalar(sa.select(e.account).where(named).order_by(e.serial.desc()).limit(1))
    return (NAME, None) if author == account.id else (live.table.names[player], author)


def of_nobody_else(account: Account) -> sa.ColumnElement[bool]:
    """Of all entries those that the log does not call another account's."""
    e = schema.entries.c
    return sa.or_(e.account.is_(None), e.account == account.id)


def own_stays(first_name: str, rows: Sequence[Sequence[Any]], name: str, has_begun: bool = False) -> list[Stay]:
    """The stays at a seat under the name of an account; where there was one stay alone, that; where it is known to have
    begun the table, the first under any name. rows: serial, kind and text of the entries of the seat."""
    stays = [Stay(first_name, True, [])]
    for serial, kind, text in rows:
        if kind == "sit":
            stays.append(Stay(text or "", False, []))
        if kind in WRITTEN:
            stays[-1].serials.append(serial)
    own = [stay for stay in stays if stay.name == name or (has_begun and stay.first)]
    return own or (stays if len(stays) == 1 else [])


async def forget_words(c: AsyncConnection, mine: sa.ColumnElement[bool]) -> None:
    """Replace the names and the lines of the chat in entries. mine: which of all entries."""
    e = schema.entries
    for kinds, text in ((["sit", "name"], NAME), (["chat"], SAID)):
        await c.execute(e.update().where(mine, e.c.kind.in_(kinds)).values(text=text, account=None))


async def rename_setup(c: AsyncConnection, table: str, player: int) -> None:
    """Who began a table has no other name there."""
    t = schema.tables
    setup = json.loads(await c.scalar(sa.select(t.c.setup).where(t.c.id == table)) or "{}")
    setup["names"][player] = NAME
    await c.execute(t.update().where(t.c.id == table).values(setup=json.dumps(setup)))


async def note_erasure(c: AsyncConnection, table: str, player: int, name: str, author: str | None = None) -> None:
    """One more entry: worker processes that have the table in memory ask for it anew. name: of the seat from now on,
    the word of this account."""
    t = schema.tables
    serial, updated = (await c.execute(sa.select(t.c.serial, t.c.updated).where(t.c.id == table))).one()
    row = {"table": table, "serial": serial + 1, "at": updated or now(), "kind": "name", "player": player}
    row |= {"text": name, "account": author}
    await c.execute(schema.entries.insert(), [row])
    await c.execute(t.update().where(t.c.id == table).values(serial=serial + 1))
