"""Blocking and muting: whom an account blocks or mutes."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa

from ..store import Store
from ..store.account_schema import relations

Kind = Literal["block", "mute"]


class Relations:
    """Of all accounts."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def put(self, account: str, other: str, kind: Kind, on: bool) -> None:
        """Block or mute somebody, or do so no longer."""
        row = {"account": account, "other": other, "kind": kind}
        mine = [relations.c[name] == value for name, value in row.items()]
        async with self.store.writing() as c:
            await c.execute(relations.delete().where(*mine))
            if on:
                await c.execute(relations.insert(), [row])

    async def kinds(self, account: str, other: str) -> set[str]:
        """What an account wants of another."""
        r = relations.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(r.kind).where(r.account == account, r.other == other))
            return {row.kind for row in result}

    async def apart(self, a: str, b: str) -> bool:
        """Whether either of them blocks the other."""
        r = relations.c
        either = sa.or_(sa.and_(r.account == a, r.other == b), sa.and_(r.account == b, r.other == a))
        async with self.store.reading() as c:
            return await c.scalar(sa.select(r.kind).where(either, r.kind == "block").limit(1)) is not None
