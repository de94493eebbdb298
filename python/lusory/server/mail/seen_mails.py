"""Remembers processed mails, so that each is processed once, however often it comes."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from ..store import Store, now
from ..store.engine import insert_into
from ..store.mail_schema import outbox, seen_mails
from .outbox import DAY

REMEMBERED_FOR = 30 * DAY
"""How long a processed mail is remembered."""


class Answered(NamedTuple):
    """The answer to a mail; the fields are None where there was none."""

    answer: str | None
    recipient: str | None
    content: bytes | None


class SeenMails:
    """The processed mails in the database, by their keys."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def get(self, key: str) -> Answered | None:
        """The answer to the mail with this key; None where the mail is new."""
        s = seen_mails.c
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(s.answer, s.recipient, s.content).where(s.key == key))).first()
        return None if row is None else Answered(*row)

    async def put(self, key: str, row: dict[str, Any] | None) -> None:
        """Record a mail as processed, and queue its answer, a row of the outbox, in the same transaction."""
        values: dict[str, Any] = {"key": key, "at": now(), "answer": None, "recipient": None, "content": None}
        if row is not None:
            values |= {"answer": row["id"], "recipient": row["recipient"], "content": row["content"]}
        async with self.store.writing() as c:
            insert = insert_into(c, seen_mails).values(**values).on_conflict_do_nothing().returning(seen_mails.c.key)
            if (await c.execute(insert)).first() is not None and row is not None:
                await c.execute(outbox.insert(), [row])

    async def again(self, key: str, row: dict[str, Any]) -> None:
        """Queue an answer again, unless it is still queued."""
        async with self.store.writing() as c:
            await c.execute(insert_into(c, outbox).values(**row).on_conflict_do_nothing())

    async def tidy(self) -> None:
        """Delete mails older than REMEMBERED_FOR."""
        async with self.store.writing() as c:
            await c.execute(seen_mails.delete().where(seen_mails.c.at < now() - REMEMBERED_FOR))
