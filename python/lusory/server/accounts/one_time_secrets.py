"""Secrets that are used once and lapse: links sent by mail, challenges of passkeys, invitations to make an account,
that a mail asked whether somebody wants no more mails, or whether he wants those of a seat."""

from __future__ import annotations

from typing import Literal, NamedTuple

import sqlalchemy as sa

from ..store import Store, hashed, now
from ..store.account_schema import one_time_secrets as secrets

Purpose = Literal["sign-in", "confirm", "passkey", "new-passkey", "invitation", "sign-off", "contact"]
MINUTE = 60_000
OPEN_ALL = 20_000
"""At most so many challenges wait; beyond them the oldest lapse."""


class Redeemed(NamedTuple):
    """What a secret was good for. account: whose it was. value: an address, say."""

    purpose: str
    account: str | None
    value: str


class OneTimeSecrets:
    """All of them, hashed."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(
        self, secret: str, purpose: Purpose, minutes: int, account: str | None = None, value: str = ""
    ) -> None:
        """Keep a secret for so many minutes. An account's earlier links of the same purpose lapse."""
        row = {"key": hashed(secret), "purpose": purpose, "account": account, "value": value}
        async with self.store.writing() as c:
            await c.execute(secrets.delete().where(secrets.c.until <= now()))
            if account is not None:
                mine = sa.and_(secrets.c.account == account, secrets.c.purpose == purpose)
                await c.execute(secrets.delete().where(mine))
            elif purpose == "passkey":
                oldest = sa.select(secrets.c.key).where(secrets.c.purpose == purpose)
                lapsed = oldest.order_by(secrets.c.until.desc()).offset(OPEN_ALL).limit(100)
                await c.execute(secrets.delete().where(secrets.c.key.in_(lapsed)))
            await c.execute(secrets.insert(), [row | {"until": now() + minutes * MINUTE}])

    async def add_beside(self, secret: str, purpose: Purpose, minutes: int, account: str, most: int) -> bool:
        """Keep a secret beside earlier ones of an account for the same purpose; False where so many wait already."""
        s, row = secrets.c, {"key": hashed(secret), "purpose": purpose, "account": account, "value": ""}
        mine = sa.and_(s.account == account, s.purpose == purpose, s.until > now())
        async with self.store.writing() as c:
            if (await c.scalar(sa.select(sa.func.count()).where(mine)) or 0) >= most:
                return False
            await c.execute(secrets.insert(), [row | {"until": now() + minutes * MINUTE}])
        return True

    async def redeem(self, secret: str, *purposes: Purpose) -> Redeemed | None:
        """Use a secret; None where it is none of these, was used or has lapsed."""
        s = secrets.c
        mine = sa.and_(s.key == hashed(secret), s.purpose.in_(purposes), s.until > now())
        async with self.store.writing() as c:
            row = (await c.execute(secrets.delete().where(mine).returning(s.purpose, s.account, s.value))).first()
            return None if row is None else Redeemed(row.purpose, row.account, row.value)

    async def look(self, secret: str, *purposes: Purpose) -> Redeemed | None:
        """What a secret is good for; None where it is none of these, was used or has lapsed. Nothing changes."""
        s = secrets.c
        mine = sa.and_(s.key == hashed(secret), s.purpose.in_(purposes), s.until > now())
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(s.purpose, s.account, s.value).where(mine))).first()
            return None if row is None else Redeemed(row.purpose, row.account, row.value)
