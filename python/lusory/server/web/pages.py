"""The HTML pages: lobby, game, table. Their live content comes from the JSON interface."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import cache
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...draw import colours as board_colours
from ...errors import LusoryError
from ...games import find, library_games
from ...games.shelves import shelved
from ...rules.events import PLAYER_NAMES
from ...rules.options import Definition
from ...texts import LANGUAGES, SOURCE, current, gettext, ngettext
from ..game_info import GameInfo
from ..game_page import card, list_games, newborn, sample_board
from ..registry import NAME
from ..text_cleanup import whole_number
from .comments import comments_of
from .endpoint import Endpoint, error_reply
from .identity import caller_of, signed_in
from .languages import scripts
from .request_bodies import Rules
from .rules import games_of
from .tables import my_tables

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
MINE = 6
"""At most so many of the visitor's own tables are in the lobby."""


def with_account(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A page that says who is signed in."""

    async def respond(request: Request) -> Response:
        await signed_in(request)
        return await handler(request)

    return respond


def routes() -> list[BaseRoute]:
    """Every page, and what they load."""
    return [
        Route("/", lobby),
        Route("/game/{name}", with_account(game), name="game"),
        Route("/game/{name}/rules", rules),
        Route("/game/{name}/lessons", teach),
        Route("/game/{name}/sample/{ply}.svg", sample),
        Route("/game/{name}/study", with_account(study)),
        Route("/nursery", with_account(nursery)),
        Route("/own", with_account(own_rules_page)),
        Route("/edit", with_account(editor)),
        Endpoint("POST", "/own/rules", own_rules, "The rules of a value", takes=Rules, kind="rules").route(),
        Route("/recover", with_account(recover)),
        Route("/t/{id}", with_account(table), name="table"),
        Route("/t/{id}/join", with_account(join)),
        Route("/t/{id}/seat/{token}", former),
        Route("/t/{id}/rules", table_rules),
        Route("/t/{id}/lessons", table_lessons),
        Route(f"/assets/{stamp()}/{{path:path}}", asset),
    ]


@cache
def assets() -> dict[str, tuple[Response, Response]]:
    """What pages load, by its path: as it is, and compressed. It stays in memory; its address changes with its
    contents, so browsers keep it for ever."""
    files = {path.relative_to(STATIC).as_posix(): _kept(path) for path in sorted(STATIC.rglob("*")) if path.is_file()}
    return files | {path: _packed(text.encode(), path) for path, text in scripts(STATIC / "js").items()}


COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""Comments that fill their lines."""


def without_comments(code: str) -> str:
    """A module as it is sent: comments and types are a fifth of it."""
    return COMMENTS.sub("", code)


def styles_of(path: Path) -> str:
    """A file of styles; the one of all pages begins with the colours of boards."""
    return (board_colours.STYLES if path.name == "page.css" else "") + path.read_text("utf-8")


def compact_styles(styles: str) -> str:
    """Styles as they are sent: without comments, indents and empty lines."""
    return re.sub(r"\n\s+", "\n", re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL))


def _kept(path: Path) -> tuple[Response, Response]:
    content = path.read_bytes()
    if path.parent.name == "js":
        content = without_comments(content.decode()).encode()
    if path.suffix == ".css":
        content = compact_styles(styles_of(path)).encode()
    return _packed(content, path.name)


def _packed(content: bytes, name: str) -> tuple[Response, Response]:
    kind = guess_type(name)[0] or "application/octet-stream"
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    headers["Content-Type"] = kind  # modules are in UTF-8, styles in what the page says: with 40 parts each byte counts
    packed = Response(gzip.compress(content), headers=headers | {"Content-Encoding": "gzip"})
    return Response(content, headers=headers), packed


async def asset(request: Request) -> Response:
    """One of them."""
    responses = assets().get(request.path_params["path"])
    if responses is None:
        raise HTTPException(404)
    unpacked, packed = responses
    return packed if "gzip" in request.headers.get("accept-encoding", "") else unpacked


@cache
def stamp() -> str:
    """A part of the address of all that pages load: new contents, new address, so browsers may keep them for ever."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    digest.update((board_colours.STYLES + "".join(scripts(STATIC / "js").values())).encode())
    return digest.hexdigest()[:12]


@cache
def environment() -> Environment:
    """The templates; everything is escaped."""
    templates = Environment(
        loader=PackageLoader("lusory.server"), autoescape=select_autoescape(), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"],
    )  # fmt: skip
    templates.policies["ext.i18n.trimmed"] = True
    templates.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    templates.globals |= {"modules": modules, "spoken": lambda phrase: phrase.said(gettext)}
    templates.filters |= {"typeset": typeset, "codes": codes, "seat_name": seat_name}
    return templates


def seat_name(name: str) -> str:
    """A seat in a list, in the language of the reader; what people call themselves stays."""
    if name in PLAYER_NAMES:
        return gettext(name)
    level = name.removeprefix("level:")
    return name if level == name else gettext("machine, level ") + level


def typeset(text: str) -> str:
    """Notation as it is set on pages: `b2 → c3` for `b2 -> c3`, `b2×d4` for `b2xd4`."""
    return re.sub(r"([a-z]\d+)x(?=[a-z]+\d)", r"\1×", text.replace("->", "→"), flags=re.IGNORECASE)


def codes(text: str) -> Markup:
    """What stands between backticks as code; all else is escaped."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


@cache
def modules(entry: str) -> list[str]:
    """A module and all that it imports at once: named in the page, they are fetched side by side."""
    names, waiting = {entry: None}, [entry]
    for name in waiting:
        for imported in re.findall(
            r'(?m)^import .* from "\./([a-z-]+\.js)"', (STATIC / "js" / name).read_text("utf-8")
        ):
            if imported not in names:
                names[imported] = None
                waiting.append(imported)
    return list(names)


def root_of(request: Request) -> str:
    """The path below which the server is reached, without a slash at the end."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page from its template. It may be served below another path."""
    root = root_of(request)
    account = getattr(request.state, "signed_in", None)
    common = {"root": root, "static": f"{root}/assets/{stamp()}", "me": account.account.name if account else "",
              "language": current(), "languages": LANGUAGES, "source": SOURCE}  # fmt: skip
    response = HTMLResponse(environment().get_template(template).render(**common, **values), status)
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def unstored(response: Response) -> Response:
    """A page that no cache may store."""
    response.headers["Cache-Control"] = "no-store"
    return response


async def lobby(request: Request) -> Response:
    """All games."""
    own_tables = (await my_tables(request))["tables"]
    games = list_games() if list_games.cache_info().currsize else await run_in_threadpool(list_games)
    library = [game for game in games if game["name"] in library_games()]
    bred_games = [game for game in games if game["name"] not in library_games()]
    return page(
        request, "lobby.html", games=bred_games, library=library, mine=own_tables[:MINE], held=len(own_tables),
        newborn=len(shelved()),
    )  # fmt: skip


async def nursery(request: Request) -> Response:
    """The games of the shelf, with what was measured of them and the stars that people gave."""
    if not shelved():
        raise HTTPException(404, "This server has no newborn games.")
    comments = comments_of(request)
    games = [
        game | {"stars": (await comments.starred(game["name"], None))[0]} for game in await run_in_threadpool(newborn)
    ]
    return page(request, "nursery.html", games=games)


async def game(request: Request) -> Response:
    """A game: its options, how to begin, what is known about it. Its other names lead here."""
    definition = _found(request)
    if definition.name != request.path_params["name"]:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{root_of(request)}/game/{definition.name}{query}")
    shown = await run_in_threadpool(card, definition)
    return page(request, "game.html", game=shown, players=shown["players"])


async def sample(request: Request) -> Response:
    """The board of the sample game after some plies."""
    definition, ply = _found(request), whole_number(request.path_params["ply"])
    board = None if ply is None else await run_in_threadpool(sample_board, definition, ply)
    if board is None:
        raise HTTPException(404)
    return Response(board, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


async def study(request: Request) -> Response:
    """The study of a game."""
    game = await run_in_threadpool(card, _found(request))
    if game["study"] is None:
        raise HTTPException(404, gettext("There is no study of %(title)s.") % {"title": game["title"]})
    return page(request, "study.html", game=game)


async def own_rules_page(request: Request) -> Response:
    """The page for a visitor's own rule value, which the browser holds."""
    return page(request, "game.html", game=None, players=2)


async def editor(request: Request) -> Response:
    """The editor of rules. The text stays in the browser."""
    return page(request, "edit.html", games=await run_in_threadpool(list_games))


async def own_rules(request: Request, body: Rules) -> Response:
    """The rules of a value, with diagrams: a part of a page."""
    game = await games_of(request).requested(body.game, body.options, body.value, caller_of(request))
    return await rules_part(request, "rules.html", game)


async def rules(request: Request) -> Response:
    """The rules of a game with these options, with diagrams: a part of its page, which tells the rest about it."""
    return await rules_part(request, "rules.html", await _named(request), about=())


async def teach(request: Request) -> Response:
    """Positions that teach a game with these options: a part of a page."""
    return await rules_part(request, "lessons.html", await _named(request))


async def table(request: Request) -> Response:
    """A table."""
    table_id = request.path_params["id"]
    if not NAME.fullmatch(table_id) or not await request.app.state.service.seats.get(table_id, 0):
        raise HTTPException(404, gettext("there is no table of this name"))
    settings = request.app.state.settings
    contacts = {"mail": bool(settings.mail.host), "webhook": settings.webhooks}
    notices = " ".join(kind for kind, is_offered in contacts.items() if is_offered)
    return page(request, "table.html", table=request.path_params["id"], notices=notices)


async def join(request: Request) -> Response:
    """An invitation. The page is the same for every table: previews of links and scanners of mail fetch it, and claim
    nothing and learn nothing by that."""
    return page(request, "join.html", table=request.path_params["id"])


async def former(request: Request) -> Response:
    """A seat link of an earlier version: refused, because its sender kept the key."""
    raise HTTPException(
        410,
        "This link is from an earlier version of lusory and leads to no seat any more. Ask for a new one. If you sat"
        " there already, your browser or your private code brings you back.",
    )


async def recover(request: Request) -> Response:
    """The page that recovers a seat by its private code. The code is never part of an address that is sent."""
    return page(request, "recover.html")


async def table_rules(request: Request) -> Response:
    """The rules of what is played at a table: a part of a page."""
    return await rules_part(request, "rules.html", await _played(request))


async def table_lessons(request: Request) -> Response:
    """Positions that teach what is played at a table: a part of a page."""
    return await rules_part(request, "lessons.html", await _played(request))


async def rules_part(request: Request, template: str, game: GameInfo, **instead: Any) -> Response:
    """A part of a page made of the illustrated rules. Raises HTTPException where they cannot be made."""
    try:
        rules = await games_of(request).illustrated(game, caller_of(request))
        return page(request, template, **rules | instead)
    except LusoryError as fault:
        raise HTTPException(503, error_reply(fault)[1]) from None


async def _played(request: Request) -> GameInfo:
    try:
        game: GameInfo = (await request.app.state.service.live(request.path_params["id"])).game
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None
    return game


def wants_page(request: Request) -> bool:
    """Whether the client is a browser that expects a page."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def missing_page(request: Request, fault: HTTPException) -> Response:
    """A page that says what is wrong, and leads on."""
    is_bare = fault.detail == HTTPStatus(fault.status_code).phrase
    said = gettext("There is no such page.") if is_bare else fault.detail
    return page(request, "missing.html", fault.status_code, said=said)


def _found(request: Request) -> Definition:
    try:
        return find(request.path_params["name"])
    except LusoryError as fault:
        raise HTTPException(404, error_reply(fault)[1]) from None


async def _named(request: Request) -> GameInfo:
    try:
        return await games_of(request).named(
            request.path_params["name"], dict(request.query_params), caller_of(request)
        )
    except LusoryError as fault:
        raise HTTPException(422, error_reply(fault)[1]) from None
