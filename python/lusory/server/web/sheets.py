"""Endpoints that give sheets for pen and paper: of a game, blank; of a table, filled as the caller may see it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...games import find
from ...play.renaming import SEATS
from ...printing import FORMS, PAPERS, SHEETS
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .identity import caller_of, players_of
from .rules import games_of
from .tables import live_table_of, service_of, whole_number_of_query

MEDIA = {"pdf": "application/pdf", "ods": "application/vnd.oasis.opendocument.spreadsheet"}
OURS = ("sheet", "paper", "rules")
"""Names of the query that are no options of a game."""
LONGEST = 60
"""Characters of a name."""
QUERY = (
    ("sheet", f"{', '.join(SHEETS)} or all"),
    ("paper", " or ".join(PAPERS)),
    ("rules", "1: with the rules"),
)


async def of_game(request: Request) -> Response:
    """GET /api/games/{name}/sheets.{form}"""
    form, form_options = form_of(request), read_request(request)
    options = {name: value for name, value in request.query_params.items() if name not in OURS}
    caller = caller_of(request)
    game = await games_of(request).named(request.path_params["name"], options, caller)
    content = await games_of(request).printed_sheets(
        game, {"do": "sheets", "form": form, "options": options, **form_options}, caller
    )
    return file_response(content, form, find(request.path_params["name"]).name)


async def of_table(request: Request) -> Response:
    """GET /api/tables/{table}/sheets.{form}"""
    form, options = form_of(request), read_request(request)
    live = await live_table_of(request)
    players = await players_of(request, live)
    with_names = request.query_params.get("names") != "0"
    document = await service_of(request).aside(
        live,
        "sheets",
        players=players,
        as_seat=whole_number_of_query(request, "eyes", 3),
        sheets=options["sheets"],
        paper=options["paper"],
        named=with_names,
        names=names_of(request) if with_names else {},
    )
    job = {"do": "typeset", "form": form, "document": document.decode(), "rules": options["rules"]}
    content = await games_of(request).printed_sheets(live.game, job, caller_of(request))
    return file_response(content, form, live.table.id)


def form_of(request: Request) -> str:
    """The form of the file. Raises Refused."""
    form: str = request.path_params["form"]
    if form not in FORMS:
        raise Refused(404, "sheets.%(form)s: expected one of %(forms)s", form=form[:20], forms=", ".join(FORMS))
    return form


def read_request(request: Request) -> dict[str, object]:
    """Which sheets, on what paper. Raises Refused."""
    query = request.query_params
    sheet, paper = query.get("sheet", "all"), query.get("paper", "a4")
    if sheet not in (*SHEETS, "all"):
        raise Refused(
            422, "sheet=%(sheet)s: expected %(sheets)s or all", "sheet", sheet=sheet[:40], sheets=", ".join(SHEETS)
        )
    if paper not in PAPERS:
        raise Refused(
            422, "paper=%(paper)s: expected %(papers)s", "paper", paper=paper[:40], papers=" or ".join(PAPERS)
        )
    sheets = SHEETS if sheet == "all" else (sheet,)
    return {"sheets": sheets, "paper": paper, "rules": query.get("rules", "0") not in ("", "0")}


def names_of(request: Request) -> dict[str, str]:
    """The names that the caller wants in a file instead of those of the players, by player."""
    texts = ((str(player), tidy(request.query_params.get(seat, ""))) for player, seat in enumerate(SEATS))
    return {player: name[:LONGEST].replace('"', "'") for player, name in texts if name}


def file_response(content: bytes, form: str, name: str) -> Response:
    """The file, to be kept."""
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(content, media_type=MEDIA[form], headers=headers)


PLAYERS = tuple((seat, f"another name for the {seat} player") for seat in SEATS)
ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/games/{name}/sheets.{form}",
        of_game,
        "Sheets for pen and paper, pdf or ods; options of the game as query parameters",
        query=QUERY,
        kind="rules",
        media="application/octet-stream",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/sheets.{form}",
        of_table,
        "The game at a table on paper, pdf or ods, as the caller may see it",
        query=(*QUERY, ("eyes", "the seat to see as"), ("names", "0: without names"), *PLAYERS),
        kind="rules",
        media="application/octet-stream",
    ),
]
