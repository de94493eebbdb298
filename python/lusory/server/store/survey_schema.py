"""The database schema of surveys: games that people play and then rank, or compare in pairs."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

from . import account_schema
from .schema import metadata


def _account() -> ForeignKey:
    return ForeignKey(account_schema.accounts.c.id, ondelete="CASCADE")


def _survey() -> ForeignKey:
    return ForeignKey("surveys.id", ondelete="CASCADE")


surveys = Table(
    "surveys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("organiser", _account(), nullable=False),
    Column("title", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("way", String(8), nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Index("surveys_organiser", "organiser"),
)
"""way: `ranking` or `pairs`. invitation: the secret of the link with which people join, hashed. They go with their
organiser."""

survey_games = Table(
    "survey_games",
    metadata,
    Column("survey", _survey(), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("title", String(200), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("measures", Text),
    Column("value", Text),
    PrimaryKeyConstraint("survey", "number"),
)
"""The games of a survey, by number from 1. game, options: of the catalogue; options as JSON. value: the
rules of a game that its organiser brought, as JSON; `game` is empty then. measures: what `lusory
measure` says of it, as JSON, name to value."""

survey_people = Table(
    "survey_people",
    metadata,
    Column("survey", _survey(), nullable=False),
    Column("account", _account(), nullable=False),
    Column("joined", BigInteger, nullable=False),
    PrimaryKeyConstraint("survey", "account"),
    Index("survey_people_account", "account"),
)
"""Who takes part."""

survey_opinions = Table(
    "survey_opinions",
    metadata,
    Column("survey", _survey(), nullable=False),
    Column("account", _account(), nullable=False),
    Column("subject", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("places", Text, nullable=False),
    PrimaryKeyConstraint("survey", "account", "subject"),
    Index("survey_opinions_account", "account"),
)
"""What people think. subject: empty for a ranking; of a pair its numbers, as `1-3`. places: numbers of games as JSON,
the best first, those of one place together."""
