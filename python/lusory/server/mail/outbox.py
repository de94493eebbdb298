"""The outbox: mails in the database until they are sent. Several servers may share it; each mail is sent by one."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..store import Store, now, schema
from ..store.account_schema import accounts
from ..store.engine import insert_into
from ..store.mail_schema import boards, mail_addresses, outbox, unsubscribed
from ..store.seats import ACCOUNT
from ..store.signals import LIVING

log = logging.getLogger("lusory.server")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LEASE = 10 * MINUTE
"""Nobody else tries what a process that lives has begun to send, for so long: longer than sending takes on a busy
machine. What a process was sending that is gone is taken over at once."""
GIVEN_UP = 5 * DAY
"""What could not be sent in so long is given up."""
LISTED_FOR = 30 * DAY
"""For so long the host sees what was given up."""
LONGEST_PAUSE = 6 * HOUR
FARTHEST = 2 * LONGEST_PAUSE
"""Nothing waits for so long: the clock was set back since, and it is due."""
LEFT_BEHIND: sa.ColumnElement[bool] = sa.text(f"owner NOT IN ({LIVING})")  # type: ignore[assignment]
"""What a process was sending that is gone, on PostgreSQL."""
ALONE = 2
"""A mail that so many processes were sending when they ended is tried alone, and after one more it waits."""
MOST_CRASHES = 8
"""After so many processes that ended while they sent a mail it is given up: the mail itself may be why."""
RESTING = 7 * DAY
"""For so long nothing is sent to an address from which mails come back."""
BY_WEB = ("webhook", "push")
"""Kinds that are no mails."""
TOLERATED = 2
"""An address rests after so many of them."""


class Outgoing(NamedTuple):
    """A row of the outbox; see its schema."""

    id: str
    kind: str
    recipient: str
    table: str | None
    player: int | None
    content: bytes | None
    created: int
    tries: int


def pause(tries: int) -> int:
    """Milliseconds until the next try: a minute, then twice as long each time."""
    return int(min(LONGEST_PAUSE, MINUTE * 2 ** max(0, min(tries - 1, 20))))


class Outbox:
    """All that is to be sent."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def take(self, count: int, moment: int | None = None, by_web: bool | None = None) -> list[Outgoing]:
        """Those that are due, the oldest first. by_web: those that are called by the web alone, or the mails alone.
        Nobody else gets them before the lease is over, or this process is gone. One with which several processes ended
        comes alone, so that it is known which mail that was."""
        o, moment = outbox.c, now() if moment is None else moment
        is_due = sa.or_(o.due <= moment, o.due > moment + FARTHEST)
        query = (
            sa.select(o.id, o.crashes)
            .where(o.failed.is_(sa.false()), is_due, _sort(by_web))
            .order_by(o.due)
            .limit(count)
        )
        async with self.store.writing() as c:
            if self.store.shared:
                await self._take_over(c, LEFT_BEHIND, moment)
            rows = (await c.execute(query.with_for_update(skip_locked=True))).all()
            sound = [row.id for row in itertools.takewhile(lambda row: row.crashes < ALONE, rows)]
            ids = sound or [row.id for row in rows[:1]]
            if not ids:
                return []
            values = {"due": moment + LEASE, "tries": o.tries + 1, "owner": self.store.signals.number}
            await c.execute(outbox.update().where(o.id.in_(ids)).values(**values))
            columns = (o.id, o.kind, o.recipient, o.table, o.player, o.content, o.created, o.tries)
            result = await c.execute(sa.select(*columns).where(o.id.in_(ids)).order_by(o.created))
            return [Outgoing(*row) for row in result]

    async def take_over(self) -> None:
        """Take what other processes had begun to send. On SQLite, when this one starts: the others are gone."""
        o = outbox.c
        async with self.store.writing() as c:
            others = sa.and_(o.owner.is_not(None), o.owner != self.store.signals.number)
            await self._take_over(c, others, now())

    async def _take_over(self, c: AsyncConnection, orphaned: sa.ColumnElement[bool], moment: int) -> None:
        """What processes had begun to send that ended without a word is due as when it was new, or others would be sent
        before it again and again. What was tried alone waits, longer each time, and then it is given up: it may be what
        ended them."""
        o = outbox.c
        query = sa.select(o.id, o.created, o.crashes).where(o.failed.is_(sa.false()), orphaned)
        for row in (await c.execute(query.with_for_update(skip_locked=True))).all():
            crashes = row.crashes + 1
            values: dict[str, Any] = {"owner": None, "crashes": crashes, "due": row.created}
            if crashes > ALONE:
                values["due"] = moment + pause(crashes - ALONE)
            if crashes >= MOST_CRASHES:
                log.warning("mail %s was given up: the server ended %s times while it was sent", row.id, crashes)
                values |= {"failed": True, "fault": f"the server ended {crashes} times while this was sent"}
            await c.execute(outbox.update().where(o.id == row.id).values(**values))

    async def release(self) -> None:
        """This process ends and sends no more: what it had begun to send is due for others."""
        o = outbox.c
        mine = sa.and_(o.failed.is_(sa.false()), o.owner == self.store.signals.number)
        async with self.store.writing() as c:
            await c.execute(outbox.update().where(mine).values(due=o.created, owner=None))

    async def give_back(self, notices: Sequence[Outgoing]) -> None:
        """These were not tried after all: they are due."""
        o, ids = outbox.c, [notice.id for notice in notices]
        async with self.store.writing() as c:
            await c.execute(outbox.update().where(o.id.in_(ids)).values(due=o.created, tries=o.tries - 1, owner=None))

    async def next_due(self) -> int | None:
        """When the next one is due; None where nothing waits."""
        o = outbox.c
        async with self.store.reading() as c:
            next_moment: int | None = await c.scalar(sa.select(sa.func.min(o.due)).where(o.failed.is_(sa.false())))
            return next_moment

    async def sent(self, mail_id: str) -> None:
        """It was sent, or is no more to be."""
        async with self.store.writing() as c:
            await c.execute(outbox.delete().where(outbox.c.id == mail_id))

    async def not_sent(self, outgoing: Outgoing, fault: str, for_good: bool, moment: int | None = None) -> bool:
        """Put off a mail that could not be sent, or give it up; True if given up."""
        moment = now() if moment is None else moment
        over = for_good or moment - outgoing.created >= GIVEN_UP
        values = {"fault": fault[:500], "due": moment + pause(outgoing.tries), "failed": over, "owner": None}
        async with self.store.writing() as c:
            await c.execute(outbox.update().where(outbox.c.id == outgoing.id).values(**values))
        return over

    async def given_up(self) -> list[dict[str, object]]:
        """What was given up, the latest first: id, kind, recipient, table, created, fault."""
        o = outbox.c
        query = sa.select(o.id, o.kind, o.recipient, o.table, o.created, o.fault).where(o.failed.is_(sa.true()))
        async with self.store.reading() as c:
            return [dict(row._mapping) for row in await c.execute(query.order_by(o.created.desc()).limit(200))]

    async def undelivered(self, address: str) -> dict[str, object] | None:
        """Of the mails to an address that were given up, and of which nobody there knows: how many, when the last of
        them was written, and to which address it went; None where there are none."""
        query = sa.select(sa.func.count(), sa.func.max(outbox.c.created)).where(_given_up_to(address))
        async with self.store.reading() as c:
            count, last = (await c.execute(query)).one()
        return {"count": count, "last": last, "mail": address} if count else None

    async def mark_seen(self, address: str) -> None:
        """Whoever has an address knows that mails did not arrive there."""
        async with self.store.writing() as c:
            await c.execute(outbox.update().where(_given_up_to(address)).values(seen=True))

    async def tidy(self, moment: int | None = None) -> None:
        """Forget what was given up long ago."""
        old = (now() if moment is None else moment) - LISTED_FOR
        async with self.store.writing() as c:
            await c.execute(outbox.delete().where(outbox.c.failed.is_(sa.true()), outbox.c.created < old))

    async def bounced(self, address: str) -> bool:
        """Note that a mail came back for good from an address; True if the address rests from now on."""
        m, key = mail_addresses.c, address.lower()
        async with self.store.writing() as c:
            insert = insert_into(c, mail_addresses).values(address=key, bounces=1, rests=0)
            increment = {"bounces": m.bounces + 1}
            await c.execute(insert.on_conflict_do_update(index_elements=["address"], set_=increment))
            count: int = await c.scalar(sa.select(m.bounces).where(m.address == key)) or 0
            if count >= TOLERATED:
                bounce = mail_addresses.update().where(m.address == key)
                await c.execute(bounce.values(rests=now() + RESTING, bounces=0))
            return count >= TOLERATED

    async def unsubscribe(self, table: str, player: int, address: str) -> None:
        """No more notices of a seat to its address, nor to the account of this address that holds it."""
        s, a, h = schema.seats, accounts, schema.holdings.c
        seat = sa.and_(s.c.table == table, s.c.player == player, sa.func.lower(s.c.mail) == address.lower())
        holds_seat = sa.exists().where(h.table == table, h.player == player, h.session == ACCOUNT + a.c.id)
        async with self.store.writing() as c:
            await c.execute(s.update().where(seat).values(mail=None))
            await c.execute(a.update().where(a.c.mail_key == address.lower(), holds_seat).values(notices="none"))

    async def unsubscribe_account(self, account: str, address: str) -> None:
        """No more notices to an account, while it has this address."""
        a = accounts.c
        async with self.store.writing() as c:
            mine = sa.and_(a.id == account, a.mail_key == address.lower())
            await c.execute(accounts.update().where(mine).values(notices="none"))

    async def refuse_notices(self, key: str) -> None:
        """No more notices to the address of this key that somebody left at a seat."""
        async with self.store.writing() as c:
            insert = insert_into(c, unsubscribed).values(key=key, at=now())
            await c.execute(insert.on_conflict_do_nothing(index_elements=["key"]))

    async def is_good_again(self, address: str) -> None:
        """Whoever reads an address has answered a mail, or left it at a seat anew: it no longer rests."""
        async with self.store.writing() as c:
            await c.execute(mail_addresses.delete().where(mail_addresses.c.address == address.lower()))

    async def board(self, table: str) -> int:
        """The number of a table, given out when it is first asked for."""
        b = boards.c
        async with self.store.reading() as c:
            number: int | None = await c.scalar(sa.select(b.number).where(b.table == table))
        if number is not None:
            return number
        async with self.store.writing() as c:
            await c.execute(insert_into(c, boards).values(table=table).on_conflict_do_nothing(index_elements=["table"]))
            return int(await c.scalar(sa.select(b.number).where(b.table == table)) or 0)


def _sort(by_web: bool | None) -> sa.ColumnElement[bool]:
    """What goes by the web, or by mail, or all."""
    return sa.true() if by_web is None else outbox.c.kind.in_(BY_WEB) == by_web


def _given_up_to(address: str) -> sa.ColumnElement[bool]:
    """Mails to an address that were given up, and not seen."""
    o = outbox.c
    mine = sa.func.lower(o.recipient) == address.lower()
    return sa.and_(o.failed.is_(sa.true()), o.seen.is_(sa.false()), o.kind != "webhook", mine)
