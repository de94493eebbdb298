"""Subscriptions of browsers to Web Push, and the server's key, in the database."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

from ...texts import SOURCE
from ..accounts.sessions import IDLE, LONGEST
from ..store import Store, now, schema
from ..store.account_schema import account_sessions, accounts, is_here
from ..store.engine import insert_into
from ..store.push_schema import PUSH_KEY, push_subscriptions
from ..store.seats import ACCOUNT
from . import encryption

MOST = 10
"""Browsers of one account; beyond them the oldest are dropped."""


class Subscription(NamedTuple):
    """What is needed to send to a browser. language: of its account."""

    id: str
    account: str
    endpoint: str
    key: str
    auth: str
    language: str


class PushSubscriptions:
    """All subscriptions."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._key = ""

    async def private_key(self) -> str:
        """The server's key, made when it is first asked for."""
        if not self._key:
            f = schema.facts
            async with self.store.writing() as c:
                new = insert_into(c, f).values(name=PUSH_KEY, value=encryption.new_key())
                await c.execute(new.on_conflict_do_nothing(index_elements=["name"]))
                self._key = str(await c.scalar(sa.select(f.c.value).where(f.c.name == PUSH_KEY)))
        return self._key

    async def put(self, account: str, session: str, device: str, endpoint: str, key: str, auth: str) -> str:
        """Subscribe a browser; its id. Whoever used this browser before gets no more there."""
        p, subscription_id = push_subscriptions, secrets.token_hex(10)
        row = {
            "id": subscription_id,
            "account": account,
            "session": session,
            "endpoint": endpoint,
            "key": key,
            "auth": auth,
        }
        newest = sa.select(p.c.id).where(p.c.account == account).order_by(p.c.created.desc(), p.c.id).limit(MOST)
        async with self.store.writing() as c:
            await c.execute(p.delete().where(p.c.endpoint == endpoint))
            await c.execute(p.insert(), [row | {"device": device[:80], "created": now()}])
            await c.execute(p.delete().where(p.c.account == account, p.c.id.not_in(newest)))
        return subscription_id

    async def drop(self, subscription_id: str, account: str | None = None) -> bool:
        """Send there no more; False where there is no such subscription. account: only of this one."""
        p = push_subscriptions.c
        mine = p.id == subscription_id if account is None else sa.and_(p.id == subscription_id, p.account == account)
        async with self.store.writing() as c:
            return (await c.execute(push_subscriptions.delete().where(mine))).rowcount == 1

    async def listed(self, account: str) -> list[dict[str, Any]]:
        """The browsers of an account that are told: id, endpoint, device, created, session."""
        p = push_subscriptions.c
        query = sa.select(p.id, p.endpoint, p.device, p.created, p.session).where(p.account == account, _is_signed_in())
        async with self.store.reading() as c:
            return [dict(row._mapping) for row in await c.execute(query.order_by(p.created))]

    async def get(self, subscription_id: str) -> Subscription | None:
        """A subscription, while its browser is signed in and its account not suspended."""
        p, a = push_subscriptions.c, accounts.c
        query = sa.select(p.id, p.account, p.endpoint, p.key, p.auth, a.language).join(accounts, a.id == p.account)
        async with self.store.reading() as c:
            row = (
                await c.execute(query.where(p.id == subscription_id, a.suspended.is_(sa.false()), _is_signed_in()))
            ).first()
        return None if row is None else Subscription(*row[:5], row.language or SOURCE)

    async def for_seat(self, subscription_id: str, table: str, player: int) -> Subscription | None:
        """A subscription, if it is still to be told of a seat."""
        async with self.store.reading() as c:
            seat_subscriptions = await c.run_sync(subscriptions_of_seat, table, player)
        return next((subscription for subscription in seat_subscriptions if subscription.id == subscription_id), None)

    async def drop_signed_out(self) -> None:
        """Forget the subscriptions of sessions that are over."""
        async with self.store.writing() as c:
            await c.execute(push_subscriptions.delete().where(~_is_signed_in()))


def _is_signed_in() -> sa.ColumnElement[bool]:
    """Whether the session is alive in which a subscription was made."""
    s, moment = account_sessions.c, now()
    mine = sa.and_(s.key == push_subscriptions.c.session, s.account == push_subscriptions.c.account)
    return sa.exists().where(mine, s.seen > moment - IDLE, s.created > moment - LONGEST)


def subscriptions_of_seat(c: sa.Connection, table: str, player: int) -> list[Subscription]:
    """The browsers that are told of a seat: those of the accounts that hold it, unless they are away or suspended."""
    p, h, a = push_subscriptions.c, schema.holdings.c, accounts.c
    holds_seat = sa.and_(h.table == table, h.player == player, h.session == ACCOUNT + a.id)
    query = sa.select(p.id, p.account, p.endpoint, p.key, p.auth, a.language).join(accounts, a.id == p.account)
    query = query.join(schema.holdings, holds_seat).where(is_here(now()), _is_signed_in()).order_by(p.created)
    return [Subscription(*row[:5], row.language or SOURCE) for row in c.execute(query)]
