"""The database schema of pupils: players that people raise, their versions, the games that they learn from."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

from .schema import metadata


def _pupil() -> Column[str]:
    return Column("pupil", ForeignKey("pupils.id", ondelete="CASCADE"), nullable=False)


pupils = Table(
    "pupils",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("name", String(60), nullable=False),
    Column("game", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("title", String(200), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("value", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("invitation", String(64)),
    Column("remaining", Integer, nullable=False),
    Column("after_game", Integer, nullable=False),
    Column("serial", Integer, nullable=False),
    Column("lease", BigInteger, nullable=False),
    Column("worked", BigInteger, nullable=False),
    Column("fault", Text),
    Column("patterns", Text),
    Column("address", String(16), nullable=False, server_default=""),
    Index("pupils_owner", "owner"),
)
"""owner: a holder as of seats, see seats.holder_key. game, options: of the catalogue; else empty, and guest is true.
value: the rules with the texts about them, as JSON. seen: when its owner last used it. invitation: the secret of the
link with which others may seat it, hashed. remaining: milliseconds of practice that its owner has ordered; after_game:
those that each game adds. serial: counts what its owner changed: what a process learnt meanwhile is dropped. lease:
until when a process works on it. worked: when one last did. fault: why its practice ended. patterns: what it likes and
fears, as JSON. address: a hash of that from which it was raised; empty where an account has it. Times are milliseconds
since 1970."""

pupil_versions = Table(
    "pupil_versions",
    metadata,
    _pupil(),
    Column("number", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("practised", BigInteger, nullable=False),
    Column("studied", BigInteger, nullable=False),
    Column("opening", Text, nullable=False),
    Column("level", Integer),
    Column("against", Text, nullable=False),
    Column("spent", Integer, nullable=False),
    Column("done", Boolean, nullable=False, server_default=false()),
    Column("net", Text, nullable=False),
    PrimaryKeyConstraint("pupil", "number"),
)
"""made: Unix time, in seconds. opening, against: as JSON; against has points, games and milliseconds by spec. spent:
milliseconds of practice since the version before. done: whether its strength was measured; until then the version goes
on changing. net: the file of its net, in base64."""

pupil_games = Table(
    "pupil_games",
    metadata,
    _pupil(),
    Column("number", Integer, nullable=False),
    Column("table", String(16)),
    Column("plies", Text, nullable=False),
    Column("seat", Integer),
    Column("score", Float),
    Column("learnt", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("pupil", "number"),
)
"""Finished games with its owner. table: at which it was played; none for those of a file. plies: as JSON."""

pupil_friends = Table(
    "pupil_friends",
    metadata,
    _pupil(),
    Column("holder", String(64), nullable=False),
    PrimaryKeyConstraint("pupil", "holder"),
    Index("pupil_friends_holder", "holder"),
)
"""Who, besides its owner, may seat a pupil, since he was given the link."""

pupil_work = Table(
    "pupil_work",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("day", Integer, nullable=False),
    Column("spent", Integer, nullable=False),
    PrimaryKeyConstraint("owner", "day"),
)
"""How many milliseconds the pupils of an owner have taken on a day, counted from 1970; with an address in place of the
owner, those of all browsers without an account there."""
