"""The games there are, and rule values of anybody's."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..rulebook import Rulebook
from .endpoint import Endpoint
from .shapes import Rules

SVG = "image/svg+xml"


def book(request: Request) -> Rulebook:
    """What is known of games."""
    found: Rulebook = request.app.state.rulebook
    return found


async def games(request: Request) -> object:
    """GET /api/games"""
    return await book(request).listed()


async def picture(request: Request) -> Response:
    """GET /api/games/{name}/picture.svg"""
    options = dict(request.query_params)
    game = await book(request).named(request.path_params["name"], options)
    svg = await book(request).picture(game)
    return Response(svg, media_type=SVG, headers={"Cache-Control": "public, max-age=86400"})


async def figures(request: Request) -> object:
    """GET /api/games/{name}/figures"""
    game = await book(request).named(request.path_params["name"], dict(request.query_params))
    return await book(request).figures(game)


async def rules(request: Request, body: Rules) -> object:
    """POST /api/rules"""
    game = await book(request).asked(body.game, body.options, body.value)
    position = game.start()
    found = {
        "hash": game.hash,
        "name": game.name,
        "players": game.players,
        "hidden": bool(position.hidden),
        "cells": len(game.geometry.names),
        "svg": position.svg(),
    }
    if request.query_params.get("sheet", "1") != "0":
        found["sheet_html"] = (await book(request).sheet(game))["html"]
    return found


ENDPOINTS = [
    Endpoint("GET", "/api/games", games, "The games, with their options"),
    Endpoint(
        "GET",
        "/api/games/{name}/picture.svg",
        picture,
        "The board after a typical opening; options of the game as query parameters",
        kind="rules",
        media=SVG,
    ),
    Endpoint("GET", "/api/games/{name}/figures", figures, "What the games played here say of it"),
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
