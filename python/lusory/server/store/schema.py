"""The database schema. Migrations (beside this file) bring older ones here.

Secrets (tokens, codes, sessions) are kept as their SHA-256 only.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("value", Text, nullable=False),
)
"""Rule values by their hash, without texts. name: in the catalogue; empty for what only guests brought."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", ForeignKey("games.hash"), nullable=False),
    Column("title", String(200), nullable=False),
    Column("setup", Text, nullable=False),
    Column("texts", Text),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("serial", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("deadline", BigInteger),
    Column("result", Text),
    Column("by", Text),
    Column("finished", Boolean, nullable=False, server_default=false()),
    Column("to_move", Integer),
    Column("remind", BigInteger),
    Index("tables_listed", "listed", "finished", "updated"),
    Index("tables_game", "game", "listed", "finished", "updated"),
    Index("tables_result", "game", "result", "plies"),
    Index("tables_deadline", "deadline"),
    Index("tables_remind", "remind"),
)
"""A table. texts: what a guest tells about his game, as JSON. serial: of its last entry. deadline: when a clock runs
out. to_move: the player of the next ply, while the game goes on. remind: when a reminder is due. Times are
milliseconds since 1970."""

entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player", Integer),
    Column("number", BigInteger),
    Column("text", Text),
    Column("request", BigInteger),
    Column("account", String(16)),
    PrimaryKeyConstraint("table", "serial"),
    Index("entries_account", "account", sqlite_where=text("account IS NOT NULL"),
          postgresql_where=text("account IS NOT NULL")),
)  # fmt: skip
"""What happened at a table, in order: plies and all else. Nothing here is ever changed, but the words of an account
that is deleted. request: the number that a client sent a ply with. account: of a name or a line of the chat, whose it
is; nothing for those of a guest, and for all of older versions."""

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("player", Integer, nullable=False),
    Column("token", String(64)),
    Column("code", String(64), unique=True),
    Column("invitation", String(64)),
    Column("heir", String(64)),
    Column("mail", String(254)),
    Column("mail_confirmed", Boolean, nullable=False, server_default=false()),
    Column("webhook", String(500)),
    Column("feed", String(64), unique=True),
    Column("noticed", Boolean, nullable=False),
    Column("notes", Text),
    Column("language", String(8)),
    Column("plan", Text),
    Column("account", String(16)),
    PrimaryKeyConstraint("table", "player"),
)
"""What belongs to one seat and is no part of the game. token: of the program that holds it. invitation: claims it once.
heir: the token of the seat at the game before this rematch, which claims it once. mail_confirmed: whether who reads
that address wants these mails; until then none are sent there. noticed: was notice sent since the
last visit. language: of mails to the address that was left. plan: conditional moves, as JSON (see
conditional_moves.py). account: the first that held the seat, whoever holds it now: to it a rated game counts, and its
vacation alone lets the clock wait."""

holdings = Table(
    "holdings",
    metadata,
    Column("session", String(64), nullable=False),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("player", Integer, nullable=False),
    PrimaryKeyConstraint("session", "table", "player"),
    Index("holdings_table", "table"),
)
"""Which seats a browser (the hash of its session) or an account (`account:` and its id) holds."""

facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Single facts: when the server was last alive."""

blocks = Table(
    "blocks",
    metadata,
    Column("address", String(60), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Addresses that the host has blocked. until: milliseconds since 1970; without it until they are unblocked."""

host_acts = Table(
    "host_acts",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("act", String(20), nullable=False),
    Column("about", String(120), nullable=False),
    Column("note", Text, nullable=False),
    Column("account", String(16)),
    Index("host_acts_at", "at"),
)
"""What the host and the moderators did. act: as `hide` or `suspend`. about: a table, an address, a user id. note: what
else was said. account: of the moderator or administrator; none for the host."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("what", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("done", Boolean, nullable=False, server_default=false()),
    Index("reports_open", "done", "at"),
)
"""What people reported to the host. what: title, name or chat. text: what they say about it."""
