"""Compresses pages and pictures (static files are packed beforehand), but no answer with data of a table: its size must
not depend on how well a secret compresses. The page and the board of a table hold no such data, and are compressed."""

from __future__ import annotations

import re

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

OPEN = ("/game/", "/api/games", "/own", "/recover", "/edit", "/api/words", "/api/drafts", "/api/positions")
"""Below these paths nothing is a secret."""
OF_TABLE = re.compile(r"/t/[^/]+(/join)?|/api/tables/[^/]+/board")
"""The page of a table and of an invitation, which are the same for every table; the board without what stands on it,
which follows from the rules alone."""


class Compressed:
    """Middleware: compresses responses that are the same for every client."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.small = app, GZipMiddleware(app, minimum_size=500)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        path = scope.get("path", "").removeprefix(scope.get("root_path", "")) if scope["type"] == "http" else ""
        is_open = path == "/" or path.startswith(OPEN) or OF_TABLE.fullmatch(path)
        await (self.small if is_open else self.app)(scope, receive, send)
