"""Tokens with which programs act as an account: named, limited to scopes, revocable, kept as hashes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..store import Store, hashed, identifier, now, token
from ..store.account_schema import account_tokens, accounts
from ..table import Refused
from .account import Account, account_of_row

PREFIX = "lusory_"
"""Begins every token of an account; the token of a seat never begins so."""
PLAY = "play"
MOST_TOKENS = 20
"""At most so many tokens of one account."""
MINUTE = 60_000


class AccountTokens:
    """All tokens, by their hash."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, account: str, name: str, scopes: tuple[str, ...]) -> tuple[str, str]:
        """A new token: its id and the token itself, which is shown this once. Raises Refused where there are too
        many."""
        new_token, token_id, t = PREFIX + token(), identifier(), account_tokens.c
        row = {"key": hashed(new_token), "id": token_id, "account": account, "name": name, "scopes": " ".join(scopes)}
        async with self.store.writing() as c:
            if (await c.scalar(sa.select(sa.func.count()).where(t.account == account)) or 0) >= MOST_TOKENS:
                raise Refused(409, "expected at most %(each)s tokens; revoke one first", "name", each=MOST_TOKENS)
            await c.execute(account_tokens.insert(), [row | {"created": now()}])
        return token_id, new_token

    async def find(self, token: str, scope: str) -> Account | None:
        """The account for which a program acts with this token; none where it was revoked, lacks the scope, or the
        account is suspended."""
        t, moment = account_tokens.c, now()
        mine = sa.and_(t.key == hashed(token), accounts.c.suspended.is_(sa.false()))
        query = sa.select(accounts, t.scopes, t.used).join(account_tokens, t.account == accounts.c.id).where(mine)
        async with self.store.reading() as c:
            row = (await c.execute(query)).first()
        if row is None or scope not in row.scopes.split():
            return None
        if row.used is None or row.used <= moment - MINUTE:
            async with self.store.writing() as c:
                await c.execute(account_tokens.update().where(t.key == hashed(token)).values(used=moment))
        return account_of_row(row)

    async def drop(self, account: str, token_id: str) -> bool:
        """Revoke a token of an account; False where there is none."""
        t = account_tokens.c
        async with self.store.writing() as c:
            return (
                await c.execute(account_tokens.delete().where(t.account == account, t.id == token_id))
            ).rowcount == 1

    async def drop_all(self, account: str) -> None:
        """Revoke every token of an account."""
        async with self.store.writing() as c:
            await c.execute(account_tokens.delete().where(account_tokens.c.account == account))

    async def listed(self, account: str) -> list[dict[str, Any]]:
        """The tokens of an account, the newest first: id, name, scopes, created, used (to the minute)."""
        t = account_tokens.c
        query = sa.select(t.id, t.name, t.scopes, t.created, t.used).where(t.account == account)
        async with self.store.reading() as c:
            rows = await c.execute(query.order_by(t.created.desc(), t.id))
            return [dict(row._mapping) | {"scopes": row.scopes.split()} for row in rows]
