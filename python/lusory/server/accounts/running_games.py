"""Running games of an account, for the stream of its events: which begin and which end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from ..store import Store, schema
from .account import Account

MOST = 200
"""At most so many games of one account are streamed as events."""


async def running_games_of(store: Store, account: Account) -> dict[str, tuple[dict[str, Any], dict[str, Any], int]]:
    """By table: its row, its setup, the player that the account is."""
    t, h = schema.tables.c, schema.holdings.c
    query = sa.select(t.id, t.title, t.setup, t.to_move, h.player).join(schema.holdings, h.table == t.id)
    mine = query.where(h.session == account.holder.key, t.finished.is_(sa.false())).order_by(t.created.desc())
    async with store.reading() as c:
        rows = [dict(row._mapping) for row in await c.execute(mine.limit(MOST))]
    return {row["id"]: (row, json.loads(row["setup"]), row["player"]) for row in rows}


async def count_running(store: Store, account: Account) -> int:
    """How many games an account plays that are not over."""
    t, h = schema.tables.c, schema.holdings.c
    query = sa.select(sa.func.count(h.table.distinct())).join(schema.tables, h.table == t.id)
    async with store.reading() as c:
        return await c.scalar(query.where(h.session == account.holder.key, t.finished.is_(sa.false()))) or 0


async def endings(store: Store, tables: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By table how the game ended; those that go on or were deleted are left out."""
    t = schema.tables.c
    query = sa.select(t.id, t.result, t.by).where(t.id.in_(list(tables)), t.finished.is_(sa.true()))
    async with store.reading() as c:
        rows = (await c.execute(query)).all()
    return {row.id: {"status": row.by, "values": json.loads(row.result) if row.result else None} for row in rows}
