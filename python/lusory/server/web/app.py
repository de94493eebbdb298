"""The ASGI application: routes, middleware, and the services behind them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ...errors import LusoryError
from ..accounts import People
from ..accounts.account_mail import Mailing
from ..accounts.challenge_commands import Challenging
from ..accounts.turn_notices import TurnNotices
from ..game_page import list_games
from ..game_service import GameService
from ..host_key import host_key
from ..mail.mail_service import MailRoom
from ..mail.vacation_ends import VacationEnds
from ..pupil_service import PupilService
from ..settings import Settings
from ..store import Store
from ..surveying import Surveying
from ..table_service import TableService
from . import (
    account,
    account_pages,
    account_tokens,
    bot_streams,
    bots,
    challenges,
    comments,
    contacts,
    drafts,
    feeds,
    host,
    host_people,
    pages,
    peer_signals,
    people,
    positions,
    pupil_pages,
    pupils,
    push,
    puzzles,
    qr,
    ratings,
    records,
    reviews,
    rules,
    seats,
    sheets,
    sign_in,
    streams,
    surveys,
    table_actions,
    tables,
)
from .access import AccessControl, AccessMiddleware
from .compress import Compressed
from .endpoint import Endpoint, Json, problem
from .languages import Languages
from .openapi import describe
from .shutdown import Shutdown

ENDPOINTS: list[Endpoint] = [
    *rules.ENDPOINTS,
    *drafts.ENDPOINTS,
    *tables.ENDPOINTS,
    *seats.ENDPOINTS,
    *table_actions.ENDPOINTS,
    *records.ENDPOINTS,
    *ratings.ENDPOINTS,
    *reviews.ENDPOINTS,
    *sheets.ENDPOINTS,
    *feeds.ENDPOINTS,
    *positions.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *qr.ENDPOINTS,
    *host.ENDPOINTS,
    *host_people.ENDPOINTS,
    *sign_in.ENDPOINTS,
    *account.ENDPOINTS,
    *account_tokens.ENDPOINTS,
    *push.ENDPOINTS,
    *bot_streams.ENDPOINTS,
    *bots.ENDPOINTS,
    *people.ENDPOINTS,
    *challenges.ENDPOINTS,
    *comments.ENDPOINTS,
    *surveys.ENDPOINTS,
    *pupils.ENDPOINTS,
    *contacts.ENDPOINTS,
]


async def start(app: Starlette, settings: Settings) -> None:
    """Open the database, join the other servers, begin to send and to take in. Raises LusoryError."""
    service = app.state.service = TableService(settings, await Store.open(settings.url))
    app.state.people = People(service.store)
    app.state.mailing = Mailing(settings, service.task)
    app.state.access.key = await asyncio.to_thread(host_key, Path(settings.data))
    await peer_signals.read_blocks(service, app.state.access)
    app.state.games = GameService(settings, service.store, service.pools)
    app.state.surveying = Surveying(app.state.people, app.state.games)
    app.state.pupils = PupilService(settings, service.store, service.pools, app.state.games)
    challenging = Challenging(service, app.state.people, app.state.games, app.state.mailing)
    app.state.challenging = challenging
    mails = app.state.mails = MailRoom(service, app.state.people, challenging)
    if settings.mail.host:
        app.state.mailing.queue = mails.queue_text
    if settings.push:
        app.state.mailing.notify = mails.queue_push
    peer_signals.connect(service, app.state.access, challenging)
    await service.open()
    await peer_signals.check_key(service, app.state.access.key)
    await mails.open()
    TurnNotices(service, app.state.mailing).open()
    VacationEnds(service, mails).open()
    service.task(asyncio.to_thread(list_games))


def application(settings: Settings) -> Starlette:
    """The table, ready to be served."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await start(app, settings)
        except (LusoryError, OSError) as fault:
            app.state.fault = fault
            raise
        try:
            yield
        finally:
            await app.state.mails.close()
            app.state.people.close()
            await app.state.service.close()

    async def openapi(request: Request) -> Response:
        return Json(describe(ENDPOINTS, str(request.scope.get("root_path", ""))))

    routes: list[BaseRoute] = [
        Route("/api/openapi.json", openapi),
        *(endpoint.route() for endpoint in ENDPOINTS),
        *streams.ROUTES,
        *reviews.ROUTES,
        *pages.routes(),
        Route("/push-worker.js", push.worker),
        *account_pages.ROUTES,
        *surveys.ROUTES,
        *pupil_pages.ROUTES,
        *puzzles.ROUTES,
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Shutdown),
            Middleware(AccessMiddleware, settings=settings),
            Middleware(Languages),
            Middleware(Compressed),
        ],
        exception_handlers={HTTPException: refusal_response, Exception: error_response},
    )
    app.state.settings, app.state.access = settings, AccessControl(settings)
    return app


async def refusal_response(request: Request, fault: Exception) -> Response:
    """What Starlette refuses by itself: a path or method that is not there."""
    assert isinstance(fault, HTTPException)
    if pages.wants_page(request):
        return pages.missing_page(request, fault)
    response = problem(fault.status_code, f"{request.method} {request.url.path[:200]}: {fault.detail}")
    response.headers.update(fault.headers or {})
    return response


async def error_response(request: Request, fault: Exception) -> Response:
    """A fault of ours."""
    return problem(500, "something went wrong on the server; the error is in its log")
