"""QR codes, as SVG."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ..table import Refused
from .endpoint import Endpoint
from .request_bodies import RequestBody


class QrRequest(RequestBody, frozen=True):
    """text: content of the code. It comes in the body, so that no log has the link to a seat."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


async def code(request: Request, body: QrRequest) -> Response:
    """POST /api/qr"""
    image = io.BytesIO()
    try:
        segno.make(body.text, error="m", micro=False).save(image, kind="svg", scale=4, border=2, xmldecl=False)
    except ValueError as fault:
        raise Refused(422, "this text does not fit in a QR code: %(fault)s", "text", fault=fault) from None
    return Response(image.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


ENDPOINTS = [
    Endpoint("POST", "/api/qr", code, "A text as a QR code", takes=QrRequest, kind="rules", media="image/svg+xml")
]
