"""Conditional moves in the database: a column of their seat."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from . import schema
from .store import SeatChange, Store

Following = Callable[[str], str | None]
"""The stored plan after a change; None where nothing remains of it."""


class StoredPlans:
    """Of all tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def at_table(self, table: str) -> list[tuple[int, str]]:
        """The players of a table who have plans, each with the plan as it is stored."""
        s = schema.seats.c
        query = sa.select(s.player, s.plan).where(s.table == table, s.plan.is_not(None)).order_by(s.player)
        async with self.store.reading() as c:
            return [(int(player), str(plan)) for player, plan in await c.execute(query)]


def followed(table: str, following: Following) -> SeatChange:
    """The plans of a table go on with a change of it."""
    s = schema.seats

    def change(c: sa.Connection) -> bool:
        query = sa.select(s.c.player, s.c.plan).where(s.c.table == table, s.c.plan.is_not(None))
        for player, plan in c.execute(query).all():
            mine = s.update().where(s.c.table == table, s.c.player == player)
            c.execute(mine.values(plan=following(plan)))
        return True

    return change
