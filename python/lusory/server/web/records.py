"""Endpoint that gives a table's game as a file: text, JSON, spreadsheet, or a picture after any ply."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..table import Refused
from .endpoint import Endpoint
from .identity import players_of
from .sheets import PLAYERS, names_of
from .tables import live_table_of, service_of, whole_number_of_query

MEDIA = {
    "txt": "text/plain",
    "json": "application/json",
    "csv": "text/csv",
    "svg": "image/svg+xml",
    "png": "image/png",
}


async def record(request: Request) -> Response:
    """GET /api/tables/{table}/record.{form}"""
    form = request.path_params["form"]
    if form not in MEDIA:
        raise Refused(404, "record.%(form)s: expected one of %(media)s", form=form[:20], media=", ".join(MEDIA))
    live = await live_table_of(request)
    players = await players_of(request, live)
    eyes, ply = whole_number_of_query(request, "eyes", 3), whole_number_of_query(request, "ply")
    with_names = request.query_params.get("names", "1") != "0"
    service = service_of(request)
    options = {"ply": ply, "named": with_names, "names": names_of(request) if with_names else {}}
    content = await service.aside(live, "file", form=form, players=players, as_seat=eyes, **options)
    headers = {"Cache-Control": "no-store"}
    if "inline" not in request.query_params:
        headers["Content-Disposition"] = f'attachment; filename="{live.table.id}.{form}"'
    return Response(content, media_type=MEDIA[form], headers=headers)


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/record.{form}",
        record,
        "The game as a file: txt, json, csv, svg or png",
        query=(
            ("eyes", "the seat to see as"),
            ("ply", "svg, png: after so many plies"),
            ("names", "0: without names"),
            *PLAYERS,
            ("inline", "to be shown, not kept"),
        ),
        media="application/octet-stream",
    )
]
