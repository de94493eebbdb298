"""The pages of accounts: signing in, one's own account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from .identity import signed_in
from .pages import page, root_of

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


ROUTES: list[BaseRoute] = [Route("/sign-in", sign_in), Route("/account", private(account))]
