"""Notices to whoever is back from a vacation: of the turns that came meanwhile, when nobody was told of any."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from ...errors import LusoryError
from ...texts import SOURCE, gettext, ngettext, speaking
from ..store import account_holder, now, schema
from ..store.account_schema import accounts
from ..store.mail_schema import outbox
from ..table_service import TableService
from .mail_service import MailRoom
from .notices import Notice, Ways, queue_notices
from .recipient_limit import RecipientLimit

SWEEP = 300.0
"""Seconds between two looks for vacations that are over."""
RECENT = 3 * 86_400_000
"""Milliseconds after which nobody is told any more: older servers left vacations of years ago in the database."""
LISTED = 100
"""At most so many games are named in one mail."""


class Returned(NamedTuple):
    """An account whose vacation is over. until: when it was; language: of mails."""

    account: str
    until: int
    mail: str | None
    language: str | None


class WaitingTurn(NamedTuple):
    """A table where it is the turn of whoever is back."""

    table: str
    player: int
    title: str


class VacationEnds:
    """Looks for vacations that are over."""

    def __init__(self, service: TableService, mails: MailRoom) -> None:
        self.service, self.mails = service, mails
        self._lists = RecipientLimit(1)

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
        query = sa.select(a.id, a.vacation, a.mail, a.language)
        is_over = sa.and_(a.vacation <= moment, a.vacation > moment - RECENT)
        async with self.service.store.reading() as c:
            rows = (await c.execute(query.where(is_over))).all()
        for row in rows:
            await self._tell(Returned(*row))
        if rows:
            self.mails.delivery.wake()

    async def _tell(self, returned: Returned) -> None:
        """The vacation is forgotten in the transaction that queues the notices: of several servers one queues them."""
        h, t, a = schema.holdings.c, schema.tables.c, accounts.c
        holder = account_holder(returned.account).key
        mine = sa.and_(h.session == holder, t.finished.is_(sa.false()), t.to_move == h.player)
        turns = sa.select(h.table, h.player, t.title).join(schema.tables, t.id == h.table).where(mine)
        over = accounts.update().where(a.id == returned.account, a.vacation == returned.until).values(vacation=None)
        async with self.service.store.writing() as c:
            if (await c.execute(over)).rowcount != 1:
                return
            rows = (await c.execute(turns.order_by(t.updated))).all()
            left_out = await c.run_sync(self._queue, [WaitingTurn(*row) for row in rows])
            with speaking(returned.language or SOURCE):
                lists = [self._list(returned, to, games) for to, games in left_out.items() if self._lists.count(to)]
            if lists:
                await c.execute(outbox.insert(), lists)

    def _queue(self, c: sa.Connection, turns: Sequence[WaitingTurn]) -> dict[str, list[WaitingTurn]]:
        """Queue a notice of each turn. Returns, by address, those left out: too many mails went there in an hour."""
        left_out: dict[str, list[WaitingTurn]] = {}
        for turn in turns:
            full: list[str] = []
            ways = noting_full(self.mails.ways, full)
            queue_notices(turn.table, [Notice(turn.player)], ways)(c)
            for to in full:
                left_out.setdefault(to, []).append(turn)
        return left_out

    def _list(self, returned: Returned, to: str, turns: Sequence[WaitingTurn]) -> dict[str, object]:
        """The row of a mail that names the games that got no mail of their own."""
        rendering, n = self.mails.rendering, len(turns)
        subject = ngettext("your turn in %(n)s more game", "your turn in %(n)s more games", n) % {"n": n}
        sentence = gettext("%(title)s: it is your turn.")
        lines = [f"{sentence % {'title': turn.title}}\n{rendering.link(f'/t/{turn.table}')}\n" for turn in turns]
        everywhere = gettext("All games in which it is your turn: %(link)s") % {"link": rendering.link("/my")}
        text = "\n".join([*lines[:LISTED], everywhere, ""])
        if to != returned.mail:  # it was left at seats
            return self.mails.text_row(to, f"lusory: {subject}", text, rendering.unsubscribe_address(to))
        less = gettext("Get less mail, or none: %(link)s") % {"link": rendering.link("/account")}
        ways_out = rendering.unsubscribe_account(returned.account, to)
        return self.mails.text_row(to, f"lusory: {subject}", f"{text}\n{less}\n", ways_out)


def noting_full(ways: Ways, full: list[str]) -> Ways:
    """The same ways of telling. full: gets the addresses to which too many mails went."""

    def count(to: str) -> bool:
        is_room = ways.count(to)
        if not is_room:
            full.append(to)
        return is_room

    return ways._replace(count=count, puts_off=False)  # a list names them
