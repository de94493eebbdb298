"""Streams of lines of JSON for bots: the events of an account, and a game as it goes on. Empty lines keep them open."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse

from ..accounts import Account
from ..accounts.running_games import endings, running_games_of
from ..live_table import LiveTable
from ..table import Refused
from ..table_service import TableService
from ..watcher import Watcher
from . import bot_messages
from .access import Visit
from .challenges import challenges_of, challenging_of
from .endpoint import Endpoint
from .identity import by_token, outside, players_of
from .sign_in import access_of, people_of
from .tables import live_table_of, service_of

LINES = "application/x-ndjson"
EVERY = 1.0
"""Seconds between two looks for events: challenges and games may be changed by other processes."""
ALIVE = 6.0
"""Seconds after which an empty line is sent where nothing happens."""


MOST_EVENTS = 10
"""Streams of events of one account at once: each looks into the database again and again."""


async def bot_of(request: Request) -> Account:
    """The account for which a bot acts by its token. Raises Refused."""
    return await by_token(request)


class Lines(StreamingResponse):
    """A stream of lines; what it holds open is let go whenever and however it ends."""

    def __init__(self, lines: AsyncIterator[bytes], request: Request, visit: Visit) -> None:
        head = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type=LINES, headers=head)
        self.lines, self.request, self.visit = lines, request, visit

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with contextlib.suppress(RuntimeError):
                await self.lines.aclose()  # type: ignore[attr-defined]
            access_of(self.request).leave(self.visit)


async def enter_stream(request: Request) -> Visit:
    """A stream opens. The token is looked up again once it can be ended. Raises Refused."""
    access = access_of(request)
    access.count(request, "opens")
    visit = access.enter(request)
    try:
        visit.account, visit.plain = (await bot_of(request)).id, True
        del request.state.by_token
        await bot_of(request)
    except BaseException:
        access.leave(visit)
        raise
    return visit


def line(message: object) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(message) + b"\n"


async def events(request: Request) -> Lines:
    """GET /api/stream/event"""
    visit, access = await enter_stream(request), access_of(request)
    visit.events = True
    if access.open_events(visit.account) > MOST_EVENTS:
        access.leave(visit)
        raise Refused(429, "expected at most %(most)s streams of events of one account", most=MOST_EVENTS)
    return Lines(_events(request, await bot_of(request), visit), request, visit)


async def _events(request: Request, me: Account, visit: Visit) -> AsyncIterator[bytes]:
    """First all games that go on and all challenges, then what changes."""
    games: dict[str, Any] = {}
    waiting: dict[str, Any] = {}
    quiet = 0.0
    while not visit.ended.is_set():
        messages = [*await _challenges(request, me, waiting), *await _games(request, me, games)]
        for message in messages:
            yield line(message)
        quiet = 0.0 if messages else quiet + EVERY
        if quiet >= ALIVE:
            yield b"\n"
            quiet = 0.0
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(visit.ended.wait(), EVERY)


async def _challenges(request: Request, me: Account, previous: dict[str, Any]) -> list[dict[str, Any]]:
    """What has changed among the challenges to and of an account; `previous` is brought up to date."""
    challenges, outcomes = challenges_of(request), challenging_of(request).answered
    page_url = f"{outside(request)}/my"
    present = {challenge.id: (challenge, "to") for challenge in await challenges.to(me)}
    present |= {challenge.id: (challenge, "by") for challenge in await challenges.of(me)}
    new = [
        challenge
        for challenge_id, (challenge, direction) in present.items()
        if challenge_id not in previous and direction == "to"
    ]
    messages: list[dict[str, Any]] = [
        {"type": "challenge", "challenge": bot_messages.challenge(challenge, page_url)} for challenge in new
    ]
    for challenge_id in [challenge_id for challenge_id in previous if challenge_id not in present]:
        challenge, direction = previous[challenge_id]
        outcome = outcomes.get(challenge_id)
        kind = {None: "challengeCanceled", "declined": "challengeDeclined"}.get(outcome)
        if kind and (direction == "to") == (outcome is None):
            messages.append({"type": kind, "challenge": bot_messages.challenge(challenge, page_url)})
    previous.clear()
    previous.update(present)
    return messages


async def _games(request: Request, me: Account, previous: dict[str, Any]) -> list[dict[str, Any]]:
    """The same for games."""
    store = service_of(request).store
    present = await running_games_of(store, me)
    messages = [
        {"type": "gameStart", "game": bot_messages.game(*summary)}
        for table_id, summary in present.items()
        if table_id not in previous
    ]
    finished = [table_id for table_id in previous if table_id not in present]
    result_by_table = await endings(store, finished) if finished else {}
    for table_id in finished:
        ended = bot_messages.game(*previous[table_id]) | {"isMyTurn": False} | result_by_table.get(table_id, {})
        messages.append({"type": "gameFinish", "game": ended})
    previous.clear()
    previous.update(present)
    return messages


async def game(request: Request) -> Lines:
    """GET /api/bot/game/stream/{table}"""
    visit = await enter_stream(request)
    try:
        live = await live_table_of(request)
        version = live.known
        players = await players_of(request, live)
        if not players:
            raise Refused(403, "you hold no seat at this table")
        service = service_of(request)
        await service.visited(live, players)
    except BaseException:
        access_of(request).leave(visit)
        raise
    return Lines(_game(request, service, live, players, visit, version), request, visit)


async def _game(
    request: Request, service: TableService, live: LiveTable, players: tuple[int, ...], visit: Visit, version: object
) -> AsyncIterator[bytes]:
    """The whole game, then how it stands whenever that has changed, and what is said; to the end of the game."""
    watcher = Watcher(players)
    service.watch(live, watcher)
    try:
        if live.known is not version and await players_of(request, live) != players:
            return  # the seat has changed hands while this was opened
        view: dict[str, Any] = msgspec.json.decode(await service.views.show(live, players))
        value = msgspec.Raw(live.game.value.encode()) if live.game.guest else None
        people = await people_of(request).games.at_table(live.table.id)
        yield line(bot_messages.game_full(view, live.table.setup.rated, value, people))
        while view["result"] is None and watcher.closed is None and not visit.ended.is_set():
            stale = await wait_for_change(watcher, visit)
            if stale is None:
                yield b"\n"
            elif stale and watcher.closed is None:
                before, view = view, msgspec.json.decode(await service.views.written(live, players))
                for message in news(before, view):
                    yield line(message)
    finally:
        service.leave(live, watcher)


def news(previous: dict[str, Any], current: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """What to tell after a change of the table."""
    state = bot_messages.game_state(current)
    without_times = {"times": None}
    chat = bot_messages.chat_lines(previous["chat"], current["chat"])
    if bot_messages.game_state(previous) | without_times != state | without_times or not chat:
        yield state
    yield from chat


async def wait_for_change(watcher: Watcher, visit: Visit) -> bool | None:
    """Wait until the table may have changed; None where nothing happened for a while."""
    tasks = [asyncio.ensure_future(watcher.wait()), asyncio.ensure_future(visit.ended.wait())]
    try:
        finished, _ = await asyncio.wait(tasks, timeout=ALIVE, return_when=asyncio.FIRST_COMPLETED)
        if not finished:
            return None
        return tasks[0] in finished and tasks[0].result()[0]  # type: ignore[index]
    finally:
        for task in tasks:
            task.cancel()


ENDPOINTS = [
    Endpoint("GET", "/api/stream/event", events, "Challenges to you and games of yours, as lines of JSON", media=LINES),
    Endpoint("GET", "/api/bot/game/stream/{table}", game, "A game of yours as it goes on, as lines of JSON",
             media=LINES),
]  # fmt: skip
