"""Queries on the games of an account, with how they ended, and on the accounts at a table."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from ..store import Store, schema
from ..store.account_schema import accounts
from ..store.seats import ACCOUNT
from ..table.table import ABORTED, CLOSED
from .account import Account, account_of_row


def outcome(values: list[float], player: int) -> str:
    """How a game ended for a player: won, lost or drawn."""
    if values[player] < max(values):
        return "lost"
    return "won" if values.count(values[player]) == 1 else "drawn"


class GamesOf:
    """Of all people."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def seats(self, account: Account, with_hidden: bool, count: int = 50) -> list[tuple[str, int]]:
        """Tables and players of an account, the last changed first. with_hidden: those, too, that lists do not show."""
        h, t = schema.holdings.c, schema.tables.c
        query = sa.select(h.table, h.player).join(schema.tables, t.id == h.table)
        query = query.where(h.session == account.holder.key)
        if not with_hidden:
            query = query.where(t.listed.is_(sa.true()))
        async with self.store.reading() as c:
            result = await c.execute(query.order_by(t.updated.desc()).limit(count))
            return [(row.table, row.player) for row in result]

    async def results(self, account: Account, with_hidden: bool) -> list[dict[str, Any]]:
        """For each game how many an account has won, lost and drawn. Broken-off games do not count."""
        h, t = schema.holdings.c, schema.tables.c
        query = sa.select(t.title, h.player, t.result, sa.func.count().label("games"))
        query = query.join(schema.tables, t.id == h.table).group_by(t.title, h.player, t.result)
        over = (t.result.is_not(None), t.by.not_in([ABORTED, CLOSED]), h.session == account.holder.key)
        if not with_hidden:
            query = query.where(t.listed.is_(sa.true()))
        counts_by_title: dict[str, dict[str, int]] = defaultdict(lambda: {"won": 0, "lost": 0, "drawn": 0})
        async with self.store.reading() as c:
            for title, player, result, games in await c.execute(query.where(*over)):
                counts_by_title[title][outcome(json.loads(result), player)] += games
        return [{"title": title} | counts for title, counts in sorted(counts_by_title.items())]

    async def at_table(self, table: str) -> dict[int, Account]:
        """The accounts that hold seats at a table, by player."""
        h = schema.holdings.c
        joined = accounts.c.id == sa.func.substr(h.session, len(ACCOUNT) + 1)
        query = sa.select(accounts, h.player).join(accounts, joined)
        async with self.store.reading() as c:
            result = await c.execute(query.where(h.table == table, h.session.like(f"{ACCOUNT}%")))
            return {row.player: account_of_row(row) for row in result}
