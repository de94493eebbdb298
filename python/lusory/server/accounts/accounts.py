"""Accounts in the database: create, find, change."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...texts import current
from ..store import Gone, SeatChange, Store, hashed, identifier, now
from ..store.account_schema import accounts, recovery_codes
from ..table import Refused
from .account import USER_ID, Account, account_of_row

TAKEN = "this user id is already taken"


class Accounts:
    """All accounts."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, name: str, password: str | None, codes: list[str]) -> Account:
        """A new account. password: hashed. codes: for recovery, as `plain` writes them. Raises Refused where the user
        id is taken."""
        row: dict[str, Any] = {
            "id": identifier(),
            "name": name,
            "key": name.lower(),
            "created": now(),
            "password": password,
            "language": current(),
        }
        try:
            async with self.store.writing() as c:
                await c.execute(accounts.insert(), [row])
                await c.execute(
                    recovery_codes.insert(), [{"key": hashed(code), "account": row["id"]} for code in codes]
                )
        except Gone as fault:
            if isinstance(fault.__cause__, IntegrityError):
                raise Refused(409, TAKEN, "id") from None
            raise
        return await self.get(row["id"])

    async def get(self, account_id: str) -> Account:
        """The account with this id. Raises Refused where it was deleted."""
        account = await self._one(accounts.c.id == account_id)
        if account is None:
            raise Refused(404, "this account was deleted", "account")
        return account

    async def by_name(self, name: str) -> Account | None:
        """The account with this user id, however it is capitalised."""
        return await self._one(accounts.c.key == name.lower()) if USER_ID.fullmatch(name) else None

    async def by_mail(self, mail: str) -> Account | None:
        """The account with this confirmed address."""
        return await self._one(accounts.c.mail_key == mail.lower())

    async def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(accounts).where(condition))).first()
            return None if row is None else account_of_row(row)

    async def change(self, account_id: str, **values: Any) -> None:
        """Change columns of an account."""
        async with self.store.writing() as c:
            await c.execute(accounts.update().where(accounts.c.id == account_id).values(**values))

    async def confirm_mail(self, account_id: str, mail: str) -> Account | None:
        """The address is the account's from now on; another account that had it has none any more, since who confirms
        it last reads its mail. Returns that account, as it was."""
        async with self.store.writing() as c:
            former = await _free_mail(c, account_id, mail)
            mine = accounts.update().where(accounts.c.id == account_id)
            await c.execute(mine.values(mail=mail, mail_key=mail.lower()))
        return former


def begin_digest(account_id: str, day: int, moment: int) -> SeatChange:
    """Note that the mail of a day that began at `day` is queued now; False where it was queued before."""
    a = accounts.c
    mine = accounts.update().where(a.id == account_id, sa.func.coalesce(a.digest, 0) < day).values(digest=moment)
    return lambda c: c.execute(mine).rowcount == 1


async def _free_mail(c: AsyncConnection, account_id: str, mail: str) -> Account | None:
    """Take an address from another account; which, as it was."""
    others = sa.and_(accounts.c.mail_key == mail.lower(), accounts.c.id != account_id)
    row = (await c.execute(sa.select(accounts).where(others))).first()
    await c.execute(accounts.update().where(others).values(mail=None, mail_key=None))
    return None if row is None else account_of_row(row)
