"""Endpoints of challenges: made, listed, accepted, declined, withdrawn."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request

from ...rules.options import text_of
from ..accounts import Account
from ..accounts.challenges import ANY, Challenge, Challenges
from ..table import HUMAN, Clock, Refused, Setup
from .bodies import RequestBody
from .endpoint import Endpoint
from .identity import caller_of, signed_in
from .rules import games_of
from .signing import UserId, mailing_of, owner, people_of
from .tables import service_of

SIDES = {"first": 0, "second": 1, "any": ANY}
APART = "one of you has blocked the other"


class NewChallenge(RequestBody, frozen=True):
    """to: a user id; left out, anybody may accept. game, options or value: as in Rules. side: yours. clock: none if
    left out. standing: it stays when somebody has accepted it. rated: does the game count? Only of the catalogue."""

    to: UserId = ""
    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = msgspec.field(default_factory=dict)
    value: dict[str, Any] | None = None
    side: Literal["first", "second", "any"] = "any"
    clock: Clock | None = None
    standing: bool = False
    rated: bool = False


def challenges_of(request: Request) -> Challenges:
    """All challenges."""
    found: Challenges = people_of(request).challenges
    return found


async def make(request: Request, body: NewChallenge) -> object:
    """POST /api/challenges"""
    people, (me, _) = people_of(request), await owner(request)
    to = await opponent(request, me, body.to) if body.to else None
    game = await games_of(request).requested(body.game, body.options, body.value, caller_of(request))
    if game.players != 2:
        raise Refused(422, f"{game.title}: expected a game for two", "game")
    if body.rated and game.guest:
        raise Refused(422, "only games of the catalogue are rated", "rated")
    if body.standing and to:
        raise Refused(422, "expected a challenge to one person, or a standing one to all", "standing")
    terms = {
        "options": {key: text_of(option) for key, option in body.options.items()}, "value": body.value,
        "side": body.side, "clock": msgspec.to_builtins(body.clock),
    }  # fmt: skip
    row = {"game": "" if game.guest else game.name, "title": game.title, "terms": json.dumps(terms)}
    id_ = await people.challenges.add(me, to, row | {"standing": body.standing, "rated": body.rated})
    if to:
        mailing_of(request).news(to, f"{me.name} challenges you to {game.title}", "Accept or decline it here:", "/my")
    return (await people.challenges.get(id_)).shown()


async def opponent(request: Request, me: Account, name: str) -> Account:
    """Who may be challenged. Raises Refused."""
    people = people_of(request)
    found = await people.accounts.by_name(name)
    if found is None or found.suspended:
        raise Refused(404, "there is nobody of this user id", "to")
    if found.id == me.id:
        raise Refused(422, "this is you", "to")
    if await people.relations.apart(me.id, found.id):
        raise Refused(403, APART, "to")
    return found


async def listing(request: Request) -> object:
    """GET /api/challenges"""
    return await listed_challenges(request, request.query_params.get("game", "")[:100])


async def listed_challenges(request: Request, game: str = "") -> dict[str, Any]:
    """Challenges as the caller sees them: those to him, his own, and those to all."""
    known, me = challenges_of(request), await signed_in(request)
    account = me.account if me else None
    return {
        "to_you": [one.shown() for one in await known.to(account)] if account else [],
        "yours": [one.shown() for one in await known.of(account)] if account else [],
        "open": [one.shown() for one in await known.open(account, game)],
    }


async def answered(request: Request) -> tuple[Account, Challenge]:
    """A challenge that the caller may answer. Raises Refused."""
    me, _ = await owner(request)
    found = await challenges_of(request).get(request.path_params["challenge"])
    if found.by_id == me.id:
        raise Refused(409, "this challenge is your own", "challenge")
    if found.to_id not in (None, me.id):
        raise Refused(404, "this challenge was accepted or withdrawn", "challenge")
    return me, found


async def accept(request: Request) -> object:
    """POST /api/challenges/{challenge}/accept"""
    people, (me, found) = people_of(request), await answered(request)
    if await people.relations.apart(me.id, found.by_id):
        raise Refused(403, APART, "challenge")
    if found.standing and await people.challenges.playing(me, found.by_id, found.title):
        raise Refused(409, f"finish your game of {found.title} with {found.by} first", "challenge")
    terms, by = found.terms, await people.accounts.get(found.by_id)
    game = await games_of(request).requested(found.game, terms["options"], terms["value"], caller_of(request))
    if not await people.challenges.take(found):
        raise Refused(409, "somebody else has accepted this challenge just now", "challenge")
    seats = seated(found, by, me)
    setup = Setup(
        seats=(HUMAN, HUMAN), names=tuple(one.name for one in seats), title=game.title, game=found.game,
        options=terms["options"], clock=msgspec.convert(terms["clock"], Clock | None), seed=secrets.randbits(63),
        taken=(0, 1), rated=found.rated,
    )  # fmt: skip
    holders = [(one.holder, player) for player, one in enumerate(seats)]
    live, _ = await service_of(request).create(game, setup, (), "", caller=caller_of(request), holders=holders)
    said = f"{me.name} has accepted your challenge."
    mailing_of(request).news(by, f"{game.title}: your challenge is accepted", said, f"/t/{live.table.id}")
    return {"table": live.table.id}


def seated(challenge: Challenge, by: Account, me: Account) -> Sequence[Account]:
    """Who plays first, and who second."""
    side = SIDES[challenge.terms["side"]]
    if side == ANY:
        side = secrets.randbelow(2)
    return (by, me) if side == 0 else (me, by)


async def decline(request: Request) -> object:
    """POST /api/challenges/{challenge}/decline"""
    me, found = await answered(request)
    if found.to_id is None:
        raise Refused(409, "this challenge is to all; let it be", "challenge")
    await challenges_of(request).drop(found.id)
    by = await people_of(request).accounts.get(found.by_id)
    mailing_of(request).news(
        by, f"{found.title}: your challenge is declined", f"{me.name} does not want to play.", "/my"
    )
    return {"declined": found.id}


async def withdraw(request: Request) -> object:
    """DELETE /api/challenges/{challenge}"""
    me, _ = await owner(request)
    found = await challenges_of(request).get(request.path_params["challenge"])
    if found.by_id != me.id:
        raise Refused(403, "this challenge is not yours", "challenge")
    await challenges_of(request).drop(found.id)
    return {"withdrawn": found.id}


ONE = "/api/challenges/{challenge}"
ENDPOINTS = [
    Endpoint("POST", "/api/challenges", make, "Challenges somebody, or all", takes=NewChallenge, code=201,
             kind="tables"),
    Endpoint("GET", "/api/challenges", listing, "Challenges to you, your own, and those to all",
             query=(("game", "only those to all of this game"),)),
    Endpoint("POST", f"{ONE}/accept", accept, "Accepts a challenge: both have seats at a new table", kind="tables"),
    Endpoint("POST", f"{ONE}/decline", decline, "Declines a challenge to you"),
    Endpoint("DELETE", ONE, withdraw, "Withdraws your challenge"),
]  # fmt: skip
