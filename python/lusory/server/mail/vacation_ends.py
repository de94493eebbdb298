"""Notices to whoever is back from a vacation: of the turns that came meanwhile, when nobody was told of any."""

from __future__ import annotations

import asyncio
import contextlib

import sqlalchemy as sa

from ...errors import LusoryError
from ..store import account_holder, now, schema
from ..store.account_schema import accounts
from ..table_service import TableService
from .mail_service import MailRoom
from .notices import queue_notices

SWEEP = 300.0
"""Seconds between two looks for vacations that are over."""
RECENT = 3 * 86_400_000
"""Milliseconds after which nobody is told any more: older servers left vacations of years ago in the database."""


class VacationEnds:
    """Looks for vacations that are over."""

    def __init__(self, service: TableService, mails: MailRoom) -> None:
        self.service, self.mails = service, mails

    def open(self) -> None:
        """Begin to look; a server that notifies nobody does not."""
        if self.mails.ways:
            self.service.task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            with contextlib.suppress(LusoryError):  # the disk may be full; tried again later
                await self.tell_returned()
            await asyncio.sleep(SWEEP)

    async def tell_returned(self, moment: int | None = None) -> None:
        """Tell each account whose vacation is over where it is its turn. moment: instead of now."""
        a, moment = accounts.c, now() if moment is None else moment
        query = sa.select(a.id, a.vacation).where(a.vacation <= moment, a.vacation > moment - RECENT)
        async with self.service.store.reading() as c:
            rows = (await c.execute(query)).all()
        for account, until in rows:
            await self._tell(account, until)
        if rows:
            self.mails.delivery.wake()

    async def _tell(self, account: str, until: int) -> None:
        """The vacation is forgotten in the transaction that queues the notices: of several servers one queues them."""
        h, t, a = schema.holdings.c, schema.tables.c, accounts.c
        mine = sa.and_(h.session == account_holder(account).key, t.finished.is_(sa.false()), t.to_move == h.player)
        turns = sa.select(h.table, h.player).join(schema.tables, t.id == h.table).where(mine).order_by(t.updated)
        over = accounts.update().where(a.id == account, a.vacation == until).values(vacation=None)
        async with self.service.store.writing() as c:
            if (await c.execute(over)).rowcount != 1:
                return
            for table, player in (await c.execute(turns)).all():
                await c.run_sync(queue_notices(table, [player], False, self.mails.ways, lambda: None))
