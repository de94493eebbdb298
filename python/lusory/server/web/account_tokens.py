"""Endpoints of the tokens with which programs act as an account."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request

from ...texts import gettext
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .request_bodies import Name, RequestBody
from .sign_in import access_of, mailing_of, owner, people_of


class NewToken(RequestBody, frozen=True):
    """name: what its owner calls it. scopes: what it is good for; `play` is all there is."""

    name: Name
    scopes: Annotated[tuple[Literal["play"], ...], Meta(min_length=1, max_length=1)] = ("play",)


class TokenId(RequestBody, frozen=True):
    """token: its id, as the account tells it."""

    token: Annotated[str, Meta(max_length=16)]


async def new_token(request: Request, body: NewToken) -> object:
    """POST /api/account/tokens"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    name = tidy(body.name)
    if not name:
        raise Refused(422, "expected a name for the token", "name")
    token_id, token = await people.tokens.add(account.id, name, body.scopes)
    mailing_of(request).tell(
        account, "A token for programs was made", gettext("It is called: %(name)s") % {"name": name}
    )
    return {"id": token_id, "name": name, "scopes": body.scopes, "token": token}


async def drop_token(request: Request, body: TokenId) -> object:
    """DELETE /api/account/tokens"""
    people, (account, _) = people_of(request), await owner(request)
    if not await people.tokens.drop(account.id, body.token):
        raise Refused(404, "there is no such token", "token")
    access_of(request).sign_out(account.id)
    return {"revoked": body.token}


ENDPOINTS = [
    Endpoint("POST", "/api/account/tokens", new_token, "A token with which a program plays as you; shown this once",
             takes=NewToken, code=201, kind="signins"),
    Endpoint("DELETE", "/api/account/tokens", drop_token, "Revokes a token; its streams end", takes=TokenId),
]  # fmt: skip
