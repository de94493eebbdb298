"""What the host of a server commands, and what people report to him."""

from __future__ import annotations

import hmac
import json
from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.requests import Request

from ...errors import LusoryError
from ..blocks import network
from ..names import tidy
from ..store import now
from ..table import Refused
from .endpoint import Endpoint
from .identity import bearer
from .shapes import Asked
from .tables import hall_of, live_of

HOUR = 3_600_000


class Deal(Asked, frozen=True):
    """do: hide (from lists), show (again), close (the game ends, nobody wins) or delete."""

    do: Literal["hide", "show", "close", "delete"]


class Block(Asked, frozen=True):
    """address: an IP address or a network. hours: without them until it is unblocked. reason: for the host's list."""

    address: Annotated[str, Meta(max_length=60)]
    hours: Annotated[float, Meta(gt=0, le=100_000)] | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Unblock(Asked, frozen=True):
    """address: as it was blocked."""

    address: Annotated[str, Meta(max_length=60)]


class Report(Asked, frozen=True):
    """what: is wrong with the title, a name or the chat of a table. text: why."""

    what: Literal["title", "name", "chat"]
    text: Annotated[str, Meta(max_length=500)] = ""


def commanded(request: Request) -> None:
    """Only the host may. Raises Refused."""
    request.app.state.gate.count(request, "codes")
    key: str = request.app.state.host_key
    if not hmac.compare_digest(bearer(request).encode(), key.encode()):
        raise Refused(403, "only the host of this server may do this: expected the key in its folder", "authorization")


async def deal(request: Request, body: Deal) -> object:
    """POST /api/host/tables/{table}"""
    commanded(request)
    hall, id_ = hall_of(request), request.path_params["table"]
    if body.do == "delete":
        await hall.delete(id_)
    elif body.do == "close":
        await hall.close_table(await live_of(request))
    elif not await hall.moderation.list_table(id_, body.do == "show"):
        raise Refused(404, "there is no table of this name", "table")
    return {"table": id_, "done": body.do}


async def blocks(request: Request) -> object:
    """GET /api/host/blocks"""
    commanded(request)
    return {"blocks": await hall_of(request).moderation.blocks()}


async def block(request: Request, body: Block) -> object:
    """POST /api/host/blocks"""
    commanded(request)
    address = plain(body.address)
    until = None if body.hours is None else now() + int(body.hours * HOUR)
    await hall_of(request).moderation.block(address, until, tidy(body.reason))
    request.app.state.gate.blocks.put(address, until)
    return {"address": address, "until": until}


async def unblock(request: Request, body: Unblock) -> object:
    """DELETE /api/host/blocks"""
    commanded(request)
    address = plain(body.address)
    if not await hall_of(request).moderation.unblock(address):
        raise Refused(404, f"{address}: not blocked", "address")
    request.app.state.gate.blocks.drop(address)
    return {"address": address}


def plain(address: str) -> str:
    """A network as it is kept. Raises Refused."""
    try:
        return str(network(address))
    except LusoryError as fault:
        raise Refused(422, str(fault), "address") from None


async def reports(request: Request) -> object:
    """GET /api/host/reports"""
    commanded(request)
    return {"reports": [told(row) for row in await hall_of(request).moderation.reports()]}


def told(row: dict[str, Any]) -> dict[str, Any]:
    """A report, with what the host needs to judge it."""
    setup = json.loads(row.pop("setup"))
    return row | {"names": setup["names"]}


async def done(request: Request) -> object:
    """POST /api/host/reports/{report}"""
    commanded(request)
    id_ = request.path_params["report"]
    if not await hall_of(request).moderation.done(id_):
        raise Refused(404, "there is no report of this name", "report")
    return {"report": id_}


async def report(request: Request, body: Report) -> object:
    """POST /api/tables/{table}/reports"""
    live = await live_of(request)
    await hall_of(request).moderation.report(live.table.id, body.what, tidy(body.text))
    return {"reported": body.what}


ENDPOINTS = [
    Endpoint("POST", "/api/tables/{table}/reports", report, "Reports a title, a name or the chat to the host",
             takes=Report, kind="reports"),
    Endpoint("POST", "/api/host/tables/{table}", deal, "The host hides, shows, closes or deletes a table", takes=Deal),
    Endpoint("GET", "/api/host/blocks", blocks, "The addresses that the host has blocked"),
    Endpoint("POST", "/api/host/blocks", block, "The host blocks an address", takes=Block),
    Endpoint("DELETE", "/api/host/blocks", unblock, "The host unblocks an address", takes=Unblock),
    Endpoint("GET", "/api/host/reports", reports, "What was reported to the host"),
    Endpoint("POST", "/api/host/reports/{report}", done, "The host has dealt with a report"),
]  # fmt: skip
