"""Access control: rate limits, blocked addresses, allowed host names, cross-site requests; security headers."""

from __future__ import annotations

import asyncio
import hmac
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..blocks import Blocks
from ..mail.recipient_limit import RecipientLimit
from ..settings import Settings
from ..table import Refused
from ..workers import ASKING, Caller
from .allowed_hosts import is_allowed
from .endpoint import problem
from .identity import address, bearer, caller_of
from .tries import Tries

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
PARTS = ("text/javascript", "text/css", "font/")
"""Content types of files that a page loads: of the headers browsers heed only `nosniff` there, and the others would add
12 kB to the 40 files of a page."""
PICTURES = "image/svg+xml"
PICTURE_HEADERS = {"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff"}
"""For pictures: one that is opened by itself may run and load nothing. Short, since the first page has a dozen."""


BY_ADDRESS = {"codes", "signups", "signins", "raises", "contacts"}
"""Kinds of requests that are counted by address alone: a new session must not allow more guesses, nor more data."""
BLOCKED = "the host of this server has blocked your address"
ADDRESSES = 10_000
"""The most addresses whose guests are counted one by one."""


SIGNED_OUT = "this browser was signed out"


class Visit:
    """An open stream. who: the key under which it is counted. address: the client's. account: the one signed in, or
    empty. ended: set when it has to end; why: the reason sent then. plain: over plain HTTP, not a WebSocket. events:
    whether it sends the events of an account."""

    def __init__(self, counted_as: str, address: str) -> None:
        self.who, self.address, self.ended = counted_as, address, asyncio.Event()
        self.account, self.why, self.plain, self.events = "", BLOCKED, False, False


class AccessControl:
    """Counts the requests and open streams of each guest; knows blocked addresses. The host is neither counted nor
    blocked. key: the host's. tries: to sign in. broadcast: sends a message to the other server processes on the
    same database."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.key = ""
        self.is_stopping = False
        self.tries, self._confirms = Tries(settings.limits), RecipientLimit(settings.limits.confirms)
        self.blocks = Blocks()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._guests: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self.streams: Counter[str] = Counter()
        self._visits: set[Visit] = set()
        self.broadcast: Callable[..., None] = lambda do, **message: None

    def host(self, request: HTTPConnection) -> bool:
        """Whether this is a request of the host."""
        return bool(self.key) and hmac.compare_digest(bearer(request).encode(), self.key.encode())

    def block(self, address: str, until: int | None) -> None:
        """Block an address; its streams end."""
        self.blocks.put(address, until)
        self.broadcast("blocks")
        self._end_blocked()

    def unblock(self, address: str) -> None:
        """Unblock an address."""
        self.blocks.drop(address)
        self.broadcast("blocks")

    def replace_blocks(self, blocks: Iterable[tuple[str, int | None]]) -> None:
        """Replace the blocked addresses by those that another process has stored."""
        self.blocks = Blocks()
        for block in blocks:
            self.blocks.put(*block)
        self._end_blocked()

    def _end_blocked(self) -> None:
        for visit in self._visits:
            if self.blocks.blocked(visit.address):
                visit.ended.set()

    def sign_out(self, account: str) -> None:
        """Browsers of an account were signed out: all its streams end; browsers still signed in open theirs again."""
        self.broadcast("signed out", account=account)
        self.end_streams(account)

    def end_all_of_accounts(self) -> None:
        """Another process may have signed out somebody: all streams of accounts end, and browsers still signed in open
        theirs again."""
        for account in {visit.account for visit in self._visits if visit.account}:
            self.end_streams(account)

    def end_streams(self, account: str) -> None:
        """End the streams of an account in this process."""
        for visit in [visit for visit in self._visits if visit.account == account]:
            visit.why = SIGNED_OUT
            visit.ended.set()

    def open_events(self, account: str) -> int:
        """How many open streams send the events of an account."""
        return sum(visit.events and visit.account == account for visit in self._visits)

    def stop(self) -> None:
        """End the streams over plain HTTP when the server stops: it would wait for them otherwise."""
        self.is_stopping = True
        for visit in self._visits:
            if visit.plain:
                visit.ended.set()

    def count_confirm(self, mail: str) -> None:
        """Count a mail that asks to confirm an address. Raises Refused above the limit an hour."""
        if not self._confirms.count(mail):
            raise Refused(429, "this address got several mails to confirm it lately; try again in an hour", "mail")

    def count(self, request: HTTPConnection, kind: str) -> None:
        """Count a request of a kind. Raises Refused above the limit a minute."""
        if self.host(request):
            return
        for counted_kind in dict.fromkeys((kind, "requests")):
            most = getattr(self.settings.limits, counted_kind)
            counted_as = address(request) if counted_kind in BY_ADDRESS else self.guest(request)
            if most and not self._limiter.hit(RateLimitItemPerMinute(most), counted_kind, counted_as):
                raise Refused(
                    429,
                    "too many of these, expected at most %(most)s a minute; try again later",
                    most=most,
                )

    def guest(self, request: HTTPConnection) -> str:
        """The key for counting: a known seat holder at an address, else the address."""
        caller = caller_of(request)
        has_seat = caller.person in self._guests.get(caller.address, ())
        return f"{caller.address} {caller.person}" if has_seat else caller.address

    def recognise(self, caller: Caller) -> None:
        """From now on count a seat holder separately from others at the same address, up to a limit of such guests."""
        most = self.settings.limits.crowd
        if not most or not caller.person:
            return
        guests = self._guests.setdefault(caller.address, OrderedDict())
        guests[caller.person] = None
        guests.move_to_end(caller.person)
        self._guests.move_to_end(caller.address)
        while len(guests) > most:
            guests.popitem(last=False)
        while len(self._guests) > ADDRESSES:
            self._guests.popitem(last=False)

    def enter(self, request: HTTPConnection) -> Visit:
        """Register a stream that opens; pass the result to `leave`. Raises Refused above the limits."""
        caller, limits = self.guest(request), self.settings.limits
        if limits.streams_each and self.streams[caller] >= limits.streams_each:
            raise Refused(
                429,
                "too many streams, expected at most %(streams_each)s of one guest",
                streams_each=limits.streams_each,
            )
        if limits.streams and self.streams.total() >= limits.streams:
            raise Refused(503, "too many streams are open; try again later")
        self.streams[caller] += 1
        visit = Visit(caller, request.client.host if request.client else "")
        self._visits.add(visit)
        return visit

    def leave(self, visit: Visit) -> None:
        """Unregister a stream that closes."""
        self._visits.discard(visit)
        caller = visit.who
        self.streams[caller] -= 1
        if self.streams[caller] <= 0:
            del self.streams[caller]


def headers_for(kind: str) -> dict[str, str]:
    """The security headers for a response of this content type."""
    if kind.startswith(PARTS):
        return {"X-Content-Type-Options": HEADERS["X-Content-Type-Options"]}
    return PICTURE_HEADERS if kind.startswith(PICTURES) else HEADERS


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Whether a request that changes something is same-origin, or comes from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == ours(headers, settings) != ""
    except ValueError:  # "http://["
        return False


def ours(headers: Headers, settings: Settings) -> str:
    """Host and port under which the server is reached."""
    return urlsplit(settings.address).netloc if settings.address else headers.get("host", "")


class AccessMiddleware:
    """Middleware: refuses unknown hosts, blocked addresses and cross-site requests; adds security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        if not is_allowed(headers.get("host", ""), self.settings):
            reason = f"this server is not known as {headers.get('host', '')[:60]}; its host can add a name to `hosts`"
            return await self._refuse(scope, receive, send, 421, reason)
        access: AccessControl = scope["app"].state.access
        blocked = access.blocks.blocked(scope["client"][0] if scope.get("client") else "")
        if blocked and not access.host(HTTPConnection(scope)):
            return await self._refuse(scope, receive, send, 403, BLOCKED)
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changing and not same_origin(headers, self.settings):
            own_origin = ours(headers, self.settings)
            reason = f"the request comes from another site's page; this one is at {own_origin or 'no address'}"
            return await self._refuse(scope, receive, send, 403, reason)
        ASKING.set(caller_of(HTTPConnection(scope)))
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)

        async def with_security_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in headers_for(headers.get("content-type", "")).items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_security_headers)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, code: int, reason: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": reason[:120]})
            return
        await problem(code, reason)(scope, receive, send)
