"""Identity of a caller: the seats a browser holds by its session cookie, an account that is signed in, or a program by
a seat's token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..accounts import Account, People, SignedIn
from ..accounts.tokens import PLAY, PREFIX
from ..blocks import guest
from ..live_table import LiveTable
from ..registry import DELETED
from ..settings import Settings
from ..store import Holder, hashed
from ..table import Refused
from ..table_service import TableService
from ..workers import Caller
from .browser_session import holds_something, is_signed, new_session

COOKIE, ACCOUNT_COOKIE = "lusory", "lusory-account"
AGE = 400 * 86_400
"""Seconds that browsers keep a cookie at most; each visit renews it."""
LONGEST = 100


def address(request: HTTPConnection) -> str:
    """The client's address; for IPv6 its network, since one guest has a whole network."""
    return guest(request.client.host) if request.client else ""


def session_of(request: HTTPConnection) -> str:
    """The session of a browser; empty where it has none."""
    session = request.cookies.get(COOKIE, "")
    return session if len(session) <= LONGEST else ""


def account_token(request: HTTPConnection) -> str:
    """The token of a browser that is signed in; empty where it has none."""
    token = request.cookies.get(ACCOUNT_COOKIE, "")
    return token if len(token) <= LONGEST else ""


async def signed_in(request: HTTPConnection) -> SignedIn | None:
    """Who is signed in by a browser; looked up once a request. Programs, which show a token, are never signed in."""
    if not hasattr(request.state, "signed_in"):
        request.state.signed_in = await found_in(request)
    caller: SignedIn | None = request.state.signed_in
    return caller


async def found_in(request: HTTPConnection) -> SignedIn | None:
    """The same, looked up now."""
    people: People = request.app.state.people
    given_token = "" if bearer(request) else account_token(request)
    return await people.sessions.find(given_token) if given_token else None


async def playing_as(request: HTTPConnection) -> Account | None:
    """The account that plays: of who is signed in, or of the token that a program shows. Its settings are out of reach
    of tokens. Raises Refused for a token of an account that is good no more."""
    if account_key(request):
        return await by_token(request)
    caller = await signed_in(request)
    return caller.account if caller else None


async def by_token(request: HTTPConnection) -> Account:
    """The account whose token a program shows; looked up once a request. Wrong ones are counted as tries to sign in.
    Raises Refused."""
    if not hasattr(request.state, "by_token"):
        people: People = request.app.state.people
        given_token = account_key(request)
        account = await people.tokens.find(given_token, PLAY) if given_token else None
        if account is None:
            request.app.state.access.count(request, "signins")
            raise Refused(401, "authorization: expected the token of an account (`Bearer lusory_...`), not revoked")
        request.state.by_token = account
    bot: Account = request.state.by_token
    return bot


def account_key(request: HTTPConnection) -> str:
    """The token of an account that a program shows; empty where it shows none, or that of a seat."""
    given_token = bearer(request)
    return given_token if given_token.startswith(PREFIX) else ""


async def holder_of(request: HTTPConnection) -> str | Holder:
    """Who takes a seat: the account that plays, else the browser's session, a new one where it has none."""
    account = await playing_as(request)
    return account.holder if account else await ensure_session(request)


def bearer(request: HTTPConnection) -> str:
    """The token that a program shows; empty where there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:LONGEST] if scheme.lower() == "bearer" else ""


def caller_of(request: HTTPConnection) -> Caller:
    """On whose account work is done: an address, and there a browser or a program."""
    secret = bearer(request) or session_of(request) or account_token(request)
    return Caller(address(request), hashed(secret)[:16] if secret else "")


async def players_of(request: HTTPConnection, live: LiveTable) -> tuple[int, ...]:
    """The seats that the caller holds at a table. Raises Refused for an invalid token."""
    seats = await _held(request, live)
    if seats:
        live.caller = caller_of(request)
        request.app.state.access.recognise(live.caller)
    return seats


async def _held(request: HTTPConnection, live: LiveTable) -> tuple[int, ...]:
    service: TableService = request.app.state.service
    shown_token, session = bearer(request), session_of(request)
    if account_key(request):
        return await service.seats_held(live, "session", (await by_token(request)).holder)
    if shown_token:
        seats = await service.seats_held(live, "token", shown_token)
        if not seats:
            raise Refused(401, "authorization: this token is of no seat at this table")
        return seats
    own_seats = await service.seats_held(live, "session", session) if session else ()
    account = await signed_in(request)
    if account is None:
        return own_seats
    return tuple(sorted({*own_seats, *await service.seats_held(live, "session", account.account.holder)}))


async def require_seat(request: HTTPConnection, live: LiveTable) -> tuple[int, ...]:
    """The same, for requests that need a seat. Raises Refused where the caller holds none."""
    seats = await players_of(request, live)
    if not seats:
        await check_not_deleted(request, live)
        raise Refused(403, "you hold no seat at this table")
    return seats


async def check_not_deleted(request: HTTPConnection, live: LiveTable) -> None:
    """Raises Refused where a table has been deleted, before it is said that the caller holds no seat. Read while that
    happened, it may not know yet."""
    service: TableService = request.app.state.service
    if live.deleted or await service.store.serial(live.table.id) is None:
        raise Refused(404, DELETED, "table")


def one_of(players: tuple[int, ...], player: int | None) -> int:
    """Which seat is meant."""
    if player is None:
        return players[0]
    if player not in players:
        raise Refused(403, "player %(asked)s: you do not hold this seat", "player", asked=player)
    return player


@asynccontextmanager
async def own_seat(request: HTTPConnection, live: LiveTable, requested: int | None) -> AsyncIterator[int]:
    """A seat of the caller, under the table's lock. Raises Refused where it is not his."""
    async with live.lock:
        yield one_of(await require_seat(request, live), requested)


async def ensure_session(request: HTTPConnection) -> str:
    """The session of a browser, a new one where it has none, or one that was not made here and holds nothing."""
    session, state = session_of(request), request.app.state
    if session and (is_signed(session, state.access.key) or await holds_something(state.service.store, session)):
        return session
    return new_session(state.access.key)


def remember(request: HTTPConnection, response: Response, session: str | Holder) -> Response:
    """The browser is to keep its session; who is signed in needs none."""
    return response if isinstance(session, Holder) else set_cookie(request, response, COOKIE, session)


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str) -> Response:
    """A cookie that no script reads and no other site's form sends. Without a value it is deleted."""
    settings: Settings = request.app.state.settings
    secure = request.url.scheme in ("https", "wss") or settings.address.startswith("https://")
    path = request.scope.get("root_path") or "/"
    age = AGE if value else 0
    response.set_cookie(name, value, age, path=path, secure=secure, httponly=True, samesite="lax")
    return response


def outside(request: HTTPConnection) -> str:
    """Our address as others reach it, with the sub-path, without a slash at the end."""
    settings: Settings = request.app.state.settings
    if settings.address:
        return settings.own_address
    url = request.url
    scheme = {"ws": "http", "wss": "https"}.get(url.scheme, url.scheme)
    return f"{scheme}://{url.netloc}{request.scope.get('root_path', '')}"
