"""Changes of a seat's holder, made in the transaction of the log entries about them.

Contacts, notes and conditional moves of a seat belong to its holder: they are deleted when the holder changes.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from . import schema
from .seats import Holder, hashed, holder_key, put_holder
from .store import SeatChange

NOTHING: dict[str, Any] = {
    **dict.fromkeys(("token", "code", "invitation", "heir", "mail", "webhook", "feed", "notes", "language", "plan")),
    "noticed": False,
    "mail_confirmed": False,
}
"""The columns of a seat without a holder."""


def claim_seat(table: str, player: int, secret: str, session: str | Holder, token: str | None) -> SeatChange:
    """A browser, or a program that gets a token, takes the seat that `secret` is for: an invitation, or the token of
    the same holder's seat before a rematch. Either works once."""
    s, proof = schema.seats, hashed(secret)
    seat = sa.and_(s.c.table == table, s.c.player == player)
    token_columns = {"token": hashed(token)} if token else {}

    def change(c: sa.Connection) -> bool:
        emptied = s.update().where(seat, s.c.invitation == proof).values(**NOTHING | token_columns)
        if c.execute(emptied).rowcount == 1:
            _forget_holders(c, table, player)
        elif c.execute(s.update().where(seat, s.c.heir == proof).values(heir=None, **token_columns)).rowcount != 1:
            return False
        if not token:
            put_holder(c, holder_key(session), table, player)
        return True

    return change


def take_seat(table: str, player: int, session: str | Holder) -> SeatChange:
    """A browser or an account takes an open seat."""
    s = schema.seats

    def change(c: sa.Connection) -> bool:
        c.execute(s.update().where(s.c.table == table, s.c.player == player).values(**NOTHING))
        _forget_holders(c, table, player)
        put_holder(c, holder_key(session), table, player)
        return True

    return change


def release_seat(table: str, player: int, invitation: str) -> SeatChange:
    """The seat has no holder any more; the new invitation claims it."""
    s = schema.seats

    def change(c: sa.Connection) -> bool:
        values = NOTHING | {"invitation": hashed(invitation)}
        c.execute(s.update().where(s.c.table == table, s.c.player == player).values(**values))
        _forget_holders(c, table, player)
        return True

    return change


def _forget_holders(c: sa.Connection, table: str, player: int) -> None:
    h = schema.holdings
    c.execute(h.delete().where(h.c.table == table, h.c.player == player))
