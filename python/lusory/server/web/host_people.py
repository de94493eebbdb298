"""What the host, administrators and moderators do about accounts: roles, muting, suspension, invitations."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request

from ..._counts import count_phrase
from ..accounts import Account
from ..store import now, token
from ..store.moderation import FOREVER
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .people import person_of
from .request_bodies import RequestBody
from .sign_in import access_of, people_of
from .staff import Role, Staff, note_act, note_text, staff_of
from .tables import service_of

HOUR, DAY = 3_600_000, 24 * 60
"""In milliseconds; in minutes."""
LEAST = {"mute": "moderator", "unmute": "moderator", "suspend": "administrator", "restore": "administrator"}
"""Who may do what to an account."""


class DealWithAccount(RequestBody, frozen=True):
    """do: mute (it may say nothing), unmute, suspend (nobody signs in to it) or restore. hours: of a mute; without them
    until it is lifted. reason: for the log."""

    do: Literal["mute", "unmute", "suspend", "restore"]
    hours: Annotated[float, Meta(gt=0, le=100_000)] | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class NewRole(RequestBody, frozen=True):
    """role: moderator, administrator, or empty for none."""

    role: Role | Literal[""]


class NewInvitation(RequestBody, frozen=True):
    """days: for which it is good."""

    days: Annotated[int, Meta(ge=1, le=365)] = 14


async def list_accounts(request: Request) -> object:
    """GET /api/host/accounts"""
    await staff_of(request, "moderator")
    return {"people": await service_of(request).moderation.people()}


async def deal(request: Request, body: DealWithAccount) -> object:
    """POST /api/host/accounts/{person}"""
    staff = await staff_of(request, LEAST[body.do])
    account = await person_below(request, staff)
    if body.hours is not None and body.do != "mute":
        raise Refused(422, "hours: only for muting", "hours")
    until = FOREVER if body.hours is None else now() + int(body.hours * HOUR)
    changes: dict[str, dict[str, object]] = {
        "mute": {"muted_until": until}, "unmute": {"muted_until": None},
        "suspend": {"suspended": True}, "restore": {"suspended": False},
    }  # fmt: skip
    people = people_of(request)
    await people.accounts.change(account.id, **changes[body.do])
    if body.do == "suspend":
        await people.sessions.end_all(account.id)
        access_of(request).sign_out(account.id)
    await note_act(request, staff, body.do, f"account {account.name}", note_text(body.hours, tidy(body.reason)))
    return {"id": account.name, "done": body.do}


async def person_below(request: Request, staff: Staff) -> Account:
    """The account that a request is about, which has a lower role. Raises Refused."""
    account = await person_of(request)
    if not staff.outranks(account):
        raise Refused(403, "this account has your role, or a higher one", "person")
    return account


async def give_role(request: Request, body: NewRole) -> object:
    """PUT /api/host/accounts/{person}/role"""
    staff = await staff_of(request, "host" if body.role == "administrator" else "administrator", proved=True)
    account = await person_below(request, staff)
    await people_of(request).accounts.change(account.id, role=body.role or None)
    act = "appoint" if body.role else "dismiss"
    await note_act(request, staff, act, f"account {account.name}", body.role or account.role)
    return {"id": account.name, "role": body.role}


async def invite(request: Request, body: NewInvitation) -> object:
    """POST /api/host/invitations"""
    staff, secret = await staff_of(request, "administrator"), token()
    await people_of(request).secrets.add(secret, "invitation", body.days * DAY)
    await note_act(request, staff, "invite", "somebody", f"for {count_phrase(body.days, 'day')}")
    return {"link": f"{request.app.state.settings.own_address}/sign-in#invitation={secret}", "days": body.days}


ENDPOINTS = [
    Endpoint("GET", "/api/host/accounts", list_accounts, "Moderators, administrators, muted and suspended accounts"),
    Endpoint("POST", "/api/host/accounts/{person}", deal, "A moderator mutes an account; an administrator suspends it",
             takes=DealWithAccount),
    Endpoint("PUT", "/api/host/accounts/{person}/role", give_role, "Makes a moderator or administrator, or unmakes one",
             takes=NewRole),
    Endpoint("POST", "/api/host/invitations", invite, "An administrator invites somebody to make an account",
             takes=NewInvitation),
]  # fmt: skip
