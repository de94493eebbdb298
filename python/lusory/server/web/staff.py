"""Who may moderate: the host with the key of his server, administrators and moderators who are signed in."""

from __future__ import annotations

from typing import Literal, NamedTuple

from starlette.requests import Request

from ..accounts import Account
from ..table import Refused
from .identity import bearer, signed_in
from .tables import service_of

Role = Literal["moderator", "administrator"]
RANKS = {"": 0, "moderator": 1, "administrator": 2, "host": 3}


class Staff(NamedTuple):
    """Who moderates. role: of RANKS. account: None for the host."""

    role: str
    account: Account | None = None

    def outranks(self, other: Account) -> bool:
        """Whether this person may act on this account."""
        return RANKS[self.role] > RANKS[other.role]


async def staff_of(request: Request, least: str, proved: bool = False) -> Staff:
    """Who makes this request, if he has this role or a higher one. proved: whether that person must lately have shown
    who it is. Guesses of the host's key are counted. Raises Refused."""
    access = request.app.state.access
    if access.host(request):
        return Staff("host")
    if bearer(request):
        access.count(request, "codes")
        raise not_host()
    caller = await signed_in(request)
    if caller is None or not caller.account.role or least == "host":
        raise not_host()
    if RANKS[caller.account.role] < RANKS[least]:
        raise Refused(403, "only administrators of this server may do this", "authorization")
    if proved and not caller.proved:
        raise Refused(403, "sign in again to confirm that it is you", "proof")
    return Staff(caller.account.role, caller.account)


def not_host() -> Refused:
    """Only the host may."""
    return Refused(403, "only the host of this server may do this: expected the key in its folder", "authorization")


def note_text(hours: float | None, reason: str) -> str:
    """What a note says of an act: for how long, and why."""
    duration = "" if hours is None else f"for {hours:g} {'hour' if hours == 1 else 'hours'}"
    return ", ".join(filter(None, (duration, reason)))


async def note_act(request: Request, staff: Staff, act: str, about: str, note: str = "") -> None:
    """Remember what somebody did (see Moderation.note)."""
    account = staff.account.id if staff.account else None
    await service_of(request).moderation.note(act, about, note, account)
