"""Positions of nobody's table: moves that are tried, games that are gone through."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ..positions import reached, told
from .endpoint import Endpoint
from .rules import book
from .shapes import Rules, Text


class Reached(Rules, frozen=True):
    """A game, as in Rules, after some plies."""

    plies: Annotated[tuple[Text, ...], Meta(max_length=5000)] = ()


async def position(request: Request, body: Reached) -> object:
    """POST /api/positions"""
    game = await book(request).asked(body.game, body.options, body.value)

    def found() -> dict[str, Any]:
        return told(reached(game, body.plies))

    return msgspec.to_builtins(await run_in_threadpool(found))


ENDPOINTS = [
    Endpoint("POST", "/api/positions", position, "The position after some plies, as the referee sees it", takes=Reached,
             kind="rules")
]  # fmt: skip
