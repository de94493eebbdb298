"""Atom feeds that say when it is a seat's turn."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.sax.saxutils import escape

from starlette.requests import Request
from starlette.responses import Response

from ..table import Refused
from .endpoint import Endpoint
from .identity import outside
from .tables import service_of


def moment(milliseconds: int) -> str:
    """As Atom writes it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


async def feed(request: Request) -> Response:
    """GET /feed/{feed}"""
    service = service_of(request)
    seat = await service.seats.by_feed(request.path_params["feed"])
    if seat is None:
        raise Refused(404, "there is no such feed", "feed")
    live, player = await service.live(seat[0]), seat[1]
    table = live.table
    link = f"{outside(request)}/t/{table.id}"
    title = escape(f"{table.setup.title}: {' - '.join(table.names)}")
    status = ""
    if table.ending is not None:
        status = f"The game is over. {table.ending.text}"
    elif table.to_move == player:
        status = f"It is your turn (ply {table.ply + 1})."
    item = (
        f"<entry><id>{link}#{table.serial}</id><title>{escape(status)}</title>"
        f'<updated>{moment(table.updated)}</updated><link href="{link}"/></entry>'
    )
    body = (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f'<id>{link}</id><title>{title}</title><updated>{moment(table.updated)}</updated><link href="{link}"/>'
        f"<author><name>lusory</name></author>{item if status else ''}</feed>"
    )
    return Response(body, media_type="application/atom+xml", headers={"Cache-Control": "private, max-age=60"})


ENDPOINTS = [
    Endpoint("GET", "/feed/{feed}", feed, "Is it this seat's turn? An Atom feed", media="application/atom+xml")
]
