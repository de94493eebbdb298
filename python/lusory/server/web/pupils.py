"""Endpoints of pupils: raised, practising, taken back to an earlier version, given as files, lent by a link."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import quote

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...rules.options import text_of
from ..muting import check_not_muted
from ..pupil_service import Asker, PupilService, unknown_pupil
from ..registry import NAME
from ..store import holder_key
from ..store.pupils import PupilRow
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint, Json, body_of
from .identity import caller_of, holder_of, outside, playing_as, remember
from .request_bodies import RequestBody, Rules
from .rules import games_of
from .tables import chosen_names, holders_of_caller, may_choose_names

MINUTES = 600
"""The most minutes of practice that can be ordered at once."""
FILE = "application/octet-stream"


class PupilRequest(Rules, frozen=True):
    """game, options or value: as in Rules. name: what it is called."""

    name: Annotated[str, Meta(max_length=40)] = ""


class Practice(RequestBody, frozen=True):
    """minutes: to practise from now on, 0 to end it. after_game: minutes that each game adds. name: a new name."""

    minutes: Annotated[float, Meta(ge=0, le=MINUTES)] | None = None
    after_game: Annotated[float, Meta(ge=0, le=60)] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class Back(RequestBody, frozen=True):
    """version: the number of an earlier version."""

    version: Annotated[int, Meta(ge=1, le=1_000_000)]


class JoinPupil(RequestBody, frozen=True):
    """secret: of the link."""

    secret: Annotated[str, Meta(max_length=100)]


def pupils_of(request: Request) -> PupilService:
    """The service."""
    service: PupilService = request.app.state.pupils
    return service


async def asker_of(request: Request) -> Asker:
    """Who asks."""
    return Asker(await holders_of_caller(request), "", caller_of(request))


def name_of(request: Request) -> str:
    """The pupil that a request is about. Raises Refused."""
    name: str = request.path_params["pupil"]
    if not NAME.fullmatch(name):
        raise unknown_pupil()
    return name


async def own_pupil(request: Request) -> PupilRow:
    """The pupil that a request is about, of the caller's. Raises Refused."""
    return await pupils_of(request).own(name_of(request), await asker_of(request))


async def make(request: Request, body: PupilRequest) -> Response:
    """POST /api/pupils"""
    caller, holder = caller_of(request), await holder_of(request)
    game = await games_of(request).requested(body.game, body.options, body.value, caller)
    options = {} if game.guest else {name: text_of(option) for name, option in body.options.items()}
    asker = Asker([], holder_key(holder), caller)
    name = "".join(await chosen_names(request, [body.name])) or game.title
    reply = Json({"pupil": await pupils_of(request).raise_new(name, game, options, asker)}, 201)
    return remember(request, reply, holder)


async def upload(request: Request) -> Response:
    """POST /api/pupils/file"""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FILE:
        raise Refused(415, "content-type: %(kind)s, expected %(file)s", kind=kind[:60] or "none", file=FILE)
    holder = await holder_of(request)
    data = await body_of(request, request.app.state.settings.limits.pupil_file, times=6)
    asker, is_named = Asker([], holder_key(holder), caller_of(request)), await may_choose_names(request)
    pupil_id = await pupils_of(request).upload(data, asker, is_named)
    request.app.state.service.trainer.wake()
    return remember(request, Json({"pupil": pupil_id}, 201), holder)


async def list_pupils(request: Request) -> object:
    """GET /api/pupils"""
    service, asker = pupils_of(request), await asker_of(request)
    return {
        "pupils": [line(pupil) for pupil in await service.stored.of(asker.holders)],
        "lent": [line(pupil) for pupil in await service.stored.lent_to(asker.holders)],
    }


def line(pupil: PupilRow) -> dict[str, Any]:
    """A pupil in a list."""
    return {"pupil": pupil.id, "name": pupil.name, "title": pupil.title, "game": pupil.game, "options": pupil.options,
            "hash": pupil.hash}  # fmt: skip


async def show(request: Request) -> object:
    """GET /api/pupils/{pupil}"""
    service, asker = pupils_of(request), await asker_of(request)
    return await service.shown(await service.usable(name_of(request), asker), asker)


async def rules(request: Request) -> Response:
    """GET /api/pupils/{pupil}/rules"""
    pupil = await pupils_of(request).usable(name_of(request), await asker_of(request))
    return Response(pupil.value, media_type="application/json", headers={"Cache-Control": "no-store"})


async def order(request: Request, body: Practice) -> object:
    """PUT /api/pupils/{pupil}"""
    service, pupil = pupils_of(request), await own_pupil(request)
    account = await playing_as(request)
    if body.name is not None and account:
        check_not_muted(account.muted_until)
    await service.practise(pupil, body.minutes, body.after_game)
    if body.name is not None and tidy(body.name):
        await service.stored.change(pupil.id, name=tidy(body.name))
    request.app.state.service.trainer.wake()
    return await show(request)


async def back(request: Request, body: Back) -> object:
    """POST /api/pupils/{pupil}/back"""
    pupil = await own_pupil(request)
    if not await pupils_of(request).stored.go_back(pupil.id, body.version):
        raise Refused(404, "version %(version)s: there is none", "version", version=body.version)
    request.app.state.service.trainer.wake()
    return await show(request)


async def delete(request: Request) -> object:
    """DELETE /api/pupils/{pupil}"""
    pupil = await own_pupil(request)
    await pupils_of(request).stored.delete(pupil.id)
    return {"deleted": pupil.id}


async def file(request: Request) -> Response:
    """GET /api/pupils/{pupil}/file"""
    pupil = await own_pupil(request)
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", pupil.name).strip("-") or "pupil"
    names = f"filename=\"{plain}.pupil\"; filename*=UTF-8''{quote(pupil.name, safe='')}.pupil"
    found = await pupils_of(request).file(pupil)
    headers = {"Content-Disposition": f"attachment; {names}", "Cache-Control": "no-store"}
    headers["Content-Length"] = str(found.length)
    return StreamingResponse(found.parts, media_type=FILE, headers=headers)


async def lend(request: Request) -> object:
    """POST /api/pupils/{pupil}/link"""
    pupil = await own_pupil(request)
    secret = await pupils_of(request).stored.invite(pupil.id)
    return {"link": f"{outside(request)}/pupils/{pupil.id}#{secret}"}


async def unlend(request: Request) -> object:
    """DELETE /api/pupils/{pupil}/link"""
    pupil = await own_pupil(request)
    await pupils_of(request).stored.unlend(pupil.id)
    return {"pupil": pupil.id}


async def join(request: Request, body: JoinPupil) -> Response:
    """POST /api/pupils/{pupil}/join"""
    holder = await holder_of(request)
    if not await pupils_of(request).stored.join(name_of(request), body.secret, holder_key(holder)):
        raise Refused(404, "this link is of no pupil: ask its owner for a new one", "secret")
    return remember(request, Json({"pupil": name_of(request)}), holder)


PUPIL_PATH = "/api/pupils/{pupil}"
ENDPOINTS = [
    Endpoint("POST", "/api/pupils", make, "Begins a pupil, which knows nothing but the rules", takes=PupilRequest,
             code=201, kind="raises"),
    Endpoint("POST", "/api/pupils/file", upload, "A pupil from its file, which is the body", code=201, kind="raises"),
    Endpoint("GET", "/api/pupils", list_pupils, "Your pupils, and those of others that you may seat"),
    Endpoint("GET", PUPIL_PATH, show, "A pupil: its versions, what it likes and fears, what it is doing"),
    Endpoint("GET", f"{PUPIL_PATH}/rules", rules, "The rules that a pupil plays by"),
    Endpoint("PUT", PUPIL_PATH, order, "Orders practice of your pupil, or gives it another name", takes=Practice),
    Endpoint("POST", f"{PUPIL_PATH}/back", back, "Makes your pupil what it was at an earlier version", takes=Back),
    Endpoint("DELETE", PUPIL_PATH, delete, "Deletes your pupil"),
    Endpoint("GET", f"{PUPIL_PATH}/file", file, "Your pupil as a file, for `lusory pupil` and other servers",
             kind="rules", media=FILE),
    Endpoint("POST", f"{PUPIL_PATH}/link", lend, "A new link with which others may seat your pupil"),
    Endpoint("DELETE", f"{PUPIL_PATH}/link", unlend, "Nobody but you may seat your pupil any more"),
    Endpoint("POST", f"{PUPIL_PATH}/join", join, "You may seat a pupil whose link you were given", takes=JoinPupil,
             kind="codes"),
]  # fmt: skip
