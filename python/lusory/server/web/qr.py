"""QR codes, as SVG."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ..pools import Pools
from .endpoint import Endpoint
from .identity import caller_of
from .request_bodies import RequestBody

SECONDS = 10.0
"""For a code."""


class QrRequest(RequestBody, frozen=True):
    """text: content of the code. It comes in the body, so that no log has the link to a seat."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


async def code(request: Request, body: QrRequest) -> Response:
    """POST /api/qr. A long text takes a tenth of a second of work, which is done in a process."""
    pools: Pools = request.app.state.service.pools
    reply = await pools.known.ask({"do": "qr", "text": body.text}, SECONDS, caller_of(request))
    return Response(reply["svg"], media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


ENDPOINTS = [
    Endpoint("POST", "/api/qr", code, "A text as a QR code", takes=QrRequest, kind="rules", media="image/svg+xml")
]
