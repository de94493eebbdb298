"""Sessions of accounts: browsers that are signed in."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from ..store import Store, hashed, now, token
from ..store.account_schema import account_sessions as sessions
from ..store.account_schema import accounts
from ..store.push_schema import push_subscriptions
from .account import Account, account_of_row

HOUR = 3_600_000
IDLE, LONGEST = 60 * 24 * HOUR, 400 * 24 * HOUR
"""A session ends when nobody comes for so long, and after so long whatever happens."""
PROVED = HOUR // 3
"""For so long after a sign-in nobody is asked again who he is."""
MOST_SESSIONS = 50
"""At most so many sessions of one account; beyond them the oldest end."""


class SignedIn(NamedTuple):
    """A browser that is signed in. proved: whether its user lately showed who he is."""

    account: Account
    key: str
    proved: bool


class AccountSessions:
    """All sessions, by the hash of their token."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, account: str, device: str, former: str = "") -> str:
        """Sign a browser in: a new token, whatever it had before. former: its token until now, which ends."""
        new_token, moment, s = token(), now(), sessions.c
        row = {"key": hashed(new_token), "account": account, "device": device[:80]}
        async with self.store.writing() as c:
            if former:
                p = push_subscriptions
                same_browser = sa.and_(p.c.session == hashed(former), p.c.account == account)
                await c.execute(p.update().where(same_browser).values(session=row["key"]))
                await c.execute(sessions.delete().where(s.key == hashed(former)))
            await c.execute(sessions.delete().where(sa.or_(s.seen <= moment - IDLE, s.created <= moment - LONGEST)))
            oldest = (
                sa.select(s.key)
                .where(s.account == account)
                .order_by(s.seen.desc())
                .offset(MOST_SESSIONS - 1)
                .limit(MOST_SESSIONS)
            )
            await c.execute(sessions.delete().where(s.key.in_(oldest)))
            await c.execute(sessions.insert(), [row | {"created": moment, "seen": moment, "proved": moment}])
        return new_token

    async def find(self, token: str) -> SignedIn | None:
        """Who is signed in with this token; nobody where it has ended or the account is suspended."""
        s, moment = sessions.c, now()
        alive = sa.and_(s.key == hashed(token), s.seen > moment - IDLE, s.created > moment - LONGEST)
        query = sa.select(accounts, s.seen, s.proved).join(sessions, s.account == accounts.c.id)
        async with self.store.reading() as c:
            row = (await c.execute(query.where(alive, accounts.c.suspended.is_(sa.false())))).first()
        if row is None:
            return None
        if row.seen <= moment - HOUR:
            async with self.store.writing() as c:
                await c.execute(sessions.update().where(s.key == hashed(token)).values(seen=moment))
        return SignedIn(account_of_row(row), hashed(token), row.proved > moment - PROVED)

    async def end(self, token: str) -> None:
        """Sign a browser out."""
        async with self.store.writing() as c:
            await c.execute(sessions.delete().where(sessions.c.key == hashed(token)))

    async def end_all(self, account: str, but: str = "") -> None:
        """Sign every browser of an account out. but: the key of a session that stays."""
        async with self.store.writing() as c:
            await c.execute(sessions.delete().where(sessions.c.account == account, sessions.c.key != but))

    async def listed(self, account: str) -> list[dict[str, Any]]:
        """The sessions of an account, the last seen first: created, seen, device."""
        s = sessions.c
        query = sa.select(s.created, s.seen, s.device, s.key).where(s.account == account).order_by(s.seen.desc())
        async with self.store.reading() as c:
            return [dict(row._mapping) for row in await c.execute(query)]
