"""Endpoints about people: a person's games, settings of one's own, blocking, guests' seats, export, deletion."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ...texts import LANGUAGES
from ..accounts import Account
from ..accounts.erasure import erase
from ..accounts.personal_data import personal_data
from ..accounts.vacation import set_vacation
from ..store import hashed, now
from ..store.pupils import Pupils
from ..table import Refused
from .endpoint import Endpoint, Json
from .identity import ACCOUNT_COOKIE, account_token, session_of, set_cookie, signed_in
from .request_bodies import RequestBody
from .sign_in import access_of, owner, people_of
from .tables import listed_table, service_of

YEAR = 366 * 86_400_000


class AccountSettings(RequestBody, frozen=True):
    """zone: of time, as `Europe/Berlin`. vacation: its end, in milliseconds since 1970; 0 ends it. The
    clocks of correspondence games wait meanwhile, so many days a year as the server says. notices: by mail,
    for each game in which it is your turn, once a day, or none. language: of mails. bot: true once for all, a
    program plays for this account. rated_bots: whether you play rated games with bots. most_games:
    challenges are refused while you play so many; -1 is no limit. star_votes: whether your stars may be used to
    breed games, without your name. What is left out stays."""

    zone: Annotated[str, Meta(max_length=64)] | None = None
    vacation: Annotated[int, Meta(ge=0)] | None = None
    notices: Literal["each", "daily", "none"] | None = None
    language: Annotated[str, Meta(max_length=8)] | None = None
    bot: bool | None = None
    rated_bots: bool | None = None
    star_votes: bool | None = None
    most_games: Annotated[int, Meta(ge=-1, le=1_000)] | None = None


class RelationRequest(RequestBody, frozen=True):
    """block: nobody of you challenges the other. mute: you do not see what he says. What is left out stays."""

    block: bool | None = None
    mute: bool | None = None


class Adopt(RequestBody, frozen=True):
    """table: left out, all at which this browser holds seats."""

    table: Annotated[str, Meta(max_length=20)] = ""


class DeleteAccount(RequestBody, frozen=True):
    """id: your user id, so that nobody does this by mistake."""

    id: Annotated[str, Meta(max_length=40)]


async def person_of(request: Request) -> Account:
    """The person a request is about. Raises Refused."""
    account = await people_of(request).accounts.by_name(request.path_params["person"])
    if account is None:
        raise Refused(404, "there is no such user", "person")
    return account


async def describe_person(request: Request, person: Account) -> dict[str, Any]:
    """A person, as whoever asks may see him: only he sees his games that lists do not show."""
    people, service, me = people_of(request), service_of(request), await signed_in(request)
    is_self = me is not None and me.account.id == person.id
    seats = await people.games.seats(person, is_self)
    rows = await service.store.summaries([table for table, _ in seats]) if seats else []
    games = [listed_table(row) | {"seats": [p for t, p in seats if t == row["id"]]} for row in rows]
    description: dict[str, Any] = {
        "id": person.name, "bot": person.bot, "created": person.created, "games": games,
        "vacation": person.away_until,
        "results": await people.games.results(person, is_self),
    }  # fmt: skip
    if me and not is_self:
        kinds = await people.relations.kinds(me.account.id, person.id)
        description |= {"blocked": "block" in kinds, "muted": "mute" in kinds}
    return description


async def person(request: Request) -> object:
    """GET /api/people/{person}"""
    return await describe_person(request, await person_of(request))


async def relate(request: Request, body: RelationRequest) -> object:
    """PUT /api/people/{person}"""
    people, (me, _), other_account = people_of(request), await owner(request), await person_of(request)
    if me.id == other_account.id:
        raise Refused(409, "you cannot challenge yourself", "person")
    if body.block is not None:
        await people.relations.put(me.id, other_account.id, "block", body.block)
    if body.mute is not None:
        await people.relations.put(me.id, other_account.id, "mute", body.mute)
    kinds = await people.relations.kinds(me.id, other_account.id)
    return {"blocked": "block" in kinds, "muted": "mute" in kinds}


async def at_table(request: Request) -> object:
    """GET /api/tables/{table}/people"""
    people, me = people_of(request), await signed_in(request)
    live = await service_of(request).live(request.path_params["table"])
    people_here = []
    for player, account in sorted((await people.games.at_table(live.table.id)).items()):
        kinds = await people.relations.kinds(me.account.id, account.id) if me else set()
        away = account.away_until
        people_here.append(
            {"player": player, "id": account.name, "bot": account.bot, "vacation": away, "muted": "mute" in kinds}
        )
    return {"people": people_here}


async def change_settings(request: Request, body: AccountSettings) -> object:
    """PUT /api/account"""
    (me, _), values = await owner(request), dict[str, Any]()
    if body.zone is not None:
        if body.zone not in available_timezones():
            raise Refused(422, "%(zone)s: expected a time zone as Europe/Berlin", "zone", zone=body.zone)
        values["zone"] = body.zone
    if body.vacation and body.vacation != me.away_until:
        check_vacation(body.vacation)
    if body.notices is not None:
        values["notices"] = body.notices
    if body.language is not None:
        if body.language not in LANGUAGES:
            raise Refused(
                422,
                "%(language)s: expected one of %(languages)s",
                "language",
                language=body.language,
                languages=", ".join(LANGUAGES),
            )
        values["language"] = body.language
    if body.bot is not None:
        if me.bot and not body.bot:
            raise Refused(409, "a bot account cannot be changed back", "bot")
        values["bot"] = body.bot
    if body.rated_bots is not None:
        values["rated_bots"] = body.rated_bots
    if body.star_votes is not None:
        values["star_votes"] = body.star_votes
    if body.most_games is not None:
        values["most_games"] = None if body.most_games < 0 else body.most_games
    if values:
        await people_of(request).accounts.change(me.id, **values)
    if body.vacation is not None and body.vacation != (me.away_until or 0):
        service, accounts = service_of(request), people_of(request).accounts
        values["clocks"] = await set_vacation(service, accounts, me, body.vacation)
        values["vacation"] = body.vacation or None
    return {"zone": me.zone, "vacation": me.away_until, "notices": me.notices, "language": me.language, "bot": me.bot,
            "rated_bots": me.rated_bots, "star_votes": me.star_votes, "most_games": me.most_games} | values  # fmt: skip


def check_vacation(end: int) -> None:
    """Raises Refused where a vacation cannot end then."""
    if end > now() + YEAR:
        raise Refused(422, "expected the end of a vacation within a year", "vacation")
    if end <= now():
        raise Refused(422, "this vacation would be over already: expected a later end, or none", "vacation")


async def see_undelivered(request: Request) -> object:
    """DELETE /api/account/undelivered"""
    me, _ = await owner(request)
    if me.mail:
        await request.app.state.mails.outbox.mark_seen(me.mail)
    return {"seen": True}


async def adopt(request: Request, body: Adopt) -> object:
    """POST /api/account/seats"""
    service, (me, _), session = service_of(request), await owner(request), session_of(request)
    seats = await service.seats.mine(session) if session else []
    adopted = [(table, player) for table, player in seats if body.table in ("", table)]
    moved = await Pupils(service.store).move(hashed(session), me.holder.key) if session and not body.table else []
    if not adopted and not moved:
        raise Refused(409, "all seats of this browser already belong to your account", "table")
    for table, player in adopted:
        live = await service.live(table)
        async with live.lock:
            await service.seats.move(hashed(session), me.holder.key, table, player)
            live.forget(player)
    return {"tables": sorted({table for table, _ in adopted}), "pupils": sorted(moved)}


async def export(request: Request) -> Response:
    """GET /api/account/export"""
    json = Json(await personal_data(people_of(request), (await owner(request))[0]))
    json.headers["Content-Disposition"] = 'attachment; filename="lusory-account.json"'
    return json


async def delete(request: Request, body: DeleteAccount) -> Response:
    """DELETE /api/account"""
    me, _ = await owner(request, proved=True)
    if body.id.lower() != me.name.lower():
        raise Refused(422, "expected your user id, %(name)s", "id", name=me.name)
    people = people_of(request)
    await people.sessions.end_all(me.id)
    access_of(request).sign_out(me.id)
    await erase(service_of(request), me)
    assert account_token(request)
    return set_cookie(request, Json({"deleted": me.name}), ACCOUNT_COOKIE, "")


ENDPOINTS = [
    Endpoint("GET", "/api/people/{person}", person, "A person: games that lists show, and how they ended"),
    Endpoint("PUT", "/api/people/{person}", relate, "Blocks or mutes somebody", takes=RelationRequest),
    Endpoint("GET", "/api/tables/{table}/people", at_table, "The people with accounts at a table"),
    Endpoint("DELETE", "/api/account/undelivered", see_undelivered, "You know of mails that did not reach you"),
    Endpoint("PUT", "/api/account", change_settings, "Time zone, vacation, notices", takes=AccountSettings),
    Endpoint("POST", "/api/account/seats", adopt, "Takes seats that this browser holds into your account", takes=Adopt),
    Endpoint("GET", "/api/account/export", export, "Everything that is kept of your account"),
    Endpoint("DELETE", "/api/account", delete, "Deletes your account; records of games stay under another name",
             takes=DeleteAccount, kind="signins"),
]  # fmt: skip
