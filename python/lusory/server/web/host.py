"""Moderation of tables and addresses, and reports: what the host may do, and what moderators and administrators."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request

from ...errors import LusoryError
from ..blocks import network, networks_around, parse_address
from ..registry import NAME
from ..store import now
from ..store.kept_ratings import KeptRatings
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .identity import outside
from .request_bodies import RequestBody
from .staff import note_act, note_text, staff_of
from .tables import live_table_of, service_of

HOUR = 3_600_000
"""In milliseconds."""
LEAST = {"hide": "moderator", "show": "moderator", "close": "administrator", "delete": "host"}
"""Who may do what to a table."""
NONE = "there is no table of this name"


class Deal(RequestBody, frozen=True):
    """do: hide (from lists), show (again), close (the game ends, nobody wins) or delete."""

    do: Literal["hide", "show", "close", "delete"]


class Block(RequestBody, frozen=True):
    """address: an IP address or a network. hours: without them until it is unblocked. reason: for the host's list."""

    address: Annotated[str, Meta(max_length=60)]
    hours: Annotated[float, Meta(gt=0, le=100_000)] | None = None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Unblock(RequestBody, frozen=True):
    """address: as it was blocked."""

    address: Annotated[str, Meta(max_length=60)]


class ReportRequest(RequestBody, frozen=True):
    """what: is wrong with the title, a name or the chat of a table. text: why."""

    what: Literal["title", "name", "chat"]
    text: Annotated[str, Meta(max_length=500)] = ""


async def deal(request: Request, body: Deal) -> object:
    """POST /api/host/tables/{table}"""
    staff = await staff_of(request, LEAST[body.do])
    service, table_id = service_of(request), request.path_params["table"]
    if not NAME.fullmatch(table_id):
        raise Refused(404, NONE, "table")
    if body.do == "delete":
        await service.delete(table_id)
    elif body.do == "close":
        await service.close_table(await live_table_of(request))
    elif not await service.moderation.list_table(table_id, body.do == "show"):
        raise Refused(404, NONE, "table")
    await note_act(request, staff, body.do, f"table {table_id}")
    return {"table": table_id, "done": body.do}


async def blocks(request: Request) -> object:
    """GET /api/host/blocks"""
    await staff_of(request, "host")
    return {"blocks": await service_of(request).moderation.blocks()}


async def block(request: Request, body: Block) -> object:
    """POST /api/host/blocks"""
    staff = await staff_of(request, "host")
    address = plain(body.address)
    if any(parse_address(loopback) in network(address) for loopback in ("127.0.0.1", "::1")):
        reason = "this machine itself is there; where guests come through a proxy, `proxies` has to name it"
        raise Refused(422, "%(address)s: %(found)s", "address", address=address, found=reason)
    until = None if body.hours is None else now() + int(body.hours * HOUR)
    await service_of(request).moderation.block(address, until, tidy(body.reason))
    request.app.state.access.block(address, until)
    await note_act(request, staff, "block", address, note_text(body.hours, tidy(body.reason)))
    return {"address": address, "until": until}


async def unblock(request: Request, body: Unblock) -> object:
    """DELETE /api/host/blocks"""
    staff = await staff_of(request, "host")
    address, moderation = plain(body.address), service_of(request).moderation
    was_blocked = await moderation.unblock(address)
    around = ", ".join(networks_around(address, [row["address"] for row in await moderation.blocks()]))
    if not was_blocked and around:
        raise Refused(
            404, "%(address)s: it is in %(around)s, which is blocked", "address", address=address, around=around
        )
    if not was_blocked:
        raise Refused(404, "%(address)s: not blocked", "address", address=address)
    request.app.state.access.unblock(address)
    await note_act(request, staff, "unblock", address)
    return {"address": address, "around": around}


def plain(address: str) -> str:
    """A network in its stored form; a single address without a prefix. Raises Refused."""
    try:
        subnet = network(address)
    except LusoryError as fault:
        raise Refused(422, str(fault), "address") from None
    return str(subnet.network_address) if subnet.prefixlen == 32 and subnet.version == 4 else str(subnet)


async def reports(request: Request) -> object:
    """GET /api/host/reports"""
    await staff_of(request, "moderator")
    moderation = service_of(request).moderation
    rows, count = await moderation.reports(), await moderation.open_reports()
    listed = [row | {"link": f"{outside(request)}/t/{row['table']}"} for row in rows]
    return {"reports": listed, "more": max(0, count - len(rows))}


async def close_report(request: Request) -> object:
    """POST /api/host/reports/{report}"""
    staff = await staff_of(request, "moderator")
    report_id = request.path_params["report"]
    if not NAME.fullmatch(report_id) or not await service_of(request).moderation.done(report_id):
        raise Refused(404, "there is no such report", "report")
    await note_act(request, staff, "done", f"report {report_id}")
    return {"report": report_id}


async def acts(request: Request) -> object:
    """GET /api/host/acts"""
    await staff_of(request, "administrator")
    return {"acts": await service_of(request).moderation.acts()}


async def report(request: Request, body: ReportRequest) -> object:
    """POST /api/tables/{table}/reports"""
    live = await live_table_of(request)
    await service_of(request).moderation.report(live.table.id, body.what, tidy(body.text))
    return {"reported": body.what}


async def mails(request: Request) -> object:
    """GET /api/host/mails"""
    await staff_of(request, "host")
    return {"mails": await request.app.state.mails.outbox.given_up()}


async def rated_games(request: Request) -> object:
    """GET /api/host/ratings"""
    await staff_of(request, "host")
    return {"ratings": [{"game": game} for game in await KeptRatings(service_of(request).store).games()]}


async def recompute_ratings(request: Request) -> object:
    """POST /api/host/ratings"""
    await staff_of(request, "host")
    kept_ratings = KeptRatings(service_of(request).store)
    return {"ratings": [await kept_ratings.recomputed(game) for game in await kept_ratings.games()]}


ENDPOINTS = [
    Endpoint("POST", "/api/tables/{table}/reports", report, "Reports a title, a name or the chat to the host",
             takes=ReportRequest, kind="reports"),
    Endpoint("POST", "/api/host/tables/{table}", deal, "Hides, shows, closes or deletes a table", takes=Deal),
    Endpoint("GET", "/api/host/acts", acts, "What was done, by whom, the newest first"),
    Endpoint("GET", "/api/host/blocks", blocks, "The addresses that the host has blocked"),
    Endpoint("POST", "/api/host/blocks", block, "The host blocks an address", takes=Block),
    Endpoint("DELETE", "/api/host/blocks", unblock, "The host unblocks an address", takes=Unblock),
    Endpoint("GET", "/api/host/ratings", rated_games, "The games with rated results"),
    Endpoint("POST", "/api/host/ratings", recompute_ratings, "Computes all ratings anew and compares"),
    Endpoint("GET", "/api/host/mails", mails, "Mails and webhooks that could not be delivered"),
    Endpoint("GET", "/api/host/reports", reports, "What was reported to the host"),
    Endpoint("POST", "/api/host/reports/{report}", close_report, "The host has dealt with a report"),
]  # fmt: skip
