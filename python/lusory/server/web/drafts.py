"""Endpoints of the rules editor: texts that may be games, measurements and variations of them, the words they are
written in."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...rules.options import text_of
from ..missed_texts import reasons
from ..word_list import word_list
from .endpoint import Endpoint
from .identity import caller_of
from .request_bodies import Rules, RulesDraft, RulesToVary
from .rules import games_of


async def draft(request: Request, body: RulesDraft) -> object:
    """POST /api/drafts"""
    caller, games = caller_of(request), games_of(request)
    if body.source is None:
        options = {name: text_of(option) for name, option in body.options.items()}
        return await games.example(body.game, options, caller)
    reply = await games.draft(body.source, caller)
    return {name: part for name, part in reply.items() if name != "game"} | facts(reply.get("game"))


def facts(game: dict[str, object] | None) -> dict[str, object]:
    """What the editor shows of a game."""
    return {} if game is None else {name: game[name] for name in ("hash", "title", "players", "hidden", "cells")}


async def measure(request: Request, body: Rules) -> object:
    """POST /api/drafts/measure"""
    caller = caller_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    return await games_of(request).measured(game, caller)


async def vary(request: Request, body: RulesToVary) -> object:
    """POST /api/drafts/vary"""
    caller = caller_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    found = await games_of(request).varied(game, body.goal, caller)
    return found | {"missed": reasons(found["missed"])}


async def words(request: Request) -> Response:
    """GET /api/words"""
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(msgspec.json.encode(word_list()), media_type="application/json", headers=headers)


ENDPOINTS = [
    Endpoint("POST", "/api/drafts", draft, "Checks a text of rules: both spellings and the board, or its faults with "
             "their places", takes=RulesDraft, kind="rules"),
    Endpoint("POST", "/api/drafts/measure", measure, "What 1,000 random games come to", takes=Rules, kind="rules"),
    Endpoint("POST", "/api/drafts/vary", vary, "Variations of a game that play well, the best first",
             takes=RulesToVary, kind="rules"),
    Endpoint("GET", "/api/words", words, "The words of rules, with their fields"),
]  # fmt: skip
