"""The database schema of people: accounts and all that belongs to them.

Sessions, codes, links and mail passwords are random and kept as their SHA-256 only, passwords as argon2 hashes.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    and_,
    false,
    or_,
    true,
)

from .schema import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(20), nullable=False),
    Column("key", String(20), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("password", Text),
    Column("mail_password", String(64)),
    Column("mail", String(254)),
    Column("mail_key", String(254), unique=True),
    Column("zone", String(64), nullable=False, server_default="UTC"),
    Column("vacation", BigInteger),
    Column("notices", String(8), nullable=False, server_default="each"),
    Column("suspended", Boolean, nullable=False, server_default=false()),
    Column("digest", BigInteger),
    Column("language", String(8)),
    Column("bot", Boolean, nullable=False, server_default=false()),
    Column("rated_bots", Boolean, nullable=False, server_default=true()),
    Column("role", String(16)),
    Column("muted_until", BigInteger),
    Column("most_games", Integer),
    Column("star_votes", Boolean, nullable=False, server_default=false()),
)
"""People. id: never shown, never used again. name: the user id as its owner writes it; key: in small letters.
mail: confirmed; mail_key: in small letters. zone: of time. vacation: until then others see that he is away, and he
gets no notices. notices: each, daily or none; digest: when the last daily one
was sent. language: of mails. bot: whether a program plays.
rated_bots: whether its owner plays rated games with bots. role: moderator, administrator or nothing. muted_until: what
is said until then is refused. most_games: beyond so many games at once challenges are refused.
star_votes: whether its stars may be used to breed games. Times are milliseconds since 1970."""

account_sessions = Table(
    "account_sessions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("proved", BigInteger, nullable=False),
    Column("device", String(80), nullable=False),
    Index("account_sessions_account", "account"),
)
"""Browsers that are signed in. seen: the last visit, to the hour. proved: when its user last showed who he is. device:
what the browser calls itself."""

account_tokens = Table(
    "account_tokens",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("scopes", String(100), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("account_tokens_account", "account"),
)
"""Tokens with which programs act as an account. key: the hash; id: by which it is revoked. scopes: with spaces between.
used: the last use, to the minute."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Index("recovery_codes_account", "account"),
)
"""Codes that sign in once, without a password or an address."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("passkeys_account", "account"),
)
"""Passkeys. key: the hash of the credential's id; credential, public_key: base64url. uses: as its device
counts them."""

one_time_secrets = Table(
    "one_time_secrets",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("account", ForeignKey("accounts.id")),
    Column("value", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("one_time_secrets_until", "until"),
    Index("one_time_secrets_account", "account"),
)
"""Links sent by mail, challenges of passkeys and the host's invitations: each is used once, before `until`."""

relations = Table(
    "relations",
    metadata,
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("other", ForeignKey("accounts.id"), nullable=False),
    Column("kind", String(8), nullable=False),
    PrimaryKeyConstraint("account", "other", "kind"),
    Index("relations_other", "other"),
)
"""What an account wants of another. kind: block (no challenges, no seats at tables with him) or mute (no chat)."""

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("other", ForeignKey("accounts.id")),
    Column("created", BigInteger, nullable=False),
    Column("game", String(100), nullable=False),
    Column("title", String(200), nullable=False),
    Column("terms", Text, nullable=False),
    Column("standing", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Index("challenges_account", "account", "created"),
    Index("challenges_other", "other", "created"),
)
"""Who wants to play. other: who is challenged; without, anybody may accept. game, title: of the catalogue. terms:
options, side, clock, as JSON. standing: it stays when it was accepted. rated: whether the game is to count."""

vacations = Table(
    "vacations",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("vacations_account", "account", "until"),
)
"""When the clocks of an account's correspondence games waited, or wait. A vacation may be longer than that."""


def is_here(moment: int) -> ColumnElement[bool]:
    """Whether an account is told of its turns: it is not suspended, and not away."""
    a = accounts.c
    return and_(a.suspended.is_(false()), or_(a.vacation.is_(None), a.vacation <= moment))
