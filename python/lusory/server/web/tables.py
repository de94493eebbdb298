"""Endpoints for tables: create, list, show, recover a seat."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import Raw, structs
from starlette.requests import Request
from starlette.responses import Response

from ...rules.options import text_of
from ..allowed_players import LEVELS, check_spec, pupil_of
from ..boards import FirstBoard
from ..game_info import GameInfo
from ..live_table import LiveTable
from ..muting import is_muted
from ..pupil_service import Asker, PupilService
from ..store import holder_key
from ..table import HUMAN, OPEN, Refused, Setup
from ..table.setup import default_name
from ..table_service import TableService
from ..table_view import Shown
from ..text_cleanup import tidy, whole_number
from .drawings import QUERY, SINCE, caller_views_of, shorten_view
from .endpoint import Endpoint, Json
from .identity import caller_of, holder_of, outside, players_of, playing_as, remember, session_of
from .request_bodies import NewTable, Recover
from .rules import games_of

DEFAULT = "level:3"


def service_of(request: Request) -> TableService:
    """The service."""
    service: TableService = request.app.state.service
    return service


async def live_table_of(request: Request) -> LiveTable:
    """The table a request is about."""
    return await service_of(request).live(request.path_params["table"])


def whole_number_of_query(request: Request, name: str, most: int = 2**53) -> int | None:
    """A whole number of the query. Raises Refused."""
    text = request.query_params.get(name)
    return None if text is None else number(text, name, most)


def number(text: str, name: str, most: int) -> int:
    """A whole number. Raises Refused."""
    value = whole_number(text)
    if value is None or value > most:
        raise Refused(
            422,
            "%(name)s=%(text)s: expected a whole number of at most %(most)s",
            name,
            name=name,
            text=text[:40],
            most=most,
        )
    return value


async def create(request: Request, body: NewTable) -> Response:
    """POST /api/tables"""
    service = service_of(request)
    caller = caller_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    setup = await setup_of(request, body, game)
    mine = seats_of_creator(body, setup)
    if body.rated:
        await check_rated(request, body, setup, mine)
    holder = await holder_of(request)
    live, keys = await service.create(game, await with_own_name(request, setup, mine), mine, holder, body.plies, caller)
    table_id = live.table.id
    own_seats = {p: {"player": p, "token": keys.tokens[p], "code": keys.codes[p]} for p in mine}
    open_seats = {
        p: {"player": p, "link": link_of(request, table_id, secret)} for p, secret in keys.invitations.items()
    }
    seats = [seat for _, seat in sorted((own_seats | open_seats).items())]
    reply = Json({"table": table_id, "you": mine, "seats": seats, "watch": f"{outside(request)}/t/{table_id}"}, 201)
    return remember(request, reply, holder) if mine else reply


async def own_name(request: Request) -> str:
    """The user id of the account that plays; else nothing."""
    account = await playing_as(request)
    return account.name if account else ""


async def may_choose_names(request: Request) -> bool:
    """Whether others see the names that somebody chooses: not where he is muted."""
    account = await playing_as(request)
    return account is None or not is_muted(account.muted_until)


async def chosen_names(request: Request, texts: Sequence[str]) -> list[str]:
    """What somebody wants players to be called; nothing where he is muted."""
    return [tidy(text) for text in texts] if await may_choose_names(request) else []


async def chosen_name(request: Request, text: str) -> str:
    """What somebody wants to be called; else the user id of the account that plays."""
    return "".join(await chosen_names(request, [text])) or await own_name(request)


async def with_own_name(request: Request, setup: Setup, mine: Sequence[int]) -> Setup:
    """Who is signed in and says no other name sits under his user id."""
    name = await own_name(request)
    if not name or setup.shared:
        return setup
    names = [name if i in mine and was == default_name(i, HUMAN) else was for i, was in enumerate(setup.names)]
    return structs.replace(setup, names=tuple(names))


def link_of(request: Request, table: str, secret: str) -> str:
    """An invitation as a link. Browsers do not send the part behind the #, so no log has it."""
    return f"{outside(request)}/t/{table}/join#{secret}"


async def setup_of(request: Request, body: NewTable, game: GameInfo) -> Setup:
    """The setup from the request, validated."""
    service, players = service_of(request), game.players
    seats = body.seats or [HUMAN] + [DEFAULT] * (players - 1)
    if len(seats) != players:
        raise Refused(422, "%(seats)s seats, expected %(players)s", "seats", seats=len(seats), players=players)
    specs = [spec for spec in seats if spec not in (HUMAN, OPEN)]
    for spec in specs:
        check_spec(spec, service.settings)
    pupils = await pupils_among(request, specs, game)
    if others := [spec for spec in specs if spec not in pupils]:
        pool = service.pools.checking(game.guest)
        await pool.ask(
            {"do": "fit", "game": game.value, "specs": others, "data": service.settings.data}, 20, caller_of(request)
        )
    if body.seed is not None and game.hidden:
        raise Refused(422, "expected no seed in a game with secrets: it tells what the machine hides", "seed")
    names = (await chosen_names(request, body.names))[:players]
    names += [""] * (players - len(names))
    return Setup(
        seats=tuple(seats),
        names=tuple(name or pupils.get(seats[i]) or default_name(i, seats[i]) for i, name in enumerate(names)),
        title=game.title,
        game="" if game.guest else game.name,
        options={key: text_of(option) for key, option in body.options.items()},
        clock=body.clock,
        seed=secrets.randbits(63) if body.seed is None else body.seed,
        shared=body.shared,
        listed=is_public(seats) if body.listed is None else body.listed,
        rated=body.rated,
    )


async def pupils_among(request: Request, specs: Sequence[str], game: GameInfo) -> dict[str, str]:
    """The names of the pupils among these players, by spec. Raises Refused where the caller may not seat one."""
    if not any(pupil_of(spec) for spec in specs):
        return {}
    service: PupilService = request.app.state.pupils
    return await service.seated(specs, game, Asker(await holders_of_caller(request), "", caller_of(request)))


async def check_rated(request: Request, body: NewTable, setup: Setup, own_seats: Sequence[int]) -> None:
    """A rated game against levels of the machine: what would help the person or change the game is refused; rated games
    of people begin with a challenge. Raises Refused."""
    if await playing_as(request) is None:
        raise Refused(401, "sign in first: rated games are played by accounts", "rated")
    machines = [seat for seat in setup.seats if seat in LEVELS]
    if not setup.game:
        raise Refused(422, "only games of the catalogue are rated", "rated")
    if len(machines) != len(setup.seats) - 1 or len(set(machines)) != len(machines) or len(own_seats) != 1:
        raise Refused(422, "rated: expected one seat, yours, and level:1 to level:10 elsewhere, each once", "seats")
    for name, is_given in (("plies", body.plies), ("seed", body.seed is not None), ("shared", body.shared)):
        if is_given:
            raise Refused(422, "%(name)s: expected none in a rated game", name, name=name)


def is_public(seats: Sequence[str]) -> bool:
    """Whether a table with these seats is listed by default: one with an open seat, or of machines alone."""
    return OPEN in seats or HUMAN not in seats


def seats_of_creator(body: NewTable, setup: Setup) -> list[int]:
    """The seats that the creator takes."""
    people = [player for player, kind in enumerate(setup.seats) if kind == HUMAN]
    if body.mine is None:
        return people if body.shared else people[:1]
    for player in body.mine:
        if player not in people:
            raise Refused(422, "player %(player)s: not the seat of a person", "mine", player=player)
    return sorted(set(body.mine))


async def list_tables(request: Request) -> object:
    """GET /api/tables"""
    state = request.query_params.get("state", "")
    if state not in ("", "running", "finished"):
        raise Refused(422, "state=%(state)s: expected running or finished", "state", state=state[:40])
    game = request.query_params.get("game", "")[:100]
    count = whole_number_of_query(request, "count", 200)
    rows = await service_of(request).store.listed(
        running=None if not state else state == "running",
        game=game,
        after=whole_number_of_query(request, "after") or 0,
        since=whole_number_of_query(request, "since") or 0,
        count=50 if count is None else max(1, count),
        holders=await holders_named(request),
        results=results_named(request.query_params.get("result", "")),
    )
    return {"tables": [listed_table(row) for row in rows]}


async def holders_named(request: Request) -> list[str]:
    """The accounts that the query names as `person` (user ids, with commas between). Raises Refused."""
    names = [name.strip() for name in request.query_params.get("person", "").split(",") if name.strip()]
    if len(names) > 4:
        raise Refused(422, "person: expected at most four user ids", "person")
    keys = []
    for name in names:
        account = await request.app.state.people.accounts.by_name(name)
        if account is None:
            raise Refused(404, "%(name)s: there is no such user", "person", name=name[:40])
        keys.append(account.holder.key)
    return keys


def results_named(text: str) -> list[str]:
    """The stored results that a query means: `draw`, or the number of the player who won, from 1. Raises Refused."""
    if not text:
        return []
    if text == "draw":
        return [json.dumps([1 / n] * n, separators=(",", ":")) for n in (2, 3, 4)]
    if text not in ("1", "2", "3", "4"):
        raise Refused(
            422, "result=%(text)s: expected draw or the number of the player who won", "result", text=text[:40]
        )
    winner = int(text) - 1
    return [
        json.dumps([float(i == winner) for i in range(n)], separators=(",", ":")) for n in range(max(2, winner + 1), 5)
    ]


def listed_table(row: dict[str, Any]) -> dict[str, Any]:
    """A table as lists show it."""
    setup = json.loads(row["setup"])
    return {
        "table": row["id"],
        "game": {"name": setup.get("game", ""), "title": row["title"], "hash": row["game"]},
        "names": setup["names"],
        "kinds": setup["seats"],
        "ply": row["plies"],
        "created": row["created"],
        "updated": row["updated"],
        "result": json.loads(row["result"]) if row["result"] else None,
        "by": row["by"],
        "to_move": row["to_move"],
        "rated": setup.get("rated", False),
    }


async def my_tables(request: Request) -> dict[str, Any]:
    """GET /api/mine"""
    holders = await holders_of_caller(request)
    tables = await service_of(request).store.tables_held(holders) if holders else []
    return {"tables": sorted((listed_table(row) | {"you": row["you"]} for row in tables), key=urgency)}


async def holders_of_caller(request: Request) -> list[str]:
    """This browser, and the account that is signed in, as those who hold seats."""
    session, account = session_of(request), await playing_as(request)
    return [*([holder_key(session)] if session else []), *([account.holder.key] if account else [])]


def urgency(row: dict[str, Any]) -> tuple[bool, bool, bool]:
    """The order of one's own tables (the last changed first within each group): games before finished ones, begun ones
    before those without a move, and first those that wait for the caller."""
    return row["result"] is not None or row["by"] is not None, row["ply"] == 0, row["to_move"] not in row["you"]


async def show(request: Request) -> Raw:
    """GET /api/tables/{table}"""
    service, live = service_of(request), await live_table_of(request)
    players = await players_of(request, live)
    service.look(live, caller_of(request))
    eyes, board = whole_number_of_query(request, "eyes", 3), "board" in request.query_params
    return shorten_view(
        await service.views.show(live, players, eyes, board), await caller_views_of(request, service, live)
    )[0]


async def board(request: Request) -> Response:
    """GET /api/tables/{table}/board"""
    content = await service_of(request).call(await live_table_of(request), "board")
    return Response(content, media_type="application/json", headers={"Cache-Control": "private, max-age=86400"})


async def recover(request: Request, body: Recover) -> Response:
    """POST /api/recover"""
    service = service_of(request)
    seat = await service.seats.by_code(body.code)
    if seat is None:
        raise Refused(404, "this code belongs to no seat: is it the last one you were shown?", "code")
    table, player = seat
    live, holder = await service.live(table), await holder_of(request)
    async with live.lock:
        if await service.seats.by_code(body.code) != seat:
            raise Refused(404, "this code no longer belongs to a seat", "code")
        await service.hold(live, holder, player)
    return remember(request, Json({"table": table, "player": player}), holder)


ENDPOINTS = [
    Endpoint("POST", "/api/tables", create, "Makes a table", takes=NewTable, code=201, kind="tables"),
    Endpoint(
        "GET",
        "/api/tables",
        list_tables,
        "Tables, the last changed first",
        query=(
            ("state", "running or finished"),
            ("game", "a name or a hash"),
            ("after", "only those changed before this moment, in milliseconds since 1970"),
            ("since", "only those not changed before this moment"),
            ("person", "user ids, with commas between, of who plays there"),
            ("result", "draw, or the number of the player who won, from 1"),
            ("count", "at most so many, 200 at most"),
        ),
    ),
    Endpoint("GET", "/api/mine", my_tables, "Tables at which this browser holds a seat"),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        show,
        "A table, as the caller may see it",
        gives=Shown,
        query=(
            ("eyes", "the seat to see as, for callers with several"),
            ("board", "with cells and neighbours"),
            QUERY,
            SINCE,
        ),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/board", board, "The board before the first ply, which may be kept", gives=FirstBoard
    ),
    Endpoint("POST", "/api/recover", recover, "Takes a seat by its private code", takes=Recover, kind="codes"),
]
