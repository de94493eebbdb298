"""Streams: a table as it changes, and an analysis as it grows."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import LusoryError
from ...rules.game import Game
from ..hall import Hall, Live
from ..machines.requests import place
from ..table import HUMAN, Refused
from ..table.deeds import others
from ..watch import Watcher
from .endpoint import told
from .gate import Gate
from .identity import players_of
from .rules import book
from .shapes import Analysis
from .tables import whole

PATIENCE = 20.0
"""Seconds that a stream which takes nothing is waited for."""
WRONG, BUSY = 1008, 1013


async def table(socket: WebSocket) -> None:
    """WS /api/tables/{table}/stream"""
    hall: Hall = socket.app.state.hall
    gate: Gate = socket.app.state.gate
    try:
        who = gate.enter(socket)
    except Refused as fault:
        return await socket.close(BUSY, str(fault)[:120])
    try:
        live = await hall.live(socket.path_params["table"])
        players = await players_of(socket, live)
        asked = whole(socket, "eyes", 3)  # type: ignore[arg-type]
        await socket.accept()
        await hall.visited(live, players)
        watcher = Watcher(players, asked)
        await until_gone(socket, shows(hall, live, watcher, socket))
    except LusoryError as fault:
        with contextlib.suppress(RuntimeError):
            await socket.close(WRONG, str(fault)[:120])
    finally:
        gate.leave(who)


async def shows(hall: Hall, live: Live, watcher: Watcher, socket: WebSocket) -> None:
    """Show the table, and again whenever it has changed."""
    first = {"kind": "shown", "shown": hall.show(live, watcher.players, watcher.asked, board=True)}
    hall.watch(live, watcher)
    try:
        await send(socket, msgspec.json.encode(first))
        while not watcher.closed:
            stale, small = await watcher.wait()
            if stale:
                await send(socket, hall.message(live, watcher.players, watcher.asked))
            for message in small:
                await send(socket, msgspec.json.encode(message))
        await socket.close(1012)
    finally:
        hall.leave(live, watcher)


async def send(socket: WebSocket, message: bytes) -> None:
    """One message; who takes nothing is let go."""
    async with asyncio.timeout(PATIENCE):
        await socket.send({"type": "websocket.send", "text": message.decode()})


async def until_gone(socket: WebSocket, work: Any) -> None:
    """Go on until the other side closes or the work is done. What the other side says meanwhile is not heard."""
    tasks = [asyncio.ensure_future(work), asyncio.ensure_future(_gone(socket))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            fault = task.exception()
            if isinstance(fault, LusoryError):
                raise fault
            if fault is not None and not isinstance(fault, WebSocketDisconnect | TimeoutError | RuntimeError | OSError):
                raise fault
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(socket: WebSocket) -> None:
    while True:
        await socket.receive_text()


async def analysis(socket: WebSocket) -> None:
    """WS /api/analysis"""
    gate: Gate = socket.app.state.gate
    try:
        gate.count(socket, "rules")
        who = gate.enter(socket)
    except Refused as fault:
        return await socket.close(BUSY, str(fault)[:120])
    try:
        await socket.accept()
        async with asyncio.timeout(PATIENCE):
            text = await socket.receive_text()
        asked = msgspec.json.decode(text, type=Analysis)
        request = await wanted(socket, asked)
        await until_gone(socket, _analyse(socket, request))
        await socket.close(1000)
    except (LusoryError, msgspec.DecodeError, TimeoutError) as fault:
        said = told(fault)[1] if isinstance(fault, LusoryError) else str(fault) or "expected a request in time"
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await send(socket, msgspec.json.encode({"error": said}))
            await socket.close(WRONG)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        gate.leave(who)


async def _analyse(socket: WebSocket, request: dict[str, Any]) -> None:
    hall: Hall = socket.app.state.hall
    async with contextlib.aclosing(hall.analysts.follow(request, 60)) as reports:
        async for report in reports:
            await send(socket, msgspec.json.encode(report))


async def wanted(socket: WebSocket, asked: Analysis) -> dict[str, Any]:
    """What is to be thought about, if that is allowed now."""
    hall: Hall = socket.app.state.hall
    if asked.table:
        live = await hall.live(asked.table)
        position, player = at_table(live, await players_of(socket, live), asked.ply)
    else:
        game: Game = await book(socket).asked(asked.game, asked.options, asked.value)  # type: ignore[arg-type]
        position = game.start()
        for text in asked.plies:
            position = position.play(text)
        if hall.under_way(game.hash, asked.plies):
            raise Refused(403, "two people play just this game here: no analysis until it is over")
        mover = position.to_move
        player = mover if mover is not None else 0
    if position.to_move is None or position.to_move < 0:
        raise Refused(409, "expected a position in which a player is to move")
    found = place(position, player, random.Random(0))
    return found | {"do": "think", "seconds": hall.settings.limits.analysis}


def at_table(live: Live, players: tuple[int, ...], ply: int | None) -> tuple[Any, int]:
    """The position of a table, and through whose eyes: not between people while the game goes on."""
    found = live.table
    position = found.positions[min(found.ply if ply is None else ply, found.ply)]
    mover = position.to_move
    player = 0 if mover is None else mover
    if found.ending is None:
        people = [p for p in players if found.kinds[p] == HUMAN]
        if not people or others(found, people) or (found.hidden and player not in people):
            raise Refused(403, "no analysis between people until the game is over")
    return position, player


ROUTES = [WebSocketRoute("/api/tables/{table}/stream", table), WebSocketRoute("/api/analysis", analysis)]
