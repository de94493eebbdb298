"""Endpoints about games: lists of games and of models that play them, pictures, figures, checks of rule values."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..game_service import GameService
from ..registered_models import list_models
from .endpoint import Endpoint
from .identity import caller_of
from .request_bodies import Rules

SVG = "image/svg+xml"


def games_of(request: Request) -> GameService:
    """The game service of this server."""
    games: GameService = request.app.state.games
    return games


async def games(request: Request) -> object:
    """GET /api/games"""
    return await games_of(request).listed()


async def models(request: Request) -> object:
    """GET /api/models"""
    models = await run_in_threadpool(list_models, request.app.state.settings.data)
    return {
        "models": [
            {"spec": model.spec, "game": model.name, "hash": model.hash, "checked": model.checked} for model in models
        ]
    }


async def picture(request: Request) -> Response:
    """GET /api/games/{name}/picture.svg"""
    options = dict(request.query_params)
    caller = caller_of(request)
    game = await games_of(request).named(request.path_params["name"], options, caller)
    svg = await games_of(request).picture(game, caller)
    return Response(svg, media_type=SVG, headers={"Cache-Control": "public, max-age=86400"})


async def figures(request: Request) -> object:
    """GET /api/games/{name}/figures"""
    game = await games_of(request).named(request.path_params["name"], dict(request.query_params), caller_of(request))
    return await games_of(request).figures(game)


async def rules(request: Request, body: Rules) -> object:
    """POST /api/rules"""
    caller = caller_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    facts = {
        "hash": game.hash,
        "name": game.name,
        "players": game.players,
        "hidden": game.hidden,
        "cells": game.cells,
        "svg": await games_of(request).board(game, caller),
    }
    if request.query_params.get("sheet", "1") != "0":
        facts["sheet_html"] = (await games_of(request).sheet(game, caller))["html"]
    return facts


ENDPOINTS = [
    Endpoint("GET", "/api/games", games, "The games, with their options"),
    Endpoint("GET", "/api/models", models, "The certificates and nets that tables may have as players"),
    Endpoint(
        "GET",
        "/api/games/{name}/picture.svg",
        picture,
        "The board after a typical opening; options of the game as query parameters",
        kind="rules",
        media=SVG,
    ),
    Endpoint("GET", "/api/games/{name}/figures", figures, "Figures of the games played here"),
    Endpoint(
        "POST",
        "/api/rules",
        rules,
        "Checks rules, and shows the board and the sheet",
        takes=Rules,
        query=(("sheet", "0: without the sheet, which takes a second or more to make"),),
        kind="rules",
    ),
]
