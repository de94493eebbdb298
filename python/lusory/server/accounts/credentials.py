"""What an account signs in with besides passkeys: its password, recovery codes; and its password for moves by mail."""

from __future__ import annotations

import hmac
import secrets

import sqlalchemy as sa

from ..store import Store, hashed
from ..store.account_schema import accounts, recovery_codes
from ..store.seats import ALPHABET, code, plain
from .account import USER_ID, Account, account_of_row
from .accounts import Accounts
from .mail_password import hash_in_thread
from .passwords import Passwords

CODES = 10
MAIL_PASSWORD = 20
"""Letters and digits of a password for mail: 100 bits, so that a fast hash is safe to keep."""
ABSENT = hashed("")


def new_codes() -> list[str]:
    """Recovery codes for one account."""
    return [code() for _ in range(CODES)]


class Credentials:
    """Verifies and replaces them."""

    def __init__(self, accounts: Accounts, passwords: Passwords) -> None:
        self.accounts, self.passwords, self.store = accounts, passwords, accounts.store

    async def by_password(self, name: str, password: str) -> Account | None:
        """The account of a user id and its password. Where there is no such account it takes as long."""
        account = await self.accounts.by_name(name)
        stored_hash = None
        if account is not None:
            async with self.store.reading() as c:
                stored_hash = await c.scalar(sa.select(accounts.c.password).where(accounts.c.id == account.id))
        return account if await self.passwords.verified(password, stored_hash) else None

    async def by_code(self, name: str, typed: str) -> Account | None:
        """The account of a user id and one of its recovery codes, which is used up."""
        account = await self.accounts.by_name(name)
        r = recovery_codes
        mine = sa.and_(r.c.key == hashed(plain(typed)), r.c.account == (account.id if account else ""))
        async with self.store.writing() as c:
            used = (await c.execute(r.delete().where(mine))).rowcount == 1
        return account if used else None

    async def renew_codes(self, account_id: str) -> list[str]:
        """New recovery codes; the earlier ones lapse."""
        codes = new_codes()
        async with self.store.writing() as c:
            await c.execute(recovery_codes.delete().where(recovery_codes.c.account == account_id))
            await c.execute(recovery_codes.insert(), [{"key": hashed(code), "account": account_id} for code in codes])
        return codes

    async def codes_left(self, account_id: str) -> int:
        """How many recovery codes have not been used."""
        query = sa.select(sa.func.count()).where(recovery_codes.c.account == account_id)
        async with self.store.reading() as c:
            return await c.scalar(query) or 0

    async def renew_mail_password(self, account_id: str) -> str:
        """A new password for moves by mail; the earlier one lapses."""
        password = "".join(secrets.choice(ALPHABET) for _ in range(MAIL_PASSWORD)).lower()
        await self.accounts.change(account_id, mail_password=hashed(password))
        return password


async def choose_mail_password(people: Accounts, account_id: str, password: str) -> None:
    """An account's password for mail becomes one that its user has chosen."""
    await people.change(account_id, mail_password=await hash_in_thread(password, account_id))


async def check_mail_password(store: Store, account_id: str, password: str) -> Account | None:
    """The account of this user id, where this is its password for moves by mail. It is good for nothing else, takes as
    long whether there is such an account or not, and is read in capitals, too. Suspended accounts have none."""
    key = account_id.lower() if USER_ID.fullmatch(account_id) else ""
    async with store.reading() as c:
        row = (await c.execute(sa.select(accounts).where(accounts.c.key == key))).first()
    stored_hash = row.mail_password if row is not None and row.mail_password else ABSENT
    slow_hash = await hash_in_thread(password[:200], row.id if row is not None else ABSENT)
    matches = hmac.compare_digest(hashed(password.strip().lower()), stored_hash) | hmac.compare_digest(
        slow_hash, stored_hash
    )
    if row is None or not matches or row.mail_password is None or row.suspended:
        return None
    return account_of_row(row)
