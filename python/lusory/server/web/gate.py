"""Who comes in: limits by address, the check of where a request comes from, headers of every answer."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..settings import Settings
from ..table import Refused
from .endpoint import problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = {"GET", "HEAD", "OPTIONS"}


class Gate:
    """Counts what each address asks for, and what streams it has open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self.streams: Counter[str] = Counter()

    def count(self, request: HTTPConnection, kind: str) -> None:
        """One more of a kind. Raises Refused where there were too many within a minute."""
        for each in {"requests", kind}:
            most = getattr(self.settings.limits, each)
            if most and not self._limiter.hit(RateLimitItemPerMinute(most), each, address(request)):
                raise Refused(429, f"too many {each}, expected at most {most} a minute; try again later")

    def enter(self, request: HTTPConnection) -> str:
        """A stream opens; what it is to `leave` with. Raises Refused."""
        who, limits = address(request), self.settings.limits
        if limits.streams_each and self.streams[who] >= limits.streams_each:
            raise Refused(429, f"too many streams, expected at most {limits.streams_each} of one address")
        if limits.streams and self.streams.total() >= limits.streams:
            raise Refused(503, "too many streams are open; try again later")
        self.streams[who] += 1
        return who

    def leave(self, who: str) -> None:
        """A stream closes."""
        self.streams[who] -= 1
        if self.streams[who] <= 0:
            del self.streams[who]


def address(request: HTTPConnection) -> str:
    """Who asks. Of IPv6 the network, since a guest has one to himself."""
    host = request.client.host if request.client else ""
    return ":".join(host.split(":")[:4]) if ":" in host else host


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Does a request that changes something come from a page of ours, or from no page at all?"""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == ours(headers, settings) != ""


def ours(headers: Headers, settings: Settings) -> str:
    """Host and port under which we are reached."""
    return urlsplit(settings.address).netloc if settings.address else headers.get("host", "")


class Doorkeeper:
    """Middleware: refuses what another site's page asks for, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changing and not same_origin(headers, self.settings):
            return await self._refuse(scope, receive, send)
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, dressed)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "another origin"})
            return
        here = ours(Headers(scope=scope), self.settings)
        said = f"the request comes from another site's page; this one is at {here or 'no address'}"
        await problem(403, said)(scope, receive, send)
