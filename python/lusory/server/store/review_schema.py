"""The database schema of reviews: lines of analysis that are kept with a table, and the machine's review of a game."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from .schema import metadata

lines = Table(
    "lines",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("after", Integer, nullable=False),
    Column("plies", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("lines_table", "table", "at"),
)
"""Plies that leave the game of a finished table. after: the last ply of the game before them. plies: as JSON, a list of
pairs: the canonical and the printed text."""

reviews = Table(
    "reviews",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
)
"""What the machine says of a finished game, as JSON (see workers/game_review.py)."""
