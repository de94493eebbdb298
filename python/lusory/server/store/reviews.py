"""Lines of analysis and machines' reviews in the database."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from .engine import insert_into
from .review_schema import lines, reviews
from .seats import identifier
from .store import Store, now

MOST_LINES = 100
"""Lines that a table keeps."""


class Reviews:
    """Read and written by the endpoints of reviews."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def lines(self, table: str) -> list[dict[str, Any]]:
        """The lines of a table, the oldest first."""
        query = sa.select(lines.c.id, lines.c.after, lines.c.plies).where(lines.c.table == table)
        async with self.store.reading() as connection:
            result = await connection.execute(query.order_by(lines.c.at, lines.c.id))
            return [{"id": row.id, "after": row.after, "plies": msgspec.json.decode(row.plies)} for row in result]

    async def add_line(self, table: str, after: int, plies: list[tuple[str, str]]) -> str | None:
        """A line; its id, or the id of the same line where it is kept already. None where the table keeps MOST_LINES.
        Raises Gone for a table that is not there any more."""
        text = msgspec.json.encode(plies).decode()
        row = {"id": identifier(), "table": table, "after": after, "plies": text, "at": now()}
        mine = lines.c.table == table
        repeated = sa.select(lines.c.id).where(mine, lines.c.after == after, lines.c.plies == text)
        async with self.store.writing() as connection:
            if same_line := await connection.scalar(repeated):
                return str(same_line)
            if (await connection.scalar(sa.select(sa.func.count()).select_from(lines).where(mine)) or 0) >= MOST_LINES:
                return None
            await connection.execute(lines.insert(), [row])
        return str(row["id"])

    async def delete_line(self, table: str, line_id: str) -> bool:
        """A line of this table; False where there is none."""
        async with self.store.writing() as connection:
            result = await connection.execute(lines.delete().where(lines.c.table == table, lines.c.id == line_id))
            return result.rowcount == 1

    async def review(self, table: str) -> dict[str, Any] | None:
        """What the machine says of the game; None where it was not asked."""
        async with self.store.reading() as connection:
            content = await connection.scalar(sa.select(reviews.c.content).where(reviews.c.table == table))
        return None if content is None else dict(msgspec.json.decode(content))

    async def keep_review(self, table: str, content: dict[str, Any]) -> None:
        """The review of a table; the first that is finished stays."""
        async with self.store.writing() as connection:
            row = {"table": table, "at": now(), "content": msgspec.json.encode(content).decode()}
            insert = insert_into(connection, reviews).values(**row)
            await connection.execute(insert.on_conflict_do_nothing(index_elements=["table"]))
