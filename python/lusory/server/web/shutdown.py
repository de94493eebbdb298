"""Requests that the server no longer has time for when it stops."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import AccessControl
from .endpoint import problem


class Shutdown:
    """Middleware: a request that is cut off while the server stops is answered with 503; it is no fault."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        has_begun = False

        async def note_begin(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, note_begin)
        except asyncio.CancelledError:
            access: AccessControl = scope["app"].state.access
            if scope["type"] == "lifespan" or not access.is_stopping:
                raise
            if scope["type"] == "http" and not has_begun:
                await problem(503, "the server is shutting down")(scope, receive, send)
