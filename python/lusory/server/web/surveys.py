"""Endpoints and pages of surveys: games named, people invited, opinions, results."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...club.survey import as_csv
from ...errors import LusoryError
from ..accounts import Account
from ..game_page import list_games
from ..registry import NAME
from ..store.surveys import StoredSurvey
from ..surveying import Surveying, export_survey, unknown_survey
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint, error_reply
from .identity import caller_of, outside, signed_in
from .pages import page, root_of, unstored
from .request_bodies import RequestBody
from .sign_in import owner

MEASUREMENT = 900_000
"""Characters of a measurement."""


class AskedFor(RequestBody, frozen=True):
    """game: a name from /api/games, with its options; or value: a rule value as JSON."""

    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = msgspec.field(default_factory=dict)
    value: dict[str, Any] | None = None


class NewSurvey(RequestBody, frozen=True):
    """title, text: what people read. way: whether they rank all games they have played, or compare them in pairs."""

    title: Annotated[str, Meta(max_length=200)]
    games: Annotated[list[AskedFor], Meta(max_length=50)]
    text: Annotated[str, Meta(max_length=2_000)] = ""
    way: Literal["ranking", "pairs"] = "ranking"


class JoinSurvey(RequestBody, frozen=True):
    """secret: of the link."""

    secret: Annotated[str, Meta(max_length=100)]


class Opinion(RequestBody, frozen=True):
    """places: numbers of games, the best first, those of one place together; in a survey of pairs two."""

    places: Annotated[list[Annotated[list[int], Meta(min_length=1, max_length=5)]], Meta(max_length=50)]


class CloseSurvey(RequestBody, frozen=True):
    """closed: no more opinions, and all see the result; or go on."""

    closed: bool


class GameMeasurement(RequestBody, frozen=True):
    """measurement: what `lusory measure GAME --json` prints."""

    measurement: Annotated[str, Meta(max_length=MEASUREMENT)]


def surveying_of(request: Request) -> Surveying:
    """What can be done with surveys."""
    surveying: Surveying = request.app.state.surveying
    return surveying


def name_of(request: Request) -> str:
    """The survey that a request is about. Raises Refused."""
    name: str = request.path_params["survey"]
    if not NAME.fullmatch(name):
        raise unknown_survey()
    return name


async def visible_survey(request: Request) -> tuple[Account, StoredSurvey]:
    """Who asks, and the survey that he takes part in. Raises Refused."""
    me = (await owner(request)).account
    return me, await surveying_of(request).seen(name_of(request), me)


async def own_survey(request: Request) -> StoredSurvey:
    """The survey that the caller organises. Raises Refused."""
    return await surveying_of(request).own(name_of(request), (await owner(request)).account)


def link_of(request: Request, survey_id: str, secret: str) -> str:
    """The link with which people join; servers do not see what stands behind the #."""
    return f"{outside(request)}/surveys/{survey_id}#{secret}"


async def make(request: Request, body: NewSurvey) -> object:
    """POST /api/surveys"""
    me = (await owner(request)).account
    games = [(game.game, dict(game.options), game.value) for game in body.games]
    surveying = surveying_of(request)
    survey_id, secret = await surveying.make(
        me, tidy(body.title), body.text.strip(), body.way, games, caller_of(request)
    )  # fmt: skip
    return {"survey": survey_id, "link": link_of(request, survey_id, secret)}


async def list_surveys(request: Request) -> object:
    """GET /api/surveys"""
    return {"surveys": await listed_for(request)}


async def listed_for(request: Request) -> list[dict[str, Any]]:
    """The surveys that the caller takes part in."""
    me = (await owner(request)).account
    return [
        {"survey": row["id"], "title": row["title"], "closed": row["closed"], "mine": row["organiser"] == me.id}
        for row in await surveying_of(request).stored.of(me.id)
    ]


async def show(request: Request) -> object:
    """GET /api/surveys/{survey}"""
    me, survey = await visible_survey(request)
    return await surveying_of(request).shown(survey, me)


async def rules(request: Request) -> Response:
    """GET /api/surveys/{survey}/games/{number}"""
    _, survey = await visible_survey(request)
    number = request.path_params["number"]
    own_value = next((game.value for game in survey.games if str(game.number) == number), None)
    if own_value is None:
        raise Refused(404, "%(number)s: no game of the survey with rules of its own", "number", number=number[:10])
    return Response(own_value, media_type="application/json", headers={"Cache-Control": "no-store"})


async def join(request: Request, body: JoinSurvey) -> object:
    """POST /api/surveys/{survey}/join"""
    me = (await owner(request)).account
    await surveying_of(request).join(name_of(request), body.secret, me)
    return {"survey": name_of(request)}


async def invite(request: Request) -> object:
    """POST /api/surveys/{survey}/invitation"""
    survey = await own_survey(request)
    return {"link": link_of(request, survey.id, await surveying_of(request).stored.new_invitation(survey.id))}


async def think(request: Request, body: Opinion) -> object:
    """PUT /api/surveys/{survey}/opinion"""
    me = (await owner(request)).account
    await surveying_of(request).think(name_of(request), me, body.places)
    return {"places": body.places}


async def close(request: Request, body: CloseSurvey) -> object:
    """PUT /api/surveys/{survey}"""
    survey = await own_survey(request)
    await surveying_of(request).stored.close(survey.id, body.closed)
    return {"survey": survey.id, "closed": body.closed}


async def delete(request: Request) -> object:
    """DELETE /api/surveys/{survey}"""
    survey = await own_survey(request)
    await surveying_of(request).stored.delete(survey.id)
    return {"deleted": survey.id}


async def measure(request: Request, body: GameMeasurement) -> object:
    """PUT /api/surveys/{survey}/measures"""
    survey = await own_survey(request)
    return {"game": (await surveying_of(request).measure(survey, body.measurement)).title}


async def results(request: Request) -> object:
    """GET /api/surveys/{survey}/result"""
    me, survey = await visible_survey(request)
    return await compute_result(request, me, survey)


async def compute_result(request: Request, me: Account, survey: StoredSurvey) -> dict[str, Any]:
    """The result. Raises Refused where the caller may not see it yet."""
    surveying = surveying_of(request)
    return await surveying.result(survey, await surveying.collected(survey, me), caller_of(request))


async def export(request: Request) -> Response:
    """GET /api/surveys/{survey}/export.{form}"""
    form = request.path_params["form"]
    if form not in ("json", "csv"):
        raise Refused(404, "export.%(form)s: expected json or csv", form=form[:20])
    me, survey = await visible_survey(request)
    if form == "json":
        text = export_survey(await surveying_of(request).collected(survey, me))
    else:
        text = as_csv((await compute_result(request, me, survey))["games"])
    name = f'attachment; filename="survey-{survey.id}.{form}"'
    media = "application/json" if form == "json" else "text/csv"
    return Response(text, media_type=media, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


async def all_page(request: Request) -> Response:
    """Surveys of who is signed in, and a form for a new one."""
    if await signed_in(request) is None:
        return RedirectResponse(f"{root_of(request)}/sign-in", 303)
    games = await run_in_threadpool(list_games)
    return unstored(page(request, "surveys.html", surveys=await listed_for(request), catalogue=games))


async def one_page(request: Request) -> Response:
    """A survey; for who takes no part in it yet a page that asks whether he wants to."""
    signed = await signed_in(request)
    if signed is None or not NAME.fullmatch(request.path_params["survey"]):
        return unstored(page(request, "survey-join.html"))
    me, surveying = signed.account, surveying_of(request)
    try:
        survey = await surveying.seen(request.path_params["survey"], me)
    except Refused:
        return unstored(page(request, "survey-join.html"))
    view = await surveying.shown(survey, me)
    over, fault = None, ""
    try:
        over = await compute_result(request, me, survey) if view["mine"] or survey.closed else None
    except LusoryError as why:  # its organiser can still close it, or add to it
        fault = error_reply(why)[1]
    return unstored(page(request, "survey.html", survey=view, result=over, fault=fault, query=query))


def query(options: dict[str, str]) -> str:
    """Options as the page of a game takes them."""
    return f"?{urlencode(options)}" if options else ""


SURVEY_PATH = "/api/surveys/{survey}"
ENDPOINTS = [
    Endpoint("POST", "/api/surveys", make, "Begins a survey", takes=NewSurvey, code=201, kind="rules"),
    Endpoint("GET", "/api/surveys", list_surveys, "The surveys that you take part in"),
    Endpoint("GET", SURVEY_PATH, show, "A survey that you take part in"),
    Endpoint("PUT", SURVEY_PATH, close, "Closes your survey, or opens it again", takes=CloseSurvey),
    Endpoint("DELETE", SURVEY_PATH, delete, "Deletes your survey, with what people thought"),
    Endpoint("GET", f"{SURVEY_PATH}/games/{{number}}", rules, "The rules of a game that the organiser brought"),
    Endpoint("POST", f"{SURVEY_PATH}/join", join, "Takes part in a survey", takes=JoinSurvey, kind="codes"),
    Endpoint("POST", f"{SURVEY_PATH}/invitation", invite, "A new link to your survey; the one before is good no more"),
    Endpoint("PUT", f"{SURVEY_PATH}/opinion", think, "What you think of games that you have played", takes=Opinion),
    Endpoint(
        "PUT", f"{SURVEY_PATH}/measures", measure, "Adds a measurement of a game to your survey", takes=GameMeasurement
    ),
    Endpoint(
        "GET", f"{SURVEY_PATH}/result", results, "How strongly people like each game, with intervals", kind="rules"
    ),
    Endpoint(
        "GET",
        f"{SURVEY_PATH}/export.{{form}}",
        export,
        "Opinions as json, without names, or the result as csv",
        kind="rules",
    ),
]
ROUTES = [Route("/surveys", all_page), Route("/surveys/{survey}", one_page)]
