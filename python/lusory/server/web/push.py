"""Endpoints of Web Push: the browsers of an account that get a message when it is its turn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ..contact_check import place_of
from ..push.encryption import decode, encode, point_of, private_key, public_point
from ..push.subscriptions import PushSubscriptions
from ..table import Refused
from .endpoint import Endpoint
from .request_bodies import RequestBody
from .sign_in import device_of, owner


class BrowserToTell(RequestBody, frozen=True):
    """endpoint, p256dh, auth: as the browser's PushSubscription.toJSON() writes them."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class BrowserId(RequestBody, frozen=True):
    """browser: its id, as the list tells it."""

    browser: Annotated[str, Meta(max_length=24)]


def subscriptions_of(request: Request) -> PushSubscriptions:
    """All subscriptions."""
    subscriptions: PushSubscriptions = request.app.state.mails.push.subscriptions
    return subscriptions


def check_on(request: Request) -> None:
    """Raises Refused where the settings say no."""
    if not request.app.state.settings.push:
        raise Refused(422, "this server sends no notifications to browsers", "endpoint")


async def browsers(request: Request) -> object:
    """GET /api/account/push"""
    account, session = await owner(request)
    check_on(request)
    subscriptions = subscriptions_of(request)
    key = encode(point_of(private_key(await subscriptions.private_key())))
    rows = await subscriptions.listed(account.id)
    listed = [
        {name: row[name] for name in ("id", "endpoint", "device", "created")} | {"this": row["session"] == session}
        for row in rows
    ]
    return {"key": key, "browsers": listed}


async def add_browser(request: Request, body: BrowserToTell) -> object:
    """POST /api/account/push"""
    account, session = await owner(request)
    check_on(request)
    check_keys(body)
    await place_of(request.app.state.settings, body.endpoint, "endpoint")
    key, auth = body.p256dh.rstrip("="), body.auth.rstrip("=")
    device = device_of(request)
    return {"id": await subscriptions_of(request).put(account.id, session, device, body.endpoint, key, auth)}


def check_keys(body: BrowserToTell) -> None:
    """Raises Refused for keys with which nothing can be encrypted."""
    try:
        public_point(decode(body.p256dh))
    except ValueError:
        raise Refused(422, "expected the public key of a subscription", "p256dh") from None
    try:
        is_long_enough = len(decode(body.auth)) == 16
    except ValueError:
        is_long_enough = False
    if not is_long_enough:
        raise Refused(422, "expected 16 bytes in base64url", "auth")


async def drop_browser(request: Request, body: BrowserId) -> object:
    """DELETE /api/account/push"""
    account, _ = await owner(request)
    if not await subscriptions_of(request).drop(body.browser, account.id):
        raise Refused(404, "this browser gets no notifications", "browser")
    return {"dropped": body.browser}


async def worker(request: Request) -> Response:
    """GET /push-worker.js: its address stays the same, since browsers know it by that."""
    from .pages import assets

    response, _ = assets()["js/push-worker.js"]
    return Response(response.body, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


ENDPOINTS = [
    Endpoint("GET", "/api/account/push", browsers, "The browsers that are told by Web Push, and the server's key"),
    Endpoint("POST", "/api/account/push", add_browser, "Tells this browser when it is your turn", takes=BrowserToTell,
             code=201),
    Endpoint("DELETE", "/api/account/push", drop_browser, "Tells a browser no more", takes=BrowserId),
]  # fmt: skip
