"""Challenges: who wants to play what, with whom, on which terms."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..store import Store, identifier, now, schema
from ..store.account_schema import accounts, challenges, relations
from ..table import Refused
from .account import Account

EACH, SHOWN = 30, 200
"""At most so many challenges of one account, and so many in a list."""
ANY = -1
"""Either side, drawn when the challenge is accepted."""


class Challenge(NamedTuple):
    """Of `by`, for `to` or for anybody. terms: options, value (of a game that is not in the catalogue), side of who
    challenges (ANY for either), clock. bot: whether `by` is one."""

    id: str
    by: str
    to: str | None
    by_id: str
    to_id: str | None
    created: int
    game: str
    title: str
    terms: dict[str, Any]
    standing: bool
    rated: bool
    bot: bool

    def shown(self) -> dict[str, Any]:
        """As the interface tells it."""
        terms = {"options": self.terms["options"], "side": self.terms["side"], "clock": self.terms["clock"]}
        return {
            "challenge": self.id, "by": self.by, "bot": self.bot, "to": self.to, "created": self.created,
            "game": {"name": self.game, "title": self.title}, **terms, "standing": self.standing, "rated": self.rated,
        }  # fmt: skip


class Challenges:
    """All that wait."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, by: Account, to: Account | None, row: dict[str, Any]) -> str:
        """A new one. row: game, title, terms (JSON), standing, rated. Raises Refused where there are too many."""
        count = sa.select(sa.func.count()).where(challenges.c.account == by.id)
        async with self.store.writing() as c:
            if (await c.scalar(count) or 0) >= EACH:
                raise Refused(409, "expected at most %(each)s challenges at a time; withdraw one first", each=EACH)
            values = {"id": identifier(), "account": by.id, "other": to.id if to else None, "created": now()} | row
            await c.execute(challenges.insert(), [values])
        return str(values["id"])

    async def get(self, challenge_id: str) -> Challenge:
        """One of them. Raises Refused where it is there no more."""
        matching = await self._some(challenges.c.id == challenge_id)
        if not matching:
            raise Refused(404, "this challenge was accepted or withdrawn", "challenge")
        return matching[0]

    async def of(self, account: Account) -> list[Challenge]:
        """Those that an account has made."""
        return await self._some(challenges.c.account == account.id)

    async def to(self, account: Account) -> list[Challenge]:
        """Those that wait for an account's answer."""
        return await self._some(challenges.c.other == account.id)

    async def open(self, account: Account | None, game: str = "") -> list[Challenge]:
        """Those that an account, or anybody, may accept: not of who is blocked, or blocks."""
        condition: sa.ColumnElement[bool] = challenges.c.other.is_(None)
        if game:
            condition = sa.and_(condition, challenges.c.game == game)
        if account:
            r, me = relations.c, account.id
            theirs = sa.and_(r.account == challenges.c.account, r.other == me)
            mine = sa.and_(r.account == me, r.other == challenges.c.account)
            apart = sa.exists().where(r.kind == "block", sa.or_(theirs, mine))
            condition = sa.and_(condition, challenges.c.account != me, ~apart)
        return await self._some(condition)

    async def _some(self, condition: sa.ColumnElement[bool]) -> list[Challenge]:
        h, by, to = challenges.c, accounts.alias(), accounts.alias()
        columns = (
            h.id,
            by.c.name,
            to.c.name,
            h.account,
            h.other,
            h.created,
            h.game,
            h.title,
            h.terms,
            h.standing,
            h.rated,
            by.c.bot,
        )
        joined = challenges.join(by, by.c.id == h.account).outerjoin(to, to.c.id == h.other)
        query = sa.select(*columns).select_from(joined).where(condition, by.c.suspended.is_(sa.false()))
        async with self.store.reading() as c:
            rows = (await c.execute(query.order_by(h.created.desc()).limit(SHOWN))).all()
        return [Challenge(*row[:8], json.loads(row[8]), row.standing, row.rated, row.bot) for row in rows]

    async def take(self, challenge: Challenge) -> bool:
        """It was accepted, or is there no more: two who accept at once do not both get it. A standing one stays."""
        if challenge.standing:
            return True
        return await self.drop(challenge.id)

    async def drop(self, challenge_id: str) -> bool:
        """Remove it; False where it is there no more."""
        async with self.store.writing() as c:
            return (await c.execute(challenges.delete().where(challenges.c.id == challenge_id))).rowcount == 1

    async def playing(self, a: Account, other: str, title: str) -> bool:
        """Whether the two play a game of this title, not finished yet."""
        h, g, t = schema.holdings.c, schema.holdings.alias().c, schema.tables.c
        common_tables = sa.select(t.id).where(
            h.session == a.holder.key, g.session == f"account:{other}", g.table == h.table, t.id == h.table,
            t.finished.is_(sa.false()), t.title == title,
        )  # fmt: skip
        async with self.store.reading() as c:
            return await c.scalar(common_tables.limit(1)) is not None
