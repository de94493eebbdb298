"""The database schema of ratings: the results of rated games, from which every rating is computed."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from .schema import metadata

rated_games = Table(
    "rated_games",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("player", Integer, nullable=False),
    Column("game", String(200), nullable=False),
    Column("name", String(200), nullable=False),
    Column("score", Float, nullable=False),
    Column("ended", BigInteger, nullable=False),
    PrimaryKeyConstraint("table", "player"),
    Index("rated_games_game", "game", "ended", "player", "score"),
    Index("rated_games_name", "name", "game"),
)
"""A row for each seat of a finished rated game. game: in the catalogue. name: `account:` and the account's id, or the
spec of a machine. score: the seat's share of the result. ended: milliseconds since 1970."""

kept_ratings = Table(
    "kept_ratings",
    metadata,
    Column("game", String(200), primary_key=True),
    Column("results", String(100), nullable=False),
    Column("parts", Integer, nullable=False),
    Column("standings", Text),
    Column("took", Float),
)
"""Ratings that were computed. results: stands for the results from which they follow; where these are others now, they
are computed anew. parts: into how many they are divided. standings: tables_of_standings.KeptTables as JSON, once they
were asked for. took: how long these were computed, in seconds."""

kept_rating_parts = Table(
    "kept_rating_parts",
    metadata,
    Column("game", String(200), nullable=False),
    Column("part", Integer, nullable=False),
    Column("ratings", Text, nullable=False),
    PrimaryKeyConstraint("game", "part"),
)
"""The kept ratings of a game in parts, each with some of the players: club.glicko.Ratings as JSON. The part of a
player follows from the name (kept_ratings.part_of)."""
