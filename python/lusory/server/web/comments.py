"""Endpoints of comments under games and finished tables, and of stars for games."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...club import comment_text
from ...errors import LusoryError
from ...games import find
from ..accounts import Account
from ..accounts.star_votes import star_votes
from ..muting import check_not_muted
from ..registry import NAME
from ..store.comments import MOST_A_DAY, PAGE, Comments, Subject
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .identity import outside, signed_in
from .request_bodies import RequestBody
from .sign_in import NotSignedIn
from .staff import note_act, staff_of
from .tables import live_table_of, service_of

NONE = "there is no comment of this name"


class NewComment(RequestBody, frozen=True):
    """text: Markdown without HTML."""

    text: Annotated[str, Meta(max_length=2 * comment_text.LONGEST)]


class CommentReport(RequestBody, frozen=True):
    """text: why the comment should not stand."""

    text: Annotated[str, Meta(max_length=500)] = ""


class DealWithComment(RequestBody, frozen=True):
    """do: hide (only its author sees it), or show again."""

    do: Literal["hide", "show"]


class Star(RequestBody, frozen=True):
    """star: given, or taken back."""

    star: bool


def comments_of(request: Request) -> Comments:
    """What is stored of comments."""
    return Comments(service_of(request).store)


async def account_of(request: Request) -> Account:
    """Who is signed in and may write. Raises Refused."""
    if not service_of(request).settings.chat:
        raise Refused(403, "comments are switched off on this server", "")
    caller = await signed_in(request)
    if caller is None:
        raise NotSignedIn
    if caller.account.suspended:
        raise Refused(403, "the host of this server has suspended this account", "account")
    check_not_muted(caller.account.muted_until)
    return caller.account


def game_of(request: Request) -> Subject:
    """The game of the catalogue that a request is about. Raises UnknownGame."""
    return Subject(game=find(request.path_params["name"][:60]).name)


async def table_of(request: Request) -> Subject:
    """The finished table that a request is about. Raises Refused."""
    live = await live_table_of(request)
    if live.table.ending is None:
        raise Refused(409, "a game can be commented on when it is over", "table")
    return Subject(table=live.table.id)


@lru_cache(maxsize=2_000)
def comment_html(text: str) -> str:
    """A comment as HTML; one that an earlier version took and this one refuses is shown as nothing."""
    try:
        return comment_text.html(text)
    except LusoryError:
        return ""


async def comments_page(request: Request, subject: Subject) -> dict[str, Any]:
    """A page of comments as its reader sees them."""
    reader = await signed_in(request)
    own_id = reader.account.id if reader else ""
    rows = await comments_of(request).listed(subject, request.query_params.get("before", "")[:16], own_id)
    bodies = await run_in_threadpool(lambda: [comment_html(row["text"]) for row in rows])
    comments = [
        {
            "id": row["id"],
            "author": row["name"],
            "at": row["at"],
            "html": html,
            "mine": row["author"] == own_id,
            "hidden": row["hidden"],
        }
        for row, html in zip(rows, bodies, strict=True)
    ]
    return {"comments": comments, "more": len(rows) == PAGE, "signed_in": reader is not None}


async def post_comment(request: Request, subject: Subject, body: NewComment) -> object:
    """A comment, stored."""
    account = await account_of(request)
    text = check_text(body.text)
    comment = await comments_of(request).add(subject, account.id, text)
    if comment is None:
        raise Refused(429, "at most %(most_a_day)s comments a day; write again tomorrow", "text", most_a_day=MOST_A_DAY)
    return {"id": comment, "html": await run_in_threadpool(comment_html, text)}


def check_text(text: str) -> str:
    """The text as it is stored. Raises Refused."""
    try:
        return comment_text.clean(text)
    except LusoryError as fault:
        raise Refused(422, str(fault), "text") from None


async def of_game(request: Request) -> object:
    """GET /api/games/{name}/comments"""
    subject, reader = game_of(request), await signed_in(request)
    count, mine = await comments_of(request).starred(str(subject.game), reader.account.id if reader else None)
    return {"stars": count, "starred": mine, **await comments_page(request, subject)}


async def on_game(request: Request, body: NewComment) -> object:
    """POST /api/games/{name}/comments"""
    return await post_comment(request, game_of(request), body)


async def of_table(request: Request) -> object:
    """GET /api/tables/{table}/comments"""
    return await comments_page(request, await table_of(request))


async def on_table(request: Request, body: NewComment) -> object:
    """POST /api/tables/{table}/comments"""
    return await post_comment(request, await table_of(request), body)


async def star(request: Request, body: Star) -> object:
    """PUT /api/games/{name}/star"""
    account, game = await account_of(request), str(game_of(request).game)
    await comments_of(request).star(game, account.id, body.star)
    count, mine = await comments_of(request).starred(game, account.id)
    return {"stars": count, "starred": mine}


def comment_id(request: Request) -> str:
    """The id of a comment. Raises Refused."""
    comment: str = request.path_params["comment"]
    if not NAME.fullmatch(comment):
        raise Refused(404, NONE, "comment")
    return comment


async def delete(request: Request) -> object:
    """DELETE /api/comments/{comment}"""
    caller = await signed_in(request)
    if caller is None:
        raise NotSignedIn
    comment = comment_id(request)
    if not await comments_of(request).delete(comment, caller.account.id):
        raise Refused(404, "you have no such comment", "comment")
    return {"deleted": comment}


async def report(request: Request, body: CommentReport) -> object:
    """POST /api/comments/{comment}/reports"""
    account, comment = await account_of(request), comment_id(request)
    if not await comments_of(request).report(comment, account.id, tidy(body.text)):
        raise Refused(404, NONE, "comment")
    return {"reported": comment}


async def host_delete(request: Request) -> object:
    """DELETE /api/host/comments/{comment}"""
    staff = await staff_of(request, "administrator")
    comment = comment_id(request)
    if not await comments_of(request).delete(comment):
        raise Refused(404, NONE, "comment")
    await note_act(request, staff, "delete", f"comment {comment}")
    return {"deleted": comment}


async def host_hide(request: Request, body: DealWithComment) -> object:
    """POST /api/host/comments/{comment}"""
    staff, comment = await staff_of(request, "moderator"), comment_id(request)
    if not await comments_of(request).hide(comment, body.do == "hide"):
        raise Refused(404, NONE, "comment")
    await note_act(request, staff, body.do, f"comment {comment}")
    return {"comment": comment, "done": body.do}


async def host_reports(request: Request) -> object:
    """GET /api/host/comment-reports"""
    await staff_of(request, "moderator")
    rows = await comments_of(request).reports()
    return {"reports": [row | {"link": f"{outside(request)}{place(row)}"} for row in rows]}


def place(row: dict[str, Any]) -> str:
    """The page on which a comment stands."""
    return f"/game/{row['game']}" if row["game"] else f"/t/{row['table']}"


async def host_done(request: Request) -> object:
    """POST /api/host/comment-reports/{report}"""
    staff = await staff_of(request, "moderator")
    report_id = request.path_params["report"]
    if not NAME.fullmatch(report_id) or not await comments_of(request).done(report_id):
        raise Refused(404, "there is no such report", "report")
    await note_act(request, staff, "done", f"report {report_id} of a comment")
    return {"report": report_id}


async def host_votes(request: Request) -> object:
    """GET /api/host/votes"""
    staff = await staff_of(request, "administrator")
    votes = await star_votes(service_of(request).store)
    await note_act(request, staff, "export", "stars of those who agreed")
    return {"votes": votes}


BEFORE = (("before", "only those that come after this comment, by its id"),)
ENDPOINTS = [
    Endpoint("GET", "/api/games/{name}/comments", of_game, "Comments on a game, the newest first, and its stars",
             query=BEFORE),
    Endpoint("POST", "/api/games/{name}/comments", on_game, "Comments on a game", takes=NewComment, code=201,
             kind="says"),
    Endpoint("PUT", "/api/games/{name}/star", star, "Gives a game a star, or takes it back", takes=Star, kind="says"),
    Endpoint("GET", "/api/tables/{table}/comments", of_table, "Comments on a finished table, the newest first",
             query=BEFORE),
    Endpoint("POST", "/api/tables/{table}/comments", on_table, "Comments on a finished table", takes=NewComment,
             code=201, kind="says"),
    Endpoint("DELETE", "/api/comments/{comment}", delete, "Deletes a comment of one's own", kind="says"),
    Endpoint("POST", "/api/comments/{comment}/reports", report, "Reports a comment to the host", takes=CommentReport,
             kind="reports"),
    Endpoint("POST", "/api/host/comments/{comment}", host_hide, "A moderator hides a comment, or shows it again",
             takes=DealWithComment),
    Endpoint("DELETE", "/api/host/comments/{comment}", host_delete, "The host deletes a comment"),
    Endpoint("GET", "/api/host/votes", host_votes, "Stars as votes, of the accounts that agreed, without their names"),
    Endpoint("GET", "/api/host/comment-reports", host_reports, "Comments that were reported to the host"),
    Endpoint("POST", "/api/host/comment-reports/{report}", host_done, "The host has dealt with a report of a comment"),
]  # fmt: skip
