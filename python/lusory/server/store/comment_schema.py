"""The database schema of comments: comments under games and finished tables, stars for games, reports of comments."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, PrimaryKeyConstraint, String, Table, Text, false

from . import account_schema
from .schema import metadata

comments = Table(
    "comments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64)),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("author", ForeignKey(account_schema.accounts.c.id, ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("comments_game", "game", "at"),
    Index("comments_table", "table", "at"),
    Index("comments_author", "author", "at"),
)
"""What people say under a game of the catalogue or a finished table: one of `game` (a name) and `table` is given. text:
Markdown, as its author typed it. hidden: by a moderator; only its author sees it. They go with their
author and their table."""

stars = Table(
    "stars",
    metadata,
    Column("game", String(64), nullable=False),
    Column("account", ForeignKey(account_schema.accounts.c.id, ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "account"),
    Index("stars_account", "account"),
)
"""Who likes a game of the catalogue."""

comment_reports = Table(
    "comment_reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("comment", ForeignKey("comments.id", ondelete="CASCADE"), nullable=False),
    Column("reporter", ForeignKey(account_schema.accounts.c.id, ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("done", Boolean, nullable=False, server_default=false()),
    Index("comment_reports_open", "done", "at"),
    Index("comment_reports_one", "comment", "reporter", unique=True),
)
"""Comments that somebody finds should not stand: one report a comment and reporter."""
