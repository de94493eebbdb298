"""Endpoints of bots: plain requests without bodies, each with the token of an account."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ..live_table import LiveTable
from ..table import Refused
from ..text_cleanup import tidy
from .bot_messages import user_of
from .bot_streams import bot_of
from .challenges import accept, decline, withdraw
from .endpoint import Endpoint
from .identity import playing_as, require_seat
from .request_bodies import RequestBody, Text
from .tables import live_table_of, service_of, whole_number_of_query

DONE: dict[str, Any] = {"ok": True}


class BotChat(RequestBody, frozen=True):
    """text: a line. room: `player`, the only one there is."""

    text: Text
    room: str = "player"


async def at_table(request: Request) -> tuple[LiveTable, tuple[int, ...]]:
    """The table, and the bot's seats there. Raises Refused."""
    await bot_of(request)
    live = await live_table_of(request)
    return live, await require_seat(request, live)


async def profile(request: Request) -> object:
    """GET /api/bot/account"""
    me = await bot_of(request)
    return user_of(me.name, me.bot) | {"username": me.name}


async def move(request: Request) -> object:
    """POST /api/bot/game/{table}/move/{move}"""
    live, players = await at_table(request)
    ply = whole_number_of_query(request, "ply", 10**6) or live.table.ply + 1
    await service_of(request).play(live, players, ply, request.path_params["move"][:500])
    return DONE


async def command_after_last_ply(request: Request, act: str) -> object:
    """An act after the last ply."""
    live, players = await at_table(request)
    await service_of(request).act(live, players, act, live.table.ply)
    return DONE


async def abort(request: Request) -> object:
    """POST /api/bot/game/{table}/abort"""
    return await command_after_last_ply(request, "abort")


async def resign(request: Request) -> object:
    """POST /api/bot/game/{table}/resign"""
    return await command_after_last_ply(request, "resign")


async def draw(request: Request) -> object:
    """POST /api/bot/game/{table}/draw/{answer}"""
    return await answer_offer(request, "draw", "offer-draw")


async def takeback(request: Request) -> object:
    """POST /api/bot/game/{table}/takeback/{answer}"""
    return await answer_offer(request, "undo", "undo")


async def answer_offer(request: Request, proposal: str, offer: str) -> object:
    """`yes` takes the other's offer, or makes one; `no` refuses it."""
    live, players = await at_table(request)
    answer = request.path_params["answer"]
    if answer not in ("yes", "no"):
        raise Refused(422, "%(answer)s: expected yes or no", "answer", answer=answer[:20])
    offered = any(
        offered_proposal == proposal and player not in players for player, offered_proposal in live.table.offers.items()
    )
    accepted = f"take-{proposal}" if offered else offer
    act = f"refuse-{proposal}" if answer == "no" else accepted
    await service_of(request).act(live, players, act, live.table.ply)
    return DONE


async def chat(request: Request, body: BotChat) -> object:
    """POST /api/bot/game/{table}/chat"""
    live, players = await at_table(request)
    text = tidy(body.text)
    if not text:
        raise Refused(422, "expected a line of text", "text")
    account = await playing_as(request)
    await service_of(request).chat(live, players[0], text, account.id if account else None)
    return DONE


async def accept_challenge(request: Request) -> object:
    """POST /api/challenge/{challenge}/accept"""
    await bot_of(request)
    return DONE | {"id": (await accept(request))["table"]}  # type: ignore[index]


async def decline_challenge(request: Request) -> object:
    """POST /api/challenge/{challenge}/decline"""
    await bot_of(request)
    await decline(request)
    return DONE


async def cancel_challenge(request: Request) -> object:
    """POST /api/challenge/{challenge}/cancel"""
    await bot_of(request)
    await withdraw(request)
    return DONE


GAME, ONE = "/api/bot/game/{table}", "/api/challenge/{challenge}"
ENDPOINTS = [
    Endpoint("GET", "/api/bot/account", profile, "The account for which a bot acts"),
    Endpoint("POST", f"{GAME}/move/{{move}}", move, "Plays a ply",
             query=(("ply", "its number; left out, the next"),)),
    Endpoint("POST", f"{GAME}/abort", abort, "Breaks a game off before your first ply"),
    Endpoint("POST", f"{GAME}/resign", resign, "Resigns"),
    Endpoint("POST", f"{GAME}/draw/{{answer}}", draw, "Offers or takes a draw (`yes`), or refuses one (`no`)"),
    Endpoint("POST", f"{GAME}/takeback/{{answer}}", takeback, "Asks for or allows a takeback, or refuses one"),
    Endpoint("POST", f"{GAME}/chat", chat, "Says something", takes=BotChat, kind="says"),
    Endpoint("POST", f"{ONE}/accept", accept_challenge, "Accepts a challenge", kind="tables"),
    Endpoint("POST", f"{ONE}/decline", decline_challenge, "Declines a challenge"),
    Endpoint("POST", f"{ONE}/cancel", cancel_challenge, "Withdraws your challenge"),
]  # fmt: skip
