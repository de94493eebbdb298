"""Mail to accounts when it is their turn: for each game at once, or once a day, or never; none on vacation."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from ...errors import LusoryError
from ..live_table import LiveTable
from ..store import now, schema
from ..store.account_schema import accounts
from ..table import Entry
from ..table_service import TableService
from .account import Account, account_of_row
from .mailing import Mailing
from .people import People

TELLING = {"ply", "undo", "flag", "resign", "agree", "offer"}
HOUR = 7
"""When days begin, in the time zone of each account."""
SWEEP = 600.0


class TurnNotices:
    """Listens to what happens at tables, and looks every ten minutes whose day has begun."""

    def __init__(self, service: TableService, people: People, mailing: Mailing) -> None:
        self.service, self.people, self.mailing = service, people, mailing
        self._lock = asyncio.Lock()
        if service.settings.mail.host:
            service.listeners.append(self.on_change)
            service.task(self._days())

    def on_change(self, live: LiveTable, entries: list[Entry]) -> None:
        """Something has happened at a table."""
        if TELLING & {entry.kind for entry in entries}:
            self.service.task(self._tell(live))

    async def _tell(self, live: LiveTable) -> None:
        table, held = live.table, await self.people.games.at_table(live.table.id)
        waiting = table.people() if table.ending else [table.to_move]
        for player in waiting:
            account = held.get(-1 if player is None else player)
            if player is None or account is None or player in live.here() or not wants(account, "each"):
                continue
            async with self._lock:
                seat = await self.service.seats.get(table.id, player)
                if seat.get("noticed") or seat.get("mail") or seat.get("webhook"):  # then the seat's own notice goes
                    continue
                await self.service.seats.set(table.id, player, noticed=True)
            said = f"The game is over: {table.ending.text}" if table.ending else "It is your turn."
            title = f"{table.setup.title}: {'the game is over' if table.ending else 'your turn'}"
            await self.mailing.turns(account, title, [(said, table.id)])

    async def _days(self) -> None:
        while True:
            with contextlib.suppress(LusoryError):  # the disk may be full; tried again later
                await self.send_daily()
            await asyncio.sleep(SWEEP)

    async def send_daily(self, moment: int | None = None) -> None:
        """Mail each account whose day has begun the games in which it is its turn. moment: instead of now."""
        moment = now() if moment is None else moment
        wanted = sa.select(accounts).where(accounts.c.notices == "daily", accounts.c.mail.is_not(None))
        async with self.service.store.reading() as c:
            rows = (await c.execute(wanted)).all()
        for row in rows:
            if begun(row.zone, moment) > (row.digest or 0):
                await self.people.accounts.change(row.id, digest=moment)
                await self._digest(account_of_row(row))

    async def _digest(self, account: Account) -> None:
        h, t = schema.holdings.c, schema.tables.c
        mine = sa.and_(h.session == account.holder.key, t.finished.is_(sa.false()), t.to_move == h.player)
        wanted = (
            sa.select(t.title, t.id).join(schema.tables, t.id == h.table).where(mine).order_by(t.updated).limit(100)
        )
        async with self.service.store.reading() as c:
            games = [(f"{row.title}: it is your turn.", row.id) for row in await c.execute(wanted)]
        if games and wants(account, "daily"):
            await self.mailing.turns(account, f"your turn in {len(games)} game{'s' if len(games) > 1 else ''}", games)


def wants(account: Account, notices: str) -> bool:
    """Does an account get such notices now?"""
    away = account.vacation is not None and account.vacation > now()
    return account.notices == notices and bool(account.mail) and not away and not account.suspended


def begun(zone: str, moment: int) -> int:
    """When the day has begun in a time zone, or yesterday's where it has not yet; in milliseconds since 1970."""
    local = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone))
    start = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return int(start.timestamp() * 1000) - (0 if local >= start else 86_400_000)
