"""Endpoints of challenges: make, list, accept, decline, withdraw."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request

from ..accounts import Account
from ..accounts.challenge_commands import Challenging
from ..accounts.challenges import Challenges
from ..table import Clock
from .endpoint import Endpoint
from .identity import caller_of, playing_as
from .request_bodies import RequestBody
from .sign_in import NotSignedIn, UserId, people_of


class NewChallenge(RequestBody, frozen=True):
    """to: a user id; left out, anybody may accept. game, options or value: as in Rules. side: yours. clock: none if
    left out. standing: it stays when somebody has accepted it. rated: whether the game counts. Only of the
    catalogue."""

    to: UserId = ""
    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = msgspec.field(default_factory=dict)
    value: dict[str, Any] | None = None
    side: Literal["first", "second", "any"] = "any"
    clock: Clock | None = None
    standing: bool = False
    rated: bool = False


def challenging_of(request: Request) -> Challenging:
    """The commands of challenges."""
    challenging: Challenging = request.app.state.challenging
    return challenging


def challenges_of(request: Request) -> Challenges:
    """All challenges."""
    challenges: Challenges = people_of(request).challenges
    return challenges


async def player(request: Request) -> Account:
    """Who challenges and answers. Raises Refused where nobody is signed in and no token is shown."""
    account = await playing_as(request)
    if account is None:
        raise NotSignedIn
    return account


async def make(request: Request, body: NewChallenge) -> object:
    """POST /api/challenges"""
    me = await player(request)
    challenge = await challenging_of(request).make(
        me, body.to, body.game, body.options, body.value, caller_of(request),
        side=body.side, clock=body.clock, standing=body.standing, rated=body.rated,
    )  # fmt: skip
    return challenge.shown()


async def list_challenges(request: Request) -> object:
    """GET /api/challenges"""
    return await listed_challenges(request, request.query_params.get("game", "")[:100])


async def listed_challenges(request: Request, game: str = "") -> dict[str, Any]:
    """Challenges as the caller sees them: those to him, his own, and those to all."""
    challenges, account = challenges_of(request), await playing_as(request)
    return {
        "to_you": [challenge.shown() for challenge in await challenges.to(account)] if account else [],
        "yours": [challenge.shown() for challenge in await challenges.of(account)] if account else [],
        "open": [challenge.shown() for challenge in await challenges.open(account, game)],
    }


async def accept(request: Request) -> object:
    """POST /api/challenges/{challenge}/accept"""
    me = await player(request)
    live = await challenging_of(request).accept(me, request.path_params["challenge"], caller_of(request))
    return {"table": live.table.id}


async def decline(request: Request) -> object:
    """POST /api/challenges/{challenge}/decline"""
    me = await player(request)
    return {"declined": (await challenging_of(request).decline(me, request.path_params["challenge"])).id}


async def withdraw(request: Request) -> object:
    """DELETE /api/challenges/{challenge}"""
    me = await player(request)
    return {"withdrawn": (await challenging_of(request).withdraw(me, request.path_params["challenge"])).id}


CHALLENGE_PATH = "/api/challenges/{challenge}"
ENDPOINTS = [
    Endpoint("POST", "/api/challenges", make, "Challenges somebody, or all", takes=NewChallenge, code=201,
             kind="tables"),
    Endpoint("GET", "/api/challenges", list_challenges, "Challenges to you, your own, and those to all",
             query=(("game", "only those to all of this game"),)),
    Endpoint("POST", f"{CHALLENGE_PATH}/accept", accept, "Accepts a challenge: both have seats at a new table",
             kind="tables"),
    Endpoint("POST", f"{CHALLENGE_PATH}/decline", decline, "Declines a challenge to you"),
    Endpoint("DELETE", CHALLENGE_PATH, withdraw, "Withdraws your challenge"),
]  # fmt: skip
