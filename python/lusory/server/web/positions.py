"""Endpoints for analysis positions, outside any table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request

from ...texts import current
from .drawings import QUERY, caller_views, shorten_view
from .endpoint import Endpoint
from .identity import caller_of
from .request_bodies import Rules, Text
from .rules import games_of


class Reached(Rules, frozen=True):
    """A game, as in Rules, after some plies."""

    plies: Annotated[tuple[Text, ...], Meta(max_length=5000)] = ()


async def position(request: Request, body: Reached) -> object:
    """POST /api/positions"""
    caller = caller_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    pools, settings = request.app.state.service.pools, request.app.state.settings
    worker_request = {"do": "position", "game": game.value, "plies": body.plies, "language": current()}
    reply: object = await pools.checking(game.guest).ask(worker_request, settings.budget.seconds, caller)
    return shorten_view(msgspec.json.encode(reply), caller_views(request))[0]


ENDPOINTS = [
    Endpoint("POST", "/api/positions", position, "The position after some plies, as the referee sees it", takes=Reached,
             query=(QUERY,), kind="rules")
]  # fmt: skip
