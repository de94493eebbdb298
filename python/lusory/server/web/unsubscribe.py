"""The link in our mails that ends them with one click (RFC 8058)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..mail.mail_service import MailRoom
from ..mail.reply_token import parse
from ..table import Refused
from .endpoint import Endpoint, Json


async def unsubscribe(request: Request) -> Response:
    """POST /api/unsubscribe/{token}"""
    mails: MailRoom = request.app.state.mails
    token = parse(request.path_params["token"][:80])
    if token is None or not await mails.unsubscribe(token):
        raise Refused(404, "this link no longer belongs to a notification", "token")
    return Json({"unsubscribed": True})


ENDPOINTS = [Endpoint("POST", "/api/unsubscribe/{token}", unsubscribe, "Ends the notices that a mail is of")]
