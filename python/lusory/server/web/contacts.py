"""Where a seat is told that it is its turn, and the links in our mails that confirm an address or end notices there."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ...texts import current
from ..contact_check import check_contact
from ..mail.contacts import Contacts
from ..mail.mail_service import MailRoom
from ..mail.reply_token import parse
from ..store import hashed, token
from ..table import Refused
from .endpoint import Endpoint, Json
from .identity import one_of, outside, own_seat, playing_as, require_seat, session_of
from .request_bodies import Contact, RequestBody
from .sign_in import access_of, mailing_of
from .tables import live_table_of, service_of


class ContactLink(RequestBody, frozen=True):
    """secret: of a link that was mailed, the part behind the #."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]


def contacts_of(request: Request) -> Contacts:
    """What knows which addresses are confirmed."""
    contacts: Contacts = request.app.state.mails.contacts
    return contacts


async def contact(request: Request, body: Contact) -> object:
    """PUT /api/tables/{table}/contact"""
    service, live = service_of(request), await live_table_of(request)
    player = one_of(await require_seat(request, live), body.player)
    await check_contact(service.settings, body.mail, body.webhook)
    is_confirmed = bool(body.mail) and await _confirmed(request, (live.table.id, player), body.mail)
    feed = token() if body.feed else ""
    contact_values = {"mail": body.mail or None, "mail_confirmed": is_confirmed, "webhook": body.webhook or None,
            "feed": hashed(feed) if feed else None, "language": current()}  # fmt: skip
    async with own_seat(request, live, player):
        await service.seats.set(live.table.id, player, noticed=False, **contact_values)
    if body.mail and not is_confirmed:
        mailing_of(request).later(contacts_of(request).ask((live.table.id, player), body.mail))
    feed_link = f"{outside(request)}/feed/{feed}" if feed else ""
    return {"mail": body.mail, "confirmed": is_confirmed, "webhook": body.webhook, "feed": feed_link}


async def _confirmed(request: Request, seat: tuple[str, int], mail: str) -> bool:
    """Whether an address is confirmed; a mail that asks for that is counted. Raises Refused."""
    account = await playing_as(request)
    holder = account.holder if account else session_of(request)
    if await contacts_of(request).is_confirmed(seat, mail, account, holder):
        return True
    access_of(request).count(request, "contacts")
    access_of(request).count_confirm(mail)
    return False


async def confirm(request: Request, body: ContactLink) -> object:
    """POST /api/contacts"""
    await contacts_of(request).confirm(body.secret)
    return {"confirmed": True}


async def unsubscribe(request: Request) -> Response:
    """POST /api/unsubscribe/{token}"""
    mails: MailRoom = request.app.state.mails
    token = parse(request.path_params["token"][:80])
    if token is None or not await mails.unsubscribe(token):
        raise Refused(404, "this link no longer belongs to a notification", "token")
    return Json({"unsubscribed": True})


ENDPOINTS = [
    Endpoint("PUT", "/api/tables/{table}/contact", contact, "Where to tell that it is this seat's turn", takes=Contact),
    Endpoint("POST", "/api/contacts", confirm, "Confirms an address that was left at a seat, by a link that was mailed",
             takes=ContactLink, kind="signins"),
    Endpoint("POST", "/api/unsubscribe/{token}", unsubscribe, "Ends the notices that a mail is of"),
]  # fmt: skip
