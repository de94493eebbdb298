"""Endpoints for seats: invitations, claims, tokens, giving up."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from .. import seating
from ..live_table import LiveTable
from ..store import Holder, token
from ..table import HUMAN, Refused
from ..table.setup import default_name
from .endpoint import Endpoint, Json
from .identity import bearer, holder_of, own_seat, playing_as, remember, require_seat, session_of
from .request_bodies import Name, Player, RequestBody
from .tables import chosen_name, link_of, live_table_of, service_of

Secret = Annotated[str, Meta(min_length=1, max_length=100)]


class Invited(RequestBody, frozen=True):
    """secret: of an invitation, the part behind the # of its link."""

    secret: Secret


class Claim(RequestBody, frozen=True):
    """secret: of an invitation; after a rematch also the token of the seat of the game before. name: what you call
    yourself. program: give a token, not a cookie."""

    secret: Secret
    name: Name = ""
    program: bool = False


class SeatRequest(RequestBody, frozen=True):
    """player: which seat; left out, your first."""

    player: Player | None = None


async def show_invitation(request: Request, body: Invited) -> Response:
    """POST /api/tables/{table}/invitation"""
    service, live = service_of(request), await live_table_of(request)
    player = await service.seats.invited(live.table.id, body.secret)
    if player is None:
        raise Refused(404, seating.LAPSED, "secret")
    invitation = {"player": player, "title": live.game.title, "names": live.table.names}
    # The session exists before the claim, so the seat is held even if the reply to the claim is lost.
    return remember(request, Json(invitation), await holder_of(request))


async def claim(request: Request, body: Claim) -> Response:
    """POST /api/tables/{table}/claim"""
    service, live = service_of(request), await live_table_of(request)
    holder, program_token = await holder_of(request), token() if body.program else None
    name = await chosen_name(request, body.name)
    async with live.lock:
        player = await seating.claim(service, live, body.secret, holder, program_token, name)
        claimed: dict[str, object] = {"table": live.table.id, "player": player}
        if program_token:
            return Json(claimed | {"token": program_token})
        code = await service.seats.new_code(live.table.id, player)
    return remember(request, Json(claimed | {"code": code}), holder)


async def invite(request: Request, body: SeatRequest) -> object:
    """POST /api/tables/{table}/invite"""
    service, live = service_of(request), await live_table_of(request)
    async with live.lock:
        await require_seat(request, live)
        table, secret = live.table, token()
        open_seats = [p for p, kind in enumerate(table.kinds) if kind == HUMAN and p not in table.taken]
        player = body.player if body.player is not None else next(iter(open_seats), None)
        if player is None or player >= table.players or table.kinds[player] != HUMAN:
            raise Refused(409, "there is no free seat to invite somebody to", "player")
        if player in table.left:  # or the opponent could claim it and see what is hidden
            raise Refused(409, "the player who gave up this seat has the link to it", "player")
        if not await service.seats.invite(table.id, player, secret):
            raise Refused(409, "this seat is taken; only its player can give it up", "player")
    return {"player": player, "link": link_of(request, table.id, secret)}


async def release(request: Request, body: SeatRequest) -> object:
    """POST /api/tables/{table}/release"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, body.player) as player:
        if live.table.setup.shared:
            raise Refused(409, "players at one screen cannot give up a seat", "player")
        secret = await seating.release(service, live, player, default_name(player, HUMAN))
    return {"player": player, "link": link_of(request, live.table.id, secret)}


async def fresh(request: Request, body: SeatRequest) -> object:
    """POST /api/tables/{table}/token"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, body.player) as player:
        return {"player": player, "token": await seating.new_token(service, live, player)}


async def only(request: Request, body: SeatRequest) -> object:
    """POST /api/tables/{table}/only-me"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, body.player) as player:
        new_token = await seating.only(service, live, player, await keeper(request, live, player))
    return {"player": player} | ({"token": new_token} if new_token else {})


async def keeper(request: Request, live: LiveTable, player: int) -> str | Holder:
    """Who keeps a seat that everybody else loses: the account, if it holds it, else this browser; empty for a
    program."""
    account = await playing_as(request)
    if account and player in await service_of(request).seats_held(live, "session", account.holder):
        return account.holder
    return "" if bearer(request) else session_of(request)


TABLE = "/api/tables/{table}"
ENDPOINTS = [
    Endpoint("POST", f"{TABLE}/invitation", show_invitation, "What an invitation leads to; nothing changes",
             takes=Invited),
    Endpoint("POST", f"{TABLE}/claim", claim, "Takes a seat by an invitation, which works once", takes=Claim),
    Endpoint("POST", f"{TABLE}/invite", invite, "A new invitation to a seat that nobody holds; the last one lapses",
             takes=SeatRequest, kind="tables"),
    Endpoint("POST", f"{TABLE}/release", release, "Gives up your seat; the answer holds an invitation to it",
             takes=SeatRequest),
    Endpoint("POST", f"{TABLE}/token", fresh, "A token for your seat, which replaces the last", takes=SeatRequest),
    Endpoint("POST", f"{TABLE}/only-me", only, "Every other browser and program loses your seat", takes=SeatRequest),
]  # fmt: skip
