"""Drawings as differences: a client that has the cells of a board gets its stones alone, a fifth of the whole."""

from __future__ import annotations

import hashlib

import msgspec
from starlette.requests import HTTPConnection

STONES = "<g pointer-events"
"""Where in a drawing the part above the cells begins: labels, marks, stones."""
QUERY = ("cells", "the cells_id of the cells that the caller has, or `none`: then `svg` may leave these out")


def cells_held(request: HTTPConnection) -> str:
    """The cells that a caller has; empty of who wants drawings whole."""
    return request.query_params.get("cells", "")[:20]


def shorten(view: bytes, cells: str) -> tuple[msgspec.Raw, str]:
    """A view of a table as JSON, for who has these cells, and the cells that he has then. `cells_id` names those of the
    view; where they are the same, `svg` begins behind them."""
    if not cells:
        return msgspec.Raw(view), ""
    parts = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    svg = msgspec.json.decode(parts["svg"], type=str)
    at = svg.find(STONES)
    if at <= 0:
        return msgspec.Raw(view), cells
    digest = hashlib.sha256(svg[:at].encode()).hexdigest()[:12]
    parts["cells_id"] = msgspec.Raw(msgspec.json.encode(digest))
    if digest == cells:
        parts["svg"] = msgspec.Raw(msgspec.json.encode(svg[at:]))
    return msgspec.Raw(msgspec.json.encode(parts)), digest


def shorten_message(message: bytes, cells: str) -> tuple[bytes, str]:
    """The same of a message of a stream that shows a table."""
    if not cells:
        return message, ""
    parts = msgspec.json.decode(message, type=dict[str, msgspec.Raw])
    parts["shown"], cells_id = shorten(parts["shown"], cells)
    return msgspec.json.encode(parts), cells_id
