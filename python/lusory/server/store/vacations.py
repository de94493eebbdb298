"""Vacations of accounts in the database: for how long the clocks of their correspondence games wait. So many days a
year."""

from __future__ import annotations

import sqlalchemy as sa

from . import schema
from .account_schema import vacations
from .seats import ACCOUNT, identifier
from .store import Store, now

DAY = 86_400_000
YEAR = 365 * DAY


class Vacations:
    """Of all accounts. days: for which the clocks of one account wait in a year."""

    def __init__(self, store: Store, days: int) -> None:
        self.store, self.days = store, days

    async def begin(self, account: str, until: int, moment: int | None = None) -> int | None:
        """An account is away until then, or, with a moment that has passed, back. Returns until when its clocks wait,
        which is earlier where its days of this year do not last; None where they do not wait."""
        moment = now() if moment is None else moment
        v = vacations.c
        async with self.store.writing() as c:
            # A vacation that goes on ends here; the new one takes its place, so days count once.
            await c.execute(vacations.update().where(v.account == account, v.until > moment).values(until=moment))
            over = sa.or_(v.until <= v.start, v.until <= moment - YEAR)
            await c.execute(vacations.delete().where(v.account == account, over))
            spent = sa.select(v.start, v.until).where(v.account == account, v.until > moment - YEAR)
            days_used = sum(int(row.until) - max(int(row.start), moment - YEAR) for row in await c.execute(spent))
            held_until = min(until, moment + self.days * DAY - days_used)
            if held_until <= moment:
                return None
            row = {"id": identifier(), "account": account, "start": moment, "until": held_until}
            await c.execute(vacations.insert(), [row])
        return held_until

    async def at_table(self, table: str, moment: int) -> list[tuple[int, int]]:
        """The players of a table whose clocks wait now, each with the moment until which. Of a seat that several hold
        the account counts that held it first: else each account that comes to it would bring days of its own."""
        h, s, v = schema.holdings.c, schema.seats.c, vacations.c
        first = sa.and_(s.table == h.table, s.player == h.player, s.account == v.account)
        is_away = sa.and_(v.start <= moment, v.until > moment)
        query = sa.select(h.player, sa.func.max(v.until)).where(
            h.table == table, h.session == sa.literal(ACCOUNT) + v.account, first, is_away
        )
        async with self.store.reading() as c:
            return [(int(player), int(until)) for player, until in await c.execute(query.group_by(h.player))]

    async def turns(self, account: str) -> list[str]:
        """The tables with a clock at which it is an account's turn, and its vacation counts."""
        h, s, t = schema.holdings.c, schema.seats.c, schema.tables.c
        mine = sa.and_(h.session == ACCOUNT + account, t.finished.is_(sa.false()), t.to_move == h.player)
        first = sa.and_(s.table == h.table, s.player == h.player, s.account == account)
        query = sa.select(t.id).join(schema.holdings, h.table == t.id).join(schema.seats, first)
        query = query.where(mine, t.deadline.is_not(None))
        async with self.store.reading() as c:
            return [str(row[0]) for row in await c.execute(query.order_by(t.id))]
