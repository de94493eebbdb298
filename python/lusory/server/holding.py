"""Who takes and gives up seats. The lock of the table is held throughout: nobody loses a seat in the middle of this."""

from __future__ import annotations

from .hall import Hall
from .live import Live
from .store import seat_changes, token
from .table import OPEN, Refused

LAPSED = "This invitation was used or withdrawn. If you took the seat, it is in the browser in which you did."


async def claim(hall: Hall, live: Live, secret: str, session: str, own: str | None, name: str) -> int:
    """Somebody takes the seat that he is invited to: a browser, or a program with a token. Raises Refused."""
    table = live.table
    player = await hall.seats.invited(table.id, secret)
    if player is None:
        raise Refused(404, LAPSED, "secret")
    also = seat_changes.claimed(table.id, player, secret, session, own)
    await hall.happen(live, [("sit", player, None, name or table.names[player])], also)
    live.forget(player)
    return player


async def sit_down(hall: Hall, live: Live, player: int | None, session: str, name: str) -> int:
    """Whoever comes takes an open seat, the first if it is not said which. Raises Refused where it is taken."""
    table = live.table
    free = [i for i, kind in enumerate(table.kinds) if kind == OPEN]
    found = player if player is not None else next(iter(free), None)
    if found is None or found not in free:
        raise Refused(409, "this seat is not open", "player")
    also = seat_changes.taken(table.id, found, session)
    await hall.happen(live, [("sit", found, None, name or table.names[found])], also)
    live.forget(found)
    return found


async def release(hall: Hall, live: Live, player: int, name: str) -> str:
    """The holder gives up his seat; nothing of him stays with it. name: of the empty seat. The new invitation to it."""
    invitation = token()
    also = seat_changes.released(live.table.id, player, invitation)
    await hall.happen(live, [("leave", player, None, name)], also)
    live.forget(player)
    return invitation


async def new_token(hall: Hall, live: Live, player: int) -> str:
    """A token for the holder's programs, in place of the last."""
    found = await hall.seats.new_token(live.table.id, player)
    live.forget(player)
    return found


async def only(hall: Hall, live: Live, player: int, session: str) -> str | None:
    """Every other browser and program loses the seat. session: of the browser that keeps it; a program, which has none,
    gets a new token."""
    own = None if session else token()
    await hall.seats.only(live.table.id, player, session, own)
    live.forget(player)
    return own
