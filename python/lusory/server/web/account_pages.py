"""The pages of accounts: sign-in, the account, its games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...errors import LusoryError
from ...games import find
from ...texts import gettext, ngettext
from ..accounts.account_games import outcome
from ..accounts.challenge_terms import clock_text
from ..game_page import list_games
from ..table import Refused
from .allowed_hosts import name_of, number
from .challenges import listed_challenges
from .endpoint import error_reply
from .identity import signed_in
from .pages import page, root_of, seat_name, unstored
from .people import describe_person, person_of
from .ratings import points, ratings_of
from .tables import holders_named, listed_table, my_tables, results_named

FINISHED, BOARDS = 50, 100
"""At most so many finished games of mine, and boards of a game, are listed."""
Handler = Callable[[Request], Awaitable[Response]]


def private(handler: Handler) -> Handler:
    """A page of whoever is signed in, which nobody stores; others are led to sign in."""

    async def respond(request: Request) -> Response:
        if await signed_in(request) is None:
            return RedirectResponse(f"{root_of(request)}/sign-in", 303)
        return unstored(await handler(request))

    return respond


async def sign_in(request: Request) -> Response:
    """Sign in, or make an account."""
    settings = request.app.state.settings
    passkeys = number(name_of(request.headers.get("host", ""))) is None  # they belong to the name of a host
    return page(request, "sign-in.html", signup=settings.signup, mail=bool(settings.mail.host), passkeys=passkeys)


async def account(request: Request) -> Response:
    """One's own account."""
    settings = request.app.state.settings
    features = {"mail": bool(settings.mail.host), "push": settings.push}
    return page(request, "account.html", **features, vacation_days=settings.vacation)


async def moderation(request: Request) -> Response:
    """Reports, hidden comments and muted people: for moderators and administrators."""
    caller = await signed_in(request)
    if caller is None or not caller.account.role:
        raise HTTPException(404)
    return page(request, "moderation.html", role=caller.account.role)


async def my(request: Request) -> Response:
    """My games: first those that wait for me, then the others, challenges, finished ones."""
    rows = (await my_tables(request))["tables"]
    over = [row for row in rows if row["result"] is not None or row["by"] is not None]
    going = [row for row in rows if row not in over]
    turn = [row for row in going if row["to_move"] in row["you"]]
    me = await signed_in(request)
    mail = me.account.mail if me else None
    undelivered = await request.app.state.mails.outbox.undelivered(mail) if mail else None
    return page(
        request, "my.html", turn=turn, waiting=[row for row in going if row not in turn], finished=over[:FINISHED],
        challenges=await listed_challenges(request), clock=clock_text, to=request.query_params.get("to", "")[:20],
        catalogue=await run_in_threadpool(for_two), outcome=lambda row: outcome_text(row | {"seats": row["you"]}),
        undelivered=undelivered, day=day, role=me.account.role if me else "",
    )  # fmt: skip


def for_two() -> list[dict[str, Any]]:
    """The games of the catalogue to which somebody can be challenged."""
    return [card for card in list_games() if card["players"] == 2]


async def boards(request: Request) -> Response:
    """All boards of a game that lists show, searched by people, result and date."""
    query, fault = request.query_params, ""
    rows: list[dict[str, Any]] = []
    await signed_in(request)
    try:
        definition = find(request.path_params["name"])
    except LusoryError as unknown:
        raise HTTPException(404, error_reply(unknown)[1]) from None
    try:
        rows = [listed_table(row) for row in await search_boards(request, definition.name)]
    except LusoryError as refused:
        fault = error_reply(refused)[1]
    title = definition.about.title or definition.name
    return page(request, "boards.html", title=title, name=definition.name, rows=rows, asked=query, fault=fault, day=day,
                result=result_text, most=BOARDS)  # fmt: skip


async def search_boards(request: Request, game: str) -> list[dict[str, Any]]:
    """The boards that a query means. Raises Refused."""
    query = request.query_params
    boards: list[dict[str, Any]] = await request.app.state.service.store.listed(
        running={"running": True, "finished": False}.get(query.get("state", "")),
        game=game,
        after=date_of(query.get("until", ""), 1),
        since=date_of(query.get("since", ""), 0),
        count=BOARDS,
        holders=await holders_named(request),
        results=results_named(query.get("result", "")),
    )
    return boards


def date_of(text: str, days: int) -> int:
    """A date as milliseconds since 1970, so many days later; 0 for none. Raises Refused."""
    if not text:
        return 0
    try:
        return int(datetime.fromisoformat(text[:10]).replace(tzinfo=UTC).timestamp() * 1000) + days * 86_400_000
    except ValueError:
        raise Refused(422, "%(text)s: expected a date as 2026-12-31", text=text[:20]) from None


def result_text(row: dict[str, Any]) -> str:
    """How a listed game stands or ended."""
    if row["by"] in ("aborted", "closed"):
        return gettext("aborted")
    if not row["result"]:
        return ngettext("%(n)s move", "%(n)s moves", row["ply"]) % {"n": row["ply"]}
    best = [name for name, value in zip(row["names"], row["result"], strict=True) if value == max(row["result"])]
    return gettext("%(name)s won") % {"name": seat_name(best[0])} if len(best) == 1 else gettext("draw")


async def person(request: Request) -> Response:
    """A person: games, results."""
    await signed_in(request)
    try:
        about = await person_of(request)
        profile, ratings = await describe_person(request, about), await ratings_of(request, about)
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None
    titles = {card["name"]: card["title"] for card in await run_in_threadpool(list_games)}
    return page(
        request,
        "person.html",
        person=profile,
        ratings=ratings,
        titles=titles,
        points=points,
        day=day,
        outcome=outcome_text,
    )


async def standings(request: Request) -> Response:
    """The standings of a game."""
    try:
        definition = find(request.path_params["name"])
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None
    table = await request.app.state.service.standings.of(definition.name)
    title = definition.about.title or definition.name
    return page(request, "standings.html", game=definition.name, title=title, standings=table["standings"], day=day)


def outcome_text(row: dict[str, Any]) -> str:
    """How a listed game ended for the person; of who holds several seats nobody says."""
    return outcome(row["result"], row["seats"][0]) if len(row["seats"]) == 1 else "finished"


def day(milliseconds: int) -> str:
    """A moment as a date."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d}"


ROUTES: list[BaseRoute] = [
    Route("/people/{person}", person),
    Route("/sign-in", sign_in),
    Route("/account", private(account)),
    Route("/my", private(my)),
    Route("/moderation", private(moderation)),
    Route("/game/{name}/boards", boards),
    Route("/game/{name}/standings", standings),
]
