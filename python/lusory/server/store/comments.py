"""Comments, stars and reports of comments in the database."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from .account_schema import accounts, relations
from .comment_schema import comment_reports, comments, stars
from .engine import insert_into
from .seats import identifier
from .store import Store, now

PAGE = 50
"""Comments that are read at once."""
DAY = 24 * 3600 * 1000
MOST_A_DAY = 50
"""Comments of one account in a day."""
OPEN = 10_000
"""Open reports that are kept, at most."""


class Subject(NamedTuple):
    """What a comment is about: a game of the catalogue or a table; the other is None."""

    game: str | None = None
    table: str | None = None

    def condition(self) -> sa.ColumnElement[bool]:
        """The comments about it."""
        return comments.c.game == self.game if self.game is not None else comments.c.table == self.table


class Comments:
    """Read and written by the endpoints of comments."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def listed(self, subject: Subject, before: str = "", reader: str = "") -> list[dict[str, Any]]:
        """A page of comments, the newest first, each with the user id of its author as `name`. before: the id of a
        comment; only those that come after it in this order. reader: an account, who sees none by people it has muted
        or blocked. Those that a moderator has hidden are for their author alone."""
        c = comments.c
        query = sa.select(c.id, c.author, c.at, c.text, c.hidden, accounts.c.name).join(
            accounts, accounts.c.id == c.author
        )
        query = query.where(subject.condition(), sa.or_(c.hidden.is_(sa.false()), c.author == reader))
        if reader:
            unwanted = sa.select(relations.c.other).where(relations.c.account == reader)
            query = query.where(c.author.not_in(unwanted))
        if before:
            last = sa.select(c.at).where(c.id == before).scalar_subquery()
            query = query.where(sa.or_(c.at < last, sa.and_(c.at == last, c.id < before)))
        async with self.store.reading() as connection:
            result = await connection.execute(query.order_by(c.at.desc(), c.id.desc()).limit(PAGE))
            return [dict(row._mapping) for row in result]

    async def add(self, subject: Subject, author: str, text: str) -> str | None:
        """A comment; its id. None where the author has written MOST_A_DAY in the last day. Raises Gone for a table or
        an account that is not there any more."""
        moment = now()
        row = {
            "id": identifier(),
            "game": subject.game,
            "table": subject.table,
            "author": author,
            "at": moment,
            "text": text,
        }
        lately = sa.select(sa.func.count()).where(comments.c.author == author, comments.c.at > moment - DAY)
        async with self.store.writing() as connection:
            if (await connection.scalar(lately) or 0) >= MOST_A_DAY:
                return None
            await connection.execute(comments.insert(), [row])
        return str(row["id"])

    async def delete(self, comment_id: str, author: str | None = None) -> bool:
        """A comment with its reports; of this author only, where one is given. False where there is none."""
        mine = [comments.c.author == author] if author is not None else []
        async with self.store.writing() as connection:
            result = await connection.execute(comments.delete().where(comments.c.id == comment_id, *mine))
            return result.rowcount == 1

    async def hide(self, comment_id: str, hidden: bool) -> bool:
        """Hide a comment from all but its author, or show it again; its open reports are dealt with then. False where
        there is none."""
        r = comment_reports
        async with self.store.writing() as connection:
            result = await connection.execute(
                comments.update().where(comments.c.id == comment_id).values(hidden=hidden)
            )
            await connection.execute(r.update().where(r.c.comment == comment_id).values(done=True))
            return result.rowcount == 1

    async def report(self, comment_id: str, reporter: str, text: str) -> bool:
        """A report of a comment, the first by this account; False where there is no such comment."""
        row = {
            "id": identifier(),
            "comment": comment_id,
            "reporter": reporter,
            "at": now(),
            "text": text,
            "done": False,
        }
        open_reports = sa.select(sa.func.count()).where(comment_reports.c.done.is_(sa.false()))
        async with self.store.writing() as connection:
            if not await connection.scalar(sa.select(sa.func.count()).where(comments.c.id == comment_id)):
                return False
            if (await connection.scalar(open_reports) or 0) < OPEN:
                insert = insert_into(connection, comment_reports).values(**row)
                await connection.execute(insert.on_conflict_do_nothing(index_elements=["comment", "reporter"]))
        return True

    async def reports(self, count: int = 200) -> list[dict[str, Any]]:
        """Reports that the host has not dealt with, the oldest first, with the comment, its author and its subject."""
        r, c = comment_reports.c, comments.c
        query = sa.select(r.id, r.comment, r.at, r.text, c.text.label("said"), c.game, c.table, accounts.c.name)
        query = query.join(comments, c.id == r.comment).join(accounts, accounts.c.id == c.author)
        async with self.store.reading() as connection:
            result = await connection.execute(query.where(r.done.is_(sa.false())).order_by(r.at).limit(count))
            return [dict(row._mapping) for row in result]

    async def done(self, report_id: str) -> bool:
        """A report was dealt with; False where there is none that was not."""
        waits = comment_reports.update().where(
            comment_reports.c.id == report_id, comment_reports.c.done.is_(sa.false())
        )
        async with self.store.writing() as connection:
            return (await connection.execute(waits.values(done=True))).rowcount == 1

    async def star(self, game: str, account: str, starred: bool) -> None:
        """Give a game a star, or take it back."""
        s = stars.c
        async with self.store.writing() as connection:
            if starred:
                insert = insert_into(connection, stars).values(game=game, account=account, at=now())
                await connection.execute(insert.on_conflict_do_nothing(index_elements=["game", "account"]))
            else:
                await connection.execute(stars.delete().where(s.game == game, s.account == account))

    async def starred(self, game: str, account: str | None) -> tuple[int, bool]:
        """How many stars a game has, and whether one is this account's."""
        s = stars.c
        async with self.store.reading() as connection:
            count = await connection.scalar(sa.select(sa.func.count()).where(s.game == game)) or 0
            by_account = sa.select(sa.func.count()).where(s.game == game, s.account == account)
            return count, bool(account and await connection.scalar(by_account))
