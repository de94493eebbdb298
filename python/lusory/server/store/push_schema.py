"""The database schema of Web Push: the subscriptions of browsers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table, Text

from .schema import metadata

PUSH_KEY = "web push key"
"""The name of the server's private key among the facts: all servers on one database have the same."""

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("session", String(64), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_subscriptions_account", "account"),
    Index("push_subscriptions_session", "session"),
)
"""A browser of an account that gets notices by Web Push. session: the key of the session in which it was switched on;
when that is over, nothing more is sent. endpoint: where the push service of the browser takes messages. key, auth: for
their encryption, base64url. device: what the browser calls itself. Times are milliseconds since 1970."""
