"""An endpoint of the JSON interface: what it takes and gives is declared, checked, and described in OpenAPI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import (
    LusoryError,
    PhraseError,
    RuleError,
    UnknownGame,
)
from ...texts import gettext
from ..store import Gone, StoreFault
from ..table import Refused
from ..text_cleanup import whole_number
from ..workers import Overdue

Handler = Callable[..., Awaitable[Any]]


class Problem(msgspec.Struct, frozen=True):
    """error: what was expected, and where. at: the place in the request, or empty."""

    error: str
    at: str = ""


class Endpoint(NamedTuple):
    """One endpoint. takes: type of the body. about: a line. gives: type of the reply. query: parameters with their
    meaning. code: of success. kind: of the rate limit (see Limits)."""

    method: str
    path: str
    handler: Handler
    about: str
    gives: Any = None
    takes: type[msgspec.Struct] | None = None
    query: tuple[tuple[str, str], ...] = ()
    code: int = 200
    kind: str = "requests"
    media: str = "application/json"

    def route(self) -> Route:
        """As Starlette routes it."""

        async def respond(request: Request) -> Response:
            try:
                request.app.state.access.count(request, self.kind)
                body = await read(request, self.takes) if self.takes else None
                reply = await (self.handler(request, body) if self.takes else self.handler(request))
            except LusoryError as fault:
                return problem(*error_reply(fault))
            except RecursionError:
                return problem(422, "nested too deep")
            except ClientDisconnect:
                return problem(400, "the request broke off")
            return reply if isinstance(reply, Response) else Json(reply, self.code)

        return Route(self.path, respond, methods=[self.method], name=f"{self.method} {self.path}")


class Json(Response):
    """A JSON response that no cache stores."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code, {"Cache-Control": "no-store"})

    def render(self, content: Any) -> bytes:
        """See Response."""
        return msgspec.json.encode(content)


async def read(request: Request, shape: type[msgspec.Struct]) -> Any:
    """The decoded body. Raises Refused."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "content-type: %(kind)s, expected application/json", kind=kind[:60] or "none")
    body = await body_of(request)
    try:
        return msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError as fault:
        text, _, location = str(fault).partition(" - at `$")
        raise Refused(422, text, location.rstrip("`").lstrip(".")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Refused(400, "not JSON: %(fault)s", fault=fault) from None


async def body_of(request: Request, most: int = 0, times: int = 1) -> bytes:
    """The body. most: bytes, if not as many as others. times: how much longer it may take. Raises Refused where it is
    too long or too slow."""
    limits = request.app.state.settings.limits
    most, seconds = most or limits.body, limits.seconds * times
    length = whole_number(request.headers.get("content-length", "0"))
    if length is not None and length > most:
        raise Refused(413, "%(found)s bytes, expected at most %(body)s", found=length, body=most)
    parts, size = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Refused(413, "more than %(body)s bytes", body=most)
                parts.append(part)
    except TimeoutError:
        raise Refused(408, "the request took more than %(seconds)s seconds to arrive", seconds=f"{seconds:g}") from None
    return b"".join(parts)


def error_reply(fault: LusoryError) -> tuple[int, str, str]:
    """An error as status code, message (of what is refused in the language of who asks) and place in the request."""
    if isinstance(fault, Refused):
        return fault.code, fault.told(), fault.at
    if isinstance(fault, StoreFault):
        return 507, str(fault), ""
    if isinstance(fault, Gone):
        return 404, str(fault), "table"
    if isinstance(fault, Overdue):
        return 503, fault.phrase.said(gettext), ""
    if isinstance(fault, UnknownGame):
        return 404, fault.phrase.said(gettext), "game"
    if isinstance(fault, PhraseError):
        return 422, fault.phrase.said(gettext), ""
    at = fault.path if isinstance(fault, RuleError) else str(getattr(fault, "at", ""))
    return 422, str(fault), at


def problem(code: int, text: str, at: str = "") -> Json:
    """An error response, in the language of who asks where the message is a constant."""
    return Json(Problem(gettext(text), at), code)
