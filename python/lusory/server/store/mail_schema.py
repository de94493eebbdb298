"""The database schema of mail: what is to be sent, numbers of boards, addresses that do not work."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, String, Table, Text, false

from .schema import metadata

outbox = Table(
    "outbox",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("recipient", String(500), nullable=False),
    Column("table", String(16)),
    Column("player", Integer),
    Column("content", LargeBinary),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("fault", Text),
    Column("failed", Boolean, nullable=False),
    Column("seen", Boolean, nullable=False, server_default=false()),
    Column("owner", BigInteger),
    Column("crashes", Integer, nullable=False, server_default="0"),
    Index("outbox_due", "failed", "due"),
    Index("outbox_seat", "table", "player"),
    Index("outbox_created", "created"),
)
"""What is to be sent; gone when it was. id: its Message-ID, before the @. kind: `notice` (of a seat: the table as it is
when it is sent), `reminder` (of a seat whose turn takes long), `answer` (content: the whole mail), `account` (news to
an account, likewise), `webhook` or `push` (recipient: the id of a subscription). due: when it is tried next; whoever
tries it puts that off first.
owner: the process that tries it now; where that is gone, another does. crashes: how many processes ended without a
word while they tried it. failed: given up, kept for a while for the
host to see. seen: whom it was for knows that. Times are milliseconds since 1970."""

boards = Table(
    "boards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table", String(16), nullable=False, unique=True),
)
"""The numbers by which tables are called in mails."""

seen_mails = Table(
    "seen_mails",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("answer", String(24)),
    Column("recipient", String(500)),
    Column("content", LargeBinary),
    Index("seen_mails_at", "at"),
)
"""Mails that were carried out, by mail.message.mail_key. answer: the id in the outbox of what was answered to
`recipient`: a mail that comes again gets the same answer again, under the same Message-ID."""

unsubscribed = Table(
    "unsubscribed",
    metadata,
    Column("key", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Addresses (of each a hash, see mail.contacts.address_key) whose readers want no notices, whoever leaves them at a
seat."""

mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("address", String(254), primary_key=True),
    Column("bounces", Integer, nullable=False),
    Column("rests", BigInteger, nullable=False),
)
"""Addresses from which mails came back. rests: until then nothing is sent there."""
