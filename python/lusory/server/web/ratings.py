"""Endpoints of ratings: the standings of a game, and a person's ratings with their curves."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...club.glicko import RatedGame, Rating, Ratings
from ...club.standings import CrossTableScore, cross_table, standings
from ...games import find
from ..accounts import Account
from ..store import now
from ..store.kept_ratings import KeptRatings
from ..store.rated_games import ACCOUNT, RatedAccount, RatedGames
from .endpoint import Endpoint
from .people import person_of
from .tables import service_of

MOST_ROWS, MOST_CROSS = 100, 20
"""Players in the standings, and in the cross table."""
NAMELESS = "deleted account"


async def of_game(request: Request) -> object:
    """GET /api/games/{name}/ratings"""
    return await standings_of(request, find(request.path_params["name"][:60]).name)


async def standings_of(request: Request, game: str) -> dict[str, Any]:
    """Standings and cross table of a game."""
    rated = RatedGames(service_of(request).store)
    games, names = await rated.of_game(game), await rated.accounts_of(game)
    ratings = await KeptRatings(rated.store).of_game(game, games)
    return {"game": game} | await run_in_threadpool(tables_of, games, names, now(), ratings)


async def of_person(request: Request) -> object:
    """GET /api/people/{person}/ratings"""
    return {"ratings": await ratings_of(request, await person_of(request))}


async def ratings_of(request: Request, person: Account) -> list[dict[str, Any]]:
    """A person's ratings, one for each game, with their curves."""
    rated, key = RatedGames(service_of(request).store), person.holder.key
    found = []
    for game in await rated.games(key):
        ratings = await KeptRatings(rated.store).of_game(game)
        curve = [
            {"at": point.moment, "rating": round(point.rating), "deviation": round(point.deviation)}
            for point in ratings.curves[key]
        ]
        found.append({"game": game, **shown_rating(ratings.at(key, now())), "curve": curve})
    return found


def points(curve: list[dict[str, Any]]) -> str:
    """A curve as the points of an SVG polyline, 100 wide and 30 high: time to the right, higher ratings above."""
    times, values = [one["at"] for one in curve], [one["rating"] for one in curve]
    wide, high = max(times) - min(times) or 1, max(values) - min(values) or 1
    placed = [
        ((t - min(times)) / wide * 100, 28 - (v - min(values)) / high * 26) for t, v in zip(times, values, strict=True)
    ]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)


def tables_of(games: list[RatedGame], names: dict[str, RatedAccount], moment: int, ratings: Ratings) -> dict[str, Any]:
    """Standings and cross table for readers. names: accounts by their keys."""
    rows = standings(games, ratings)[:MOST_ROWS]
    first = [row.player for row in rows[:MOST_CROSS]]
    return {
        "standings": [
            {
                "player": shown_name(row.player, names), "account": row.player in names,
                "bot": row.player in names and names[row.player].bot, **shown_rating(ratings.at(row.player, moment)),
                **counts(row.score), "seats": [counts(seat) for seat in row.seats], "last": row.last,
            }
            for row in rows
        ],
        "cross": [[counts(cell) for cell in cells] for cells in cross_table(games, first).cells],
    }  # fmt: skip


def shown_name(player: str, names: dict[str, RatedAccount]) -> str:
    """A player's name for readers: never the key of an account."""
    if player in names:
        return names[player].id
    return NAMELESS if player.startswith(ACCOUNT) else player


def shown_rating(found: Rating) -> dict[str, Any]:
    """A rating for readers; `text` marks a provisional one, as in `1512?`."""
    text = f"{round(found.rating)}{'?' if found.provisional else ''}"
    return {
        "rating": round(found.rating), "deviation": round(found.deviation), "provisional": found.provisional,
        "text": text,
    }  # fmt: skip


def counts(score: CrossTableScore) -> dict[str, int]:
    """Results counted."""
    return {"won": score.wins, "drawn": score.draws, "lost": score.losses}


ENDPOINTS = [
    Endpoint("GET", "/api/games/{name}/ratings", of_game, "Standings, ratings and cross table of a game"),
    Endpoint("GET", "/api/people/{person}/ratings", of_person, "A person's ratings and how they got there"),
]
