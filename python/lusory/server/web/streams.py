"""WebSocket streams: a table as it changes, and an analysis as it grows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import LusoryError
from ...texts import gettext
from ..live_table import LiveTable
from ..table import Refused
from ..table_service import TableService
from ..watcher import Watcher
from .access import AccessControl, Visit
from .drawings import caller_views_of, shorten_message, shorten_view
from .endpoint import error_reply
from .identity import caller_of, found_in, players_of, playing_as
from .request_bodies import AnalysisRequest
from .rules import games_of
from .tables import whole_number_of_query

PATIENCE = 20.0
"""Seconds after which a stalled stream is closed."""
WRONG, AGAIN, BUSY = 1008, 1012, 1013


async def table(socket: WebSocket) -> None:
    """WS /api/tables/{table}/stream"""
    service: TableService = socket.app.state.service
    access: AccessControl = socket.app.state.access
    try:
        access.count(socket, "opens")
        visit = access.enter(socket)
    except Refused as fault:
        return await socket.close(BUSY, str(fault)[:120])
    try:
        live = await service.live(socket.path_params["table"])
        seats_by_key = live.known
        await tag(socket, visit)
        players = await players_of(socket, live)
        eyes = whole_number_of_query(socket, "eyes", 3)  # type: ignore[arg-type]
        await socket.accept()
        service.look(live, caller_of(socket))
        await service.visited(live, players)
        watcher = Watcher(players, eyes)
        await until_gone(socket, shows(service, live, watcher, socket, seats_by_key), visit)
    except LusoryError as fault:
        with contextlib.suppress(RuntimeError):
            await socket.close(WRONG, str(fault)[:120])
    finally:
        access.leave(visit)


async def tag(socket: WebSocket, visit: Visit) -> None:
    """Note whose stream it is, so that it ends when he is signed out; looked up again after that, or a sign-out between
    the two would miss it."""
    account = await playing_as(socket)
    if account:
        visit.account = account.id
        if hasattr(socket.state, "by_token"):
            del socket.state.by_token
        await check_again(socket)


async def check_again(socket: WebSocket) -> None:
    """Look up once more whose it is. Raises Refused for a token that was revoked meanwhile."""
    socket.state.signed_in = await found_in(socket)
    await playing_as(socket)


async def shows(service: TableService, live: LiveTable, watcher: Watcher, socket: WebSocket, version: object) -> None:
    """Show the table, and again whenever it has changed. known: live.known when the watcher was identified."""
    service.watch(live, watcher)
    try:
        while live.known is not version:  # a seat has changed hands since, possibly one of these
            version = live.known
            if await players_of(socket, live) != watcher.players:
                return await socket.close(AGAIN)
        sent = await caller_views_of(socket, service, live)
        shown = await service.views.show(live, watcher.players, watcher.as_seat, board=not sent.cells)
        view, sent = shorten_view(shown, sent)
        await send(socket, msgspec.json.encode({"kind": "shown", "shown": view}))
        while watcher.closed is None:
            stale, small = await watcher.wait()
            if stale and not watcher.closed:
                message, sent = shorten_message(
                    await service.views.message(live, watcher.players, watcher.as_seat), sent
                )
                await send(socket, message)
            for part in small:
                await send(socket, msgspec.json.encode(part))
        await socket.close(*watcher.closed)
    finally:
        service.leave(live, watcher)


async def send(socket: WebSocket, message: bytes) -> None:
    """Send one message; a stalled stream is closed."""
    async with asyncio.timeout(PATIENCE):
        await socket.send({"type": "websocket.send", "text": message.decode()})


async def until_gone(socket: WebSocket, work: Any, visit: Visit) -> None:
    """Run until the client closes or the work is done, ignoring the client's messages. Raises Refused where the host
    blocks the address, or its user is signed out."""
    tasks = [asyncio.ensure_future(task) for task in (work, _gone(socket), visit.ended.wait())]
    try:
        finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in finished:
            fault = task.exception()
            if isinstance(fault, LusoryError):
                raise fault
            if fault is not None and not isinstance(fault, WebSocketDisconnect | TimeoutError | RuntimeError | OSError):
                raise fault
        if visit.ended.is_set():
            raise Refused(403, visit.why)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def received_text(socket: WebSocket) -> str:
    """The text that the other side sends. Raises Refused for anything else, WebSocketDisconnect where it went."""
    try:
        async with asyncio.timeout(PATIENCE):
            message = await socket.receive()
    except TimeoutError:
        raise Refused(408, "expected a request in time") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    if message.get("text") is None:
        raise Refused(400, "expected a message of text")
    return str(message["text"])


async def stream_work(socket: WebSocket, work: Callable[[WebSocket, Visit], Awaitable[None]]) -> None:
    """A stream of what a machine works out, counted as such; it tells what is wrong in a message, then closes."""
    access: AccessControl = socket.app.state.access
    try:
        access.count(socket, "opens")
        access.count(socket, "rules")
        visit = access.enter(socket)
    except Refused as fault:
        return await socket.close(BUSY, str(fault)[:120])
    try:
        await socket.accept()
        await work(socket, visit)
        await socket.close(1000)
    except (LusoryError, msgspec.DecodeError, TimeoutError, RecursionError) as fault:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await send(socket, msgspec.json.encode({"error": _reason(fault)}))
            await socket.close(WRONG)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        access.leave(visit)


def _reason(fault: Exception) -> object:
    if isinstance(fault, LusoryError):
        return error_reply(fault)[1]
    return gettext("this took too long") if isinstance(fault, TimeoutError) else str(fault)


async def analysis(socket: WebSocket) -> None:
    """WS /api/analysis"""
    await stream_work(socket, _requested)


async def _requested(socket: WebSocket, visit: Visit) -> None:
    analysis_request = msgspec.json.decode(await received_text(socket), type=AnalysisRequest)
    await tag(socket, visit)
    await until_gone(socket, _analyse(socket, await analysis_request_of(socket, analysis_request)), visit)


async def _analyse(socket: WebSocket, request: dict[str, Any]) -> None:
    service: TableService = socket.app.state.service
    async with contextlib.aclosing(
        service.pools.analysts.follow(request, 60, caller_of(socket), stops=True)
    ) as reports:
        async for report in reports:
            await send(socket, msgspec.json.encode(report))


async def analysis_request_of(socket: WebSocket, analysis_request: AnalysisRequest) -> dict[str, Any]:
    """The request to analyse, if it is allowed. Plies in a request are never compared with tables: a reply that
    depended on running games would reveal their secrets."""
    service: TableService = socket.app.state.service
    options = {"do": "think", "seconds": service.settings.limits.analysis, "data": service.settings.data}
    if analysis_request.table:
        live = await service.live(analysis_request.table)
        players = await players_of(socket, live)
        position: dict[str, Any] = msgspec.json.decode(
            await service.call(live, "analysis_request", players=players, ply=analysis_request.ply)
        )
        return position | options
    game_request = analysis_request.game, analysis_request.options, analysis_request.value
    game = await games_of(socket).requested(*game_request, caller_of(socket))  # type: ignore[arg-type]
    return {"game": game.value, "plies": analysis_request.plies} | options


ROUTES = [WebSocketRoute("/api/tables/{table}/stream", table), WebSocketRoute("/api/analysis", analysis)]
