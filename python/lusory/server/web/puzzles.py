"""Puzzles: a page with one a day for each game, and the endpoints that it asks."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ...errors import LusoryError
from ...games import catalogue
from ...puzzles import shipped_games
from ...texts import current
from .. import puzzle_service
from ..text_cleanup import whole_number
from .endpoint import Endpoint, error_reply
from .identity import caller_of
from .pages import page, with_account
from .request_bodies import RequestBody, Text

PLIES = 200
"""At most so many plies after the position of a puzzle."""
GRACE = 10.0
"""Seconds beyond the solver's until a worker that has not answered is stopped."""
PICTURE_HEADERS = {"Cache-Control": "public, max-age=86400"}


class PuzzlePlies(RequestBody, frozen=True):
    """plies: played from the position of the puzzle by both sides, the visitor's ply last."""

    plies: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=PLIES)]


def title_of(game: str) -> str:
    """The title of a game."""
    definition = catalogue()[game]
    return definition.about.title or definition.name


def cards() -> list[dict[str, Any]]:
    """Each game that has puzzles, with that of today."""
    today = puzzle_service.today()
    puzzles = {game: puzzle_service.puzzles_of(game).of_day(today) for game in shipped_games()}
    return [
        {"name": game, "title": title_of(game), "puzzle": puzzle, "task": puzzle_service.task(game, puzzle.id)}
        for game, puzzle in puzzles.items()
    ]


async def all_puzzles(request: Request) -> Response:
    """The puzzles of today, a game each."""
    return page(request, "puzzles.html", games=await run_in_threadpool(cards), today=puzzle_service.today())


async def puzzle_page(request: Request) -> Response:
    """A puzzle: that of today, of another day (?day=), or any (?id=)."""
    game = request.path_params["name"]
    try:
        puzzle_set = puzzle_service.puzzles_of(game)
        today = puzzle_service.today()
        asked_day = whole_number(request.query_params.get("day", ""))
        day = today if asked_day is None else min(asked_day, today)
        puzzle_id = request.query_params.get("id")
        puzzle = puzzle_service.puzzle_of(game, puzzle_id)[1] if puzzle_id else puzzle_set.of_day(day)
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None
    dates = {"day": -1 if puzzle_id else day, "today": today}
    task = await run_in_threadpool(puzzle_service.task, game, puzzle.id)
    return page(
        request,
        "puzzle.html",
        game=game,
        title=title_of(game),
        puzzle=puzzle,
        task=task,
        puzzle_set=puzzle_set,
        **dates,
    )


async def puzzle_drawing(request: Request) -> Response:
    """The board of a puzzle."""
    try:
        board = await run_in_threadpool(
            puzzle_service.draw_puzzle, request.path_params["name"], request.path_params["id"]
        )
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None
    return Response(board, media_type="image/svg+xml", headers=PICTURE_HEADERS)


async def show_puzzle(request: Request) -> object:
    """GET /api/puzzles/{name}/{id}"""
    return await ask_worker(request, "puzzle", {})


async def answer_puzzle(request: Request, body: PuzzlePlies) -> object:
    """POST /api/puzzles/{name}/{id}/reply"""
    return await ask_worker(request, "puzzle_reply", {"plies": body.plies})


async def solve_puzzle(request: Request) -> object:
    """GET /api/puzzles/{name}/{id}/solution"""
    return await ask_worker(request, "puzzle_solution", {})


async def ask_worker(request: Request, do: str, arguments: dict[str, Any]) -> object:
    """What a worker says of the puzzle in the path. Raises Refused where there is none."""
    name, puzzle_id = request.path_params["name"], request.path_params["id"]
    puzzle_service.puzzle_of(name, puzzle_id)
    pools = request.app.state.service.pools
    pool = pools.thinking if do == "puzzle_reply" else pools.known
    reply: object = await pool.ask(
        {"do": do, "game": name, "id": puzzle_id, "language": current(), **arguments},
        puzzle_service.SECONDS + GRACE,
        caller_of(request),
    )
    return reply


ENDPOINTS = [
    Endpoint("GET", "/api/puzzles/{name}/{id}", show_puzzle, "A puzzle, without its solution", kind="rules"),
    Endpoint("POST", "/api/puzzles/{name}/{id}/reply", answer_puzzle,
             "Is the last ply right? The solver's answer to it", takes=PuzzlePlies, kind="rules"),
    Endpoint("GET", "/api/puzzles/{name}/{id}/solution", solve_puzzle, "The solution of a puzzle", kind="rules"),
]  # fmt: skip
ROUTES: list[BaseRoute] = [
    Route("/puzzles", with_account(all_puzzles)),
    Route("/puzzles/{name}", with_account(puzzle_page)),
    Route("/puzzles/{name}/{id}.svg", puzzle_drawing),
]
