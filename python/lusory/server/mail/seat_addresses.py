"""The mail address of a seat: the one its holder entered, else the one of the holder's account."""

from __future__ import annotations

import base64
import hashlib
from typing import NamedTuple

import sqlalchemy as sa

from ...texts import SOURCE
from ..store import now, schema
from ..store.account_schema import accounts, is_here, relations
from ..store.mail_schema import mail_addresses, unsubscribed
from ..store.seats import ACCOUNT


class SeatAddress(NamedTuple):
    """mail, webhook: where notices go; empty where none do. account: whose address it is, empty where it was left at
    the seat. noticed: whether one was sent since the last visit. language: of mails."""

    mail: str
    webhook: str
    account: str
    noticed: bool
    language: str


def seat_address(c: sa.Connection, table: str, player: int) -> SeatAddress | None:
    """Where notices of a seat go now; None where there is no such seat."""
    s = schema.seats.c
    query = sa.select(s.mail, s.mail_confirmed, s.webhook, s.noticed, s.language)
    row = c.execute(query.where(s.table == table, s.player == player)).first()
    if row is None:
        return None
    mail, account, language = row.mail or "", "", row.language
    if mail and not (row.mail_confirmed and wants_notices(c, mail)):
        mail = ""
    if not mail and not row.webhook:
        mail, account, language = _of_account(c, table, player)
    if mail and _rests(c, mail):
        mail = ""
    return SeatAddress(mail, row.webhook or "", account, bool(row.noticed), language or SOURCE)


def _of_account(c: sa.Connection, table: str, player: int) -> tuple[str, str, str | None]:
    """The confirmed address of the account that holds a seat, the account and its language, if it wants each notice and
    is here."""
    h, a = schema.holdings.c, accounts.c
    mine = sa.and_(h.table == table, h.player == player, a.id == sa.func.substr(h.session, len(ACCOUNT) + 1))
    wants_mail = sa.and_(h.session.startswith(ACCOUNT), a.notices == "each", is_here(now()))
    row = c.execute(
        sa.select(a.mail, a.id, a.language).where(mine, wants_mail, a.mail.is_not(None)).order_by(a.id)
    ).first()
    return (row[0], row[1], row[2]) if row else ("", "", None)


def address_key(mail: str) -> str:
    """What stands for an address where it is not to be kept, nor to be read from a token: a hash of 80 bits."""
    return base64.b32encode(hashlib.sha256(mail.lower().encode()).digest()[:10]).decode().lower()


def wants_notices(c: sa.Connection, mail: str) -> bool:
    """Whether whoever reads an address has not said that notices are not wanted there."""
    return c.scalar(sa.select(unsubscribed.c.at).where(unsubscribed.c.key == address_key(mail))) is None


def _rests(c: sa.Connection, mail: str) -> bool:
    """Whether mails have come back from this address lately."""
    m = mail_addresses.c
    return c.scalar(sa.select(m.address).where(m.address == mail.lower(), m.rests > now())) is not None


def muted_players(c: sa.Connection, table: str, player: int) -> set[int]:
    """The players of a table whom the holder of a seat there has muted."""
    mine, theirs, r = schema.holdings.alias().c, schema.holdings.alias().c, relations.c
    by = sa.and_(mine.table == table, mine.player == player, mine.session == ACCOUNT + r.account)
    whom = sa.and_(theirs.table == table, theirs.session == ACCOUNT + r.other)
    return set(c.scalars(sa.select(theirs.player).where(by, whom, r.kind == "mute")))


def account_address(c: sa.Connection, account: str) -> list[str]:
    """The confirmed address of an account; none where there is none."""
    mail = c.scalar(sa.select(accounts.c.mail).where(accounts.c.id == account))
    return [mail] if mail else []


def reply_language(c: sa.Connection, table: str, player: int, account: str) -> str:
    """The language of answers to the holder of a seat. account: whose address it is, empty where it was left there."""
    s, a = schema.seats.c, accounts.c
    of_seat = sa.select(s.language).where(s.table == table, s.player == player)
    return c.scalar(sa.select(a.language).where(a.id == account) if account else of_seat) or SOURCE


def reply_addresses(c: sa.Connection, table: str, player: int) -> dict[str, str]:
    """The addresses whose holders may play a seat by mail, each with its account, empty where it was left at the seat.
    They count while no notices go there, too."""
    s, h, a = schema.seats.c, schema.holdings.c, accounts.c
    seat_mail = c.scalar(sa.select(s.mail).where(s.table == table, s.player == player, s.mail_confirmed))
    is_holder = sa.and_(h.table == table, h.player == player, a.id == sa.func.substr(h.session, len(ACCOUNT) + 1))
    condition = sa.and_(h.session.startswith(ACCOUNT), a.suspended.is_(sa.false()), a.mail.is_not(None))
    account_by_address = {
        str(row[0]): str(row[1]) for row in c.execute(sa.select(a.mail, a.id).where(is_holder, condition))
    }
    return account_by_address | ({str(seat_mail): ""} if seat_mail else {})
