"""Daily mails to accounts that chose them: the games in which it is their turn; none on vacation. Accounts that chose a
mail for each game get it from the mail service (mail/notices.py)."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from ...errors import LusoryError
from ...texts import gettext, ngettext, speaking
from ..store import SeatChange, now, schema
from ..store.account_schema import accounts
from ..table_service import TableService
from .account import Account, account_of_row
from .account_mail import Mailing
from .accounts import begin_digest

HOUR = 7
"""The hour when a day begins, in the time zone of each account."""
SWEEP = 600.0
"""Seconds between two checks."""


class TurnNotices:
    """Checks every ten minutes for accounts whose day has begun."""

    def __init__(self, service: TableService, mailing: Mailing) -> None:
        self.service, self.mailing = service, mailing

    def open(self) -> None:
        """Begin to check; a server without a mail host does not."""
        if self.service.settings.mail.host:
            self.service.task(self._days())

    async def _days(self) -> None:
        while True:
            with contextlib.suppress(LusoryError):  # the disk may be full; tried again later
                await self.send_daily()
            await asyncio.sleep(SWEEP)

    async def send_daily(self, moment: int | None = None) -> None:
        """Mail each account whose day has begun the games in which it is its turn. moment: instead of now."""
        moment = now() if moment is None else moment
        query = sa.select(accounts).where(accounts.c.notices == "daily", accounts.c.mail.is_not(None))
        async with self.service.store.reading() as c:
            rows = (await c.execute(query)).all()
        for row in rows:
            day = begun(row.zone, moment)
            if day > (row.digest or 0):
                await self._digest(account_of_row(row), begin_digest(row.id, day, moment))

    async def _digest(self, account: Account, note_digest: SeatChange) -> None:
        """Queue the mail of a day, and note in the same transaction that it was sent: a killed process loses neither,
        and no other server sends it again. note_digest: notes it."""
        h, t = schema.holdings.c, schema.tables.c
        mine = sa.and_(h.session == account.holder.key, t.finished.is_(sa.false()), t.to_move == h.player)
        query = sa.select(t.title, t.id).join(schema.tables, t.id == h.table).where(mine).order_by(t.updated).limit(100)
        async with self.service.store.reading() as c:
            rows = (await c.execute(query)).all()
        with speaking(account.language):
            turn = gettext("%(title)s: it is your turn.")
            games = [(turn % {"title": row.title}, row.id) for row in rows]
            title = ngettext("your turn in %(n)s game", "your turn in %(n)s games", len(games)) % {"n": len(games)}
        if games and wants(account, "daily"):
            await self.mailing.turns(account, title, games, note_digest)
        else:
            async with self.service.store.writing() as c:
                await c.run_sync(note_digest)


def wants(account: Account, notices: str) -> bool:
    """Whether an account gets notices of this kind now."""
    away = account.away_until is not None
    return account.notices == notices and bool(account.mail) and not away and not account.suspended


def begun(zone: str, moment: int) -> int:
    """When the latest day began in a time zone: today at HOUR, or yesterday before that; in milliseconds since 1970."""
    local = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone))
    start = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return int(start.timestamp() * 1000) - (0 if local >= start else 86_400_000)
