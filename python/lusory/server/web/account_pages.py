"""The pages of accounts: signing in, one's own account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...errors import LusoryError
from ..accounts.games_of import outcome
from .identity import signed_in
from .pages import page, root_of
from .people import described, person_of

Handler = Callable[[Request], Awaitable[Response]]


def private(handler: Handler) -> Handler:
    """A page of whoever is signed in, which nobody stores; others are led to sign in."""

    async def respond(request: Request) -> Response:
        if await signed_in(request) is None:
            return RedirectResponse(f"{root_of(request)}/sign-in", 303)
        found = await handler(request)
        found.headers["Cache-Control"] = "no-store"
        return found

    return respond


async def sign_in(request: Request) -> Response:
    """Sign in, or make an account."""
    settings = request.app.state.settings
    return page(request, "sign-in.html", signup=settings.signup, mail=bool(settings.mail.host))


async def account(request: Request) -> Response:
    """One's own account."""
    return page(request, "account.html", mail=bool(request.app.state.settings.mail.host))


async def person(request: Request) -> Response:
    """A person: games, results."""
    await signed_in(request)
    try:
        found = await described(request, await person_of(request))
    except LusoryError as fault:
        raise HTTPException(404, str(fault)) from None
    return page(request, "person.html", person=found, day=day, outcome=ended)


def ended(row: dict[str, Any]) -> str:
    """How a listed game ended for the person; of who holds several seats nobody says."""
    return outcome(row["result"], row["seats"][0]) if len(row["seats"]) == 1 else "finished"


def day(milliseconds: int) -> str:
    """A moment as a date."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d}"


ROUTES: list[BaseRoute] = [
    Route("/people/{person}", person),
    Route("/sign-in", sign_in),
    Route("/account", private(account)),
]
