"""Endpoints of reviews of finished games: stored lines of analysis, the machine's review of the game."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from ..live_table import LiveTable
from ..registry import NAME
from ..store.reviews import MOST_LINES, Reviews
from ..table import Refused
from ..table_service import TableService
from .access import Visit
from .endpoint import Endpoint
from .identity import caller_of, players_of, signed_in
from .request_bodies import RequestBody, Text
from .streams import send, stream_work, tag, until_gone
from .tables import live_table_of, service_of

NONE = "there is no line of this name"


class NewLine(RequestBody, frozen=True):
    """after: the last ply of the game before the line. plies: of the line."""

    after: Annotated[int, Meta(ge=0, le=5000)]
    plies: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=200)]


async def finished_record(service: TableService, live: LiveTable, players: tuple[int, ...]) -> dict[str, Any]:
    """The rules and the plies of a finished game without secrets. Raises Refused."""
    record: dict[str, Any] = msgspec.json.decode(await service.call(live, "review_request", players=players))
    return record


async def show_review(request: Request) -> object:
    """GET /api/tables/{table}/review"""
    live = await live_table_of(request)
    await finished_record(service_of(request), live, await players_of(request, live))
    reviews = Reviews(service_of(request).store)
    return {"review": await reviews.review(live.table.id), "lines": await reviews.lines(live.table.id)}


async def keep(request: Request, body: NewLine) -> object:
    """POST /api/tables/{table}/lines"""
    service, live = service_of(request), await live_table_of(request)
    players = await players_of(request, live)
    if not players and await signed_in(request) is None:
        raise Refused(403, "players of this game and people who are signed in may keep lines here")
    game = await finished_record(service, live, players)
    if body.after > len(game["plies"]):
        raise Refused(422, "%(after)s, expected at most %(game)s", "after", after=body.after, game=len(game["plies"]))
    position_request = {"do": "position", "game": game["game"], "plies": [*game["plies"][: body.after], *body.plies]}
    pool = service.pools.checking(live.game.guest)
    reached = await pool.ask(position_request, service.settings.budget.seconds, caller_of(request))
    plies = list(zip(reached["texts"][body.after :], reached["printed"][body.after :], strict=True))
    line_id = await Reviews(service.store).add_line(live.table.id, body.after, plies)
    if line_id is None:
        raise Refused(409, "a table keeps at most %(most_lines)s lines", most_lines=MOST_LINES)
    return {"id": line_id, "after": body.after, "plies": plies}


async def delete(request: Request) -> object:
    """DELETE /api/tables/{table}/lines/{line}"""
    live, line_id = await live_table_of(request), request.path_params["line"]
    if not await players_of(request, live):
        raise Refused(403, "players of this game may delete its lines")
    if not NAME.fullmatch(line_id) or not await Reviews(service_of(request).store).delete_line(live.table.id, line_id):
        raise Refused(404, NONE, "line")
    return {"deleted": line_id}


async def review(socket: WebSocket) -> None:
    """WS /api/tables/{table}/review: how far it is, then the review, which is kept."""
    await stream_work(socket, _serve_review)


async def _serve_review(socket: WebSocket, visit: Visit) -> None:
    await tag(socket, visit)
    await until_gone(socket, _send_review(socket), visit)


async def _send_review(socket: WebSocket) -> None:
    service: TableService = socket.app.state.service
    live = await service.live(socket.path_params["table"])
    game = await finished_record(service, live, await players_of(socket, live))
    reviews = Reviews(service.store)
    stored_review = await reviews.review(live.table.id)
    if stored_review is not None:
        return await send(socket, msgspec.json.encode({"review": stored_review}))
    request = game | {"do": "review", "seconds": service.settings.limits.analysis}
    pool = service.pools.analysts
    async with contextlib.aclosing(pool.follow(request, 60, caller_of(socket), stops=True)) as reports:
        async for report in reports:
            if "review" in report:
                await asyncio.shield(reviews.keep_review(live.table.id, report["review"]))
            await send(socket, msgspec.json.encode(report))


ENDPOINTS = [
    Endpoint("GET", "/api/tables/{table}/review", show_review,
             "What the machine said of a finished game, if it was asked, and the lines kept with it"),
    Endpoint("POST", "/api/tables/{table}/lines", keep, "Keeps a line of analysis with a finished game", takes=NewLine,
             code=201, kind="says"),
    Endpoint("DELETE", "/api/tables/{table}/lines/{line}", delete, "Deletes a line of analysis", kind="says"),
]  # fmt: skip
ROUTES = [WebSocketRoute("/api/tables/{table}/review", review)]
