"""Endpoints at a table: plies, table commands, chat, notes, earlier positions."""

from __future__ import annotations

from typing import Any

import msgspec
import segno
from starlette.requests import Request

from .. import seating
from ..live_table import LiveTable
from ..muting import check_not_muted
from ..table import Refused
from ..table_service import TableService
from ..table_view import Shown
from ..text_cleanup import tidy
from .drawings import QUERY, SINCE, caller_views_of, shorten_view
from .endpoint import Endpoint, Json
from .identity import (
    caller_of,
    check_not_deleted,
    holder_of,
    one_of,
    outside,
    own_seat,
    players_of,
    playing_as,
    remember,
    require_seat,
    signed_in,
)
from .request_bodies import Act, Conditions, NewPly, Notes, Say
from .tables import chosen_name, live_table_of, number, service_of, whole_number_of_query

HINT = "best:1s"
GRACE = 5.0
LATER = 1
"""The rank of a hint: after the machines that people wait for."""
MOST_PLIES = 10**6


async def play(request: Request, body: NewPly) -> msgspec.Raw:
    """POST /api/tables/{table}/plies"""
    service, live = service_of(request), await live_table_of(request)
    players = await require_seat(request, live)
    await service.play(live, players, body.ply, body.text, body.request)
    return shorten_view(
        await service.views.written(live, players, body.eyes), await caller_views_of(request, service, live)
    )[0]


async def legal(request: Request) -> object:
    """GET /api/tables/{table}/plies"""
    service, live = service_of(request), await live_table_of(request)
    table, players = live.table, await require_seat(request, live)
    mover = table.to_move
    if mover is None or mover not in players:
        return {"ply": table.ply + 1, "plies": [], "printed": []}
    return msgspec.Raw(await service.call(live, "legal_plies", mover=mover))


async def threats(request: Request) -> object:
    """GET /api/tables/{table}/threats"""
    return msgspec.Raw(await service_of(request).aside(await live_table_of(request), "threats"))


async def act(request: Request, body: Act) -> object:
    """POST /api/tables/{table}/acts"""
    service, live = service_of(request), await live_table_of(request)
    if body.act == "sit":
        return await sit(request, service, live, body)
    players = await require_seat(request, live)
    extra: dict[str, Any] = {}
    if body.act == "hint":
        extra = {"hint": await hint(request, service, live, players, body)}
    elif body.act == "code":
        async with own_seat(request, live, body.player) as player:
            extra = await new_code(request, service, live, player)
    elif body.act == "name":
        async with own_seat(request, live, body.player) as player:
            await service.rename(live, player, clean_name(body.text), await author_of(request))
    else:
        await service.act(live, players, body.act, body.ply)
    return await shown_table(request, live, players, body.eyes) | extra


async def shown_table(request: Request, live: LiveTable, players: tuple[int, ...], eyes: int | None) -> dict[str, Any]:
    """The table as these players see it, to be added to."""
    service = service_of(request)
    sent = await caller_views_of(request, service, live)
    view: dict[str, Any] = msgspec.json.decode(shorten_view(await service.views.show(live, players, eyes), sent)[0])
    return view


def clean_name(text: str) -> str:
    """A player's own name, cleaned. Raises Refused where it is empty."""
    name = tidy(text)
    if not name:
        raise Refused(422, "expected a name", "text")
    return name


async def sit(request: Request, service: TableService, live: LiveTable, body: Act) -> object:
    """A visitor takes an open seat."""
    holder = await holder_of(request)
    name = await chosen_name(request, body.text)
    async with live.lock:
        player = await seating.sit_down(service, live, body.player, holder, name)
        code = await service.seats.new_code(live.table.id, player)
    players = await service.seats_held(live, "session", holder)
    view = await shown_table(request, live, players, body.eyes) | {"code": code}
    return remember(request, Json(view), holder)


async def hint(
    request: Request, service: TableService, live: LiveTable, players: tuple[int, ...], body: Act
) -> dict[str, Any]:
    """A ply that a machine would make, from what this player may see."""
    seed = live.table.chance("hint").getrandbits(62)
    worker_request = msgspec.json.decode(
        await service.call(live, "hint_request", players=players, ply=body.ply, seed=seed)
    )
    worker_request |= {"do": "choose", "spec": HINT, "seed": live.table.ply, "seconds": service.settings.think}
    pool = service.pools.thinking
    text: str = (await pool.ask(worker_request, service.settings.think + GRACE, caller_of(request), rank=LATER))["ply"]
    return {"text": text, "cells": msgspec.json.decode(await service.call(live, "named_cells", text=text))}


async def new_code(request: Request, service: TableService, live: LiveTable, player: int) -> dict[str, Any]:
    """A private code, which replaces the seat's earlier one, with a picture of it to photograph."""
    code = await service.seats.new_code(live.table.id, player)
    qr_code = segno.make(f"{outside(request)}/recover#{code}", error="m")
    return {
        "code": code,
        "qr": qr_code.svg_inline(scale=4, border=2, svgclass="qr", lineclass="qr-dark", omitsize=True),
    }


async def chat(request: Request, body: Say) -> object:
    """POST /api/tables/{table}/chat"""
    service, live = service_of(request), await live_table_of(request)
    players = await players_of(request, live)
    text = tidy(body.text)
    if not text:
        raise Refused(422, "expected a line of text", "text")
    if not players and live.table.ending is None:
        await check_not_deleted(request, live)
        raise Refused(403, "spectators can chat when the game is over", "")
    if caller := await signed_in(request):
        check_not_muted(caller.account.muted_until)
    await service.chat(live, players[0] if players else None, text, await author_of(request))
    return {"said": text}


async def author_of(request: Request) -> str | None:
    """The account whose words a request brings; None for a guest's."""
    account = await playing_as(request)
    return account.id if account else None


async def notes(request: Request) -> object:
    """GET /api/tables/{table}/notes"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, whole_number_of_query(request, "player", 3)) as player:
        seat_data = (await service.seats.get(live.table.id, player)).get("notes")
    return msgspec.json.decode(seat_data) if seat_data else {"cells": {}, "text": ""}


async def keep_notes(request: Request, body: Notes) -> object:
    """PUT /api/tables/{table}/notes"""
    service, live = service_of(request), await live_table_of(request)
    player = one_of(await require_seat(request, live), body.player)
    names = set(msgspec.json.decode(await service.call(live, "cells")))
    strange = next((cell for cell in body.cells if cell not in names), None)
    if strange is not None:
        raise Refused(422, "%(strange)s: not a cell of this board", "cells", strange=strange)
    notes = {"cells": body.cells, "text": body.text}
    encoded, most = msgspec.json.encode(notes), service.settings.limits.notes
    if len(encoded) > most:
        raise Refused(422, "notes take at most %(most)s bytes", "notes", most=most)
    async with own_seat(request, live, player):
        await service.seats.set(live.table.id, player, notes=encoded.decode())
    return notes


async def conditions(request: Request) -> object:
    """GET /api/tables/{table}/conditions"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, whole_number_of_query(request, "player", 3)) as player:
        seat_data = (await service.seats.get(live.table.id, player)).get("plan")
    return msgspec.json.decode(seat_data) if seat_data else {"after": live.table.ply, "lines": []}


async def keep_conditions(request: Request, body: Conditions) -> object:
    """PUT /api/tables/{table}/conditions"""
    service, live = service_of(request), await live_table_of(request)
    async with own_seat(request, live, body.player) as player:
        if body.ply != live.table.ply:
            raise Refused(
                409, "move %(ply)s: the game stands after move %(now)s", "ply", ply=body.ply, now=live.table.ply
            )
        encoded = await service.aside(live, "conditional_moves", player=player, lines=body.lines)
        plan: dict[str, Any] = msgspec.json.decode(encoded)
        await service.seats.set(live.table.id, player, plan=encoded.decode() if plan["lines"] else None)
    return plan


async def at(request: Request) -> object:
    """GET /api/tables/{table}/at/{ply}"""
    service, live = service_of(request), await live_table_of(request)
    players = await players_of(request, live)
    ply = number(request.path_params["ply"], "ply", MOST_PLIES)
    if ply > live.table.ply:
        raise Refused(404, "move %(ply)s: the game stands after move %(now)s", "ply", ply=ply, now=live.table.ply)
    eyes = whole_number_of_query(request, "eyes", 3)
    view = await service.call(live, "earlier_position", players=players, ply=ply, as_seat=eyes)
    return shorten_view(view, await caller_views_of(request, service, live))[0]


TABLE = "/api/tables/{table}"
VIEW_SCHEMA = {"$ref": "#/components/schemas/Shown"}
EYES = (("eyes", "the seat to see as"),)
ENDPOINTS = [
    Endpoint(
        "POST", f"{TABLE}/plies", play, "Plays a ply; it is kept when the answer comes", Shown, NewPly, (QUERY, SINCE)
    ),
    Endpoint("GET", f"{TABLE}/plies", legal, "The legal plies, of who is to move; none for others"),
    Endpoint("GET", f"{TABLE}/threats", threats, "The pieces that the next ply can capture"),
    Endpoint(
        "POST",
        f"{TABLE}/acts",
        act,
        "Undo, resign, draws, rematch, hint, sit, code, name",
        VIEW_SCHEMA,
        Act,
        (QUERY, SINCE),
    ),
    Endpoint("POST", f"{TABLE}/chat", chat, "Says something", takes=Say, kind="says"),
    Endpoint("GET", f"{TABLE}/notes", notes, "Own notes", query=(("player", "the seat"),)),
    Endpoint("PUT", f"{TABLE}/notes", keep_notes, "Keeps own notes", takes=Notes),
    Endpoint("GET", f"{TABLE}/conditions", conditions, "Own conditional moves", query=(("player", "the seat"),)),
    Endpoint("PUT", f"{TABLE}/conditions", keep_conditions, "Keeps own conditional moves", takes=Conditions),
    Endpoint("GET", TABLE + "/at/{ply}", at, "An earlier position, as the caller may see it", query=(*EYES, QUERY)),
]
