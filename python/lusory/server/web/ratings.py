"""Endpoints of ratings: the standings of a game, and a person's ratings with their curves."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ...games import find
from ..accounts import Account
from ..store import now
from ..tables_of_standings import shown_rating
from .endpoint import Endpoint
from .people import person_of
from .tables import service_of


async def of_game(request: Request) -> object:
    """GET /api/games/{name}/ratings"""
    return await service_of(request).standings.of(find(request.path_params["name"][:60]).name)


async def of_person(request: Request) -> object:
    """GET /api/people/{person}/ratings"""
    return {"ratings": await ratings_of(request, await person_of(request))}


async def ratings_of(request: Request, person: Account) -> list[dict[str, Any]]:
    """A person's ratings, one for each game, with their curves."""
    key, rows = person.holder.key, []
    for game, ratings in (await service_of(request).standings.of_player(key)).items():
        curve = [
            {"at": point.moment, "rating": round(point.rating), "deviation": round(point.deviation)}
            for point in ratings.curves[key]
        ]
        rows.append({"game": game, **shown_rating(ratings.at(key, now())), "curve": curve})
    return rows


def points(curve: list[dict[str, Any]]) -> str:
    """A curve as the points of an SVG polyline, 100 wide and 30 high: time to the right, higher ratings above."""
    times, values = [point["at"] for point in curve], [point["rating"] for point in curve]
    wide, high = max(times) - min(times) or 1, max(values) - min(values) or 1
    placed = [
        ((t - min(times)) / wide * 100, 28 - (v - min(values)) / high * 26) for t, v in zip(times, values, strict=True)
    ]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)


ENDPOINTS = [
    Endpoint("GET", "/api/games/{name}/ratings", of_game, "Standings, ratings and cross table of a game"),
    Endpoint("GET", "/api/people/{person}/ratings", of_person, "A person's ratings and how they got there"),
]
