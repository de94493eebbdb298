"""Taking and giving up seats. The caller holds the table's lock."""

from __future__ import annotations

from .live_table import LiveTable
from .store import Holder, holder_key, seat_changes, token
from .store.seats import account_of_key
from .table import OPEN, Refused
from .table_service import TableService

LAPSED = "This invitation was used or withdrawn. If you took the seat, it is in the browser in which you did."


async def claim(
    service: TableService, live: LiveTable, secret: str, session: str | Holder, new_token: str | None, name: str
) -> int:
    """A browser or an account, or a program with a token, takes the seat it is invited to. Raises Refused."""
    table = live.table
    player = await service.seats.invited(table.id, secret)
    if player is None:
        raise Refused(404, LAPSED, "secret")
    also = seat_changes.claim_seat(table.id, player, secret, session, new_token)
    await service.happen(live, [("sit", player, None, name or table.names[player])], also, account_of(session))
    live.forget(player)
    return player


async def sit_down(service: TableService, live: LiveTable, player: int | None, session: str | Holder, name: str) -> int:
    """A visitor takes an open seat (by default the first). Raises Refused where it is taken."""
    table = live.table
    open_seats = [i for i, kind in enumerate(table.kinds) if kind == OPEN]
    seat = player if player is not None else next(iter(open_seats), None)
    if seat is None or seat not in open_seats:
        raise Refused(409, "this seat is not open", "player")
    also = seat_changes.take_seat(table.id, seat, session)
    await service.happen(live, [("sit", seat, None, name or table.names[seat])], also, account_of(session))
    live.forget(seat)
    return seat


def account_of(holder: str | Holder) -> str | None:
    """The account that a holder of seats is; None for a browser's session."""
    return account_of_key(holder_key(holder))


async def release(service: TableService, live: LiveTable, player: int, name: str) -> str:
    """The holder gives up the seat, its contact and notes. name: of the empty seat. Returns the invitation. Raises
    Refused in a rated game that goes on: it counts to who began it."""
    if live.table.setup.rated and live.table.ending is None:
        raise Refused(409, "this game is rated: you can give up your seat when it is over", "player")
    invitation = token()
    also = seat_changes.release_seat(live.table.id, player, invitation)
    await service.happen(live, [("leave", player, None, name)], also)
    live.forget(player)
    return invitation


async def new_token(service: TableService, live: LiveTable, player: int) -> str:
    """A token for the holder's programs; it replaces the last."""
    new_token = await service.seats.new_token(live.table.id, player)
    live.forget(player)
    return new_token


async def only(service: TableService, live: LiveTable, player: int, session: str | Holder) -> str | None:
    """Every other browser and program loses the seat. session: of the browser or account that keeps it; a
    program, which has none, gets a new token."""
    new_token = None if session else token()
    await service.seats.only(live.table.id, player, session, new_token)
    live.forget(player)
    return new_token
