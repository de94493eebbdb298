"""QR codes in a worker process."""

from __future__ import annotations

import io
from typing import Any

import segno

from ..table import Refused


def qr_code(request: dict[str, Any]) -> dict[str, Any]:
    """A text as a QR code, as SVG. Raises Refused for a text that does not fit in one."""
    image = io.BytesIO()
    try:
        segno.make(request["text"], error="m", micro=False).save(image, kind="svg", scale=4, border=2, xmldecl=False)
    except ValueError as fault:
        raise Refused(422, "this text does not fit in a QR code: %(fault)s", "text", fault=str(fault)) from None
    return {"svg": image.getvalue().decode()}
