"""Games of the catalogue and guests' rule values: sheets, pictures, figures. Guests' rules run in workers alone."""

from __future__ import annotations

import asyncio
import hashlib
import json
from base64 import b64decode
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ..draw import svg
from ..games import catalogue, find
from ..rules.options import Heads, OneOf, Option, Whole, text_of
from .bounded_cache import Cache
from .game_info import GameInfo, info
from .pools import Pools
from .settings import Settings
from .store import Store
from .table import Refused
from .typical_openings import length, opening_position
from .workers import Caller

KEPT, LARGEST = 200, 16_000_000
"""Entries of a cache, and bytes of all of them."""


@cache
def standard(name: str) -> GameInfo:
    """A game of the catalogue with its default options."""
    return info(catalogue()[name]())


def size(data: dict[str, Any]) -> int:
    """Bytes that data takes, about."""
    return len(json.dumps(data))


def key_of(request: dict[str, Any]) -> str:
    """What a request for a game is kept under."""
    return hashlib.sha256(json.dumps(request).encode()).hexdigest()


def compact(value: str) -> str:
    """JSON as requests are kept."""
    return msgspec.json.encode(msgspec.json.decode(value)).decode()


class GameService:
    """Games by name and options, or by value; pictures, sheets and figures. Caches are by rules and texts, so that
    a guest's texts never appear with another's equal rules."""

    def __init__(self, settings: Settings, store: Store, pools: Pools) -> None:
        self.settings, self.store, self.pools = settings, store, pools
        self._games: Cache[GameInfo] = Cache(KEPT, LARGEST, lambda game: len(game.value))
        self._illustrated: Cache[dict[str, Any]] = Cache(KEPT, LARGEST, size)
        self._sheets: Cache[dict[str, Any]] = Cache(KEPT, LARGEST, size)
        self._boards: Cache[str] = Cache(KEPT, LARGEST, len)
        self._pictures: Cache[str] = Cache(KEPT, LARGEST, len)
        self._making: dict[str, asyncio.Task[str]] = {}
        self._list: list[dict[str, Any]] = []

    async def requested(
        self, name: str, options: Mapping[str, object], value: dict[str, Any] | None, caller: Caller
    ) -> GameInfo:
        """The game a request is about. Raises LusoryError, which says what is wrong and where."""
        if value is not None and name:
            raise Refused(422, "expected game or value, not both", "value")
        if value is not None:
            return await self._tried({"value": msgspec.json.encode(value).decode()}, caller)
        if not name:
            raise Refused(422, "expected game, a name from /api/games, or value, a rule value", "game")
        return await self.named(name, {key: text_of(option) for key, option in options.items()}, caller)

    async def named(self, name: str, options: Mapping[str, str], caller: Caller) -> GameInfo:
        """A game of the catalogue, by any of its names. Raises UnknownGame."""
        name = find(name[:60]).name
        if len(options) > 20 or any(len(text) > 60 for pair in options.items() for text in pair):
            raise Refused(422, "options: expected a few short texts", "options")
        if not options:  # as it comes with the package: nothing to check
            return standard(name)
        return await self._tried({"name": name, "options": dict(sorted(options.items()))}, caller)

    async def _tried(self, params: dict[str, Any], caller: Caller) -> GameInfo:
        key = key_of(params)
        game_info = self._games.get(key)
        if game_info is None:
            request = {"do": "check", "budget": msgspec.to_builtins(self.settings.budget), **params}
            pool = self.pools.checking("value" in params)
            reply = await pool.ask(request, self.settings.budget.seconds, caller)
            game_info = msgspec.convert(reply, GameInfo)
            self._games.keep(key, game_info)
        return game_info

    async def draft(self, source: str, caller: Caller) -> dict[str, Any]:
        """What is known of a text that may be a game (see workers/drafts.py). What it says of the game is kept: whoever
        asks for its rules or plays it next does not have it tried again."""
        request = {"do": "draft", "source": source, "budget": msgspec.to_builtins(self.settings.budget)}
        reply = await self.pools.trials.ask(request, self.settings.budget.seconds, caller)
        if "game" in reply:
            game_info = msgspec.convert(reply["game"], GameInfo)
            self._games.keep(key_of({"value": compact(game_info.value)}), game_info)
        return reply

    async def example(self, name: str, options: Mapping[str, str], caller: Caller) -> dict[str, Any]:
        """A game of the catalogue in Python and as JSON."""
        game = await self.named(name, options, caller)
        request = {"do": "draft", "name": game.name, "options": dict(options)}
        return await self.pools.known.ask(request, self.settings.budget.seconds, caller)

    async def measured(self, game: GameInfo, caller: Caller) -> dict[str, Any]:
        """What random games come to (see workers/drafts.py)."""
        request = {"do": "measure", "game": game.value, "budget": msgspec.to_builtins(self.settings.budget)}
        return await self.pools.trials.ask(request, self.settings.budget.seconds, caller)

    async def varied(self, game: GameInfo, goal: str, caller: Caller) -> dict[str, Any]:
        """Variations of a game that play well (see workers/variations.py). A screen may begin when half of the time is
        over, and has a clock of its own."""
        budget = self.settings.budget
        request = {"do": "vary", "game": game.value, "goal": goal, "budget": msgspec.to_builtins(budget)}
        return await self.pools.trials.ask(request, 3 * budget.seconds, caller)

    async def sheet(self, game: GameInfo, caller: Caller) -> dict[str, Any]:
        """The rules for people: `html`, `text`."""
        return await self._printed(self._sheets, "sheet", game, caller)

    async def illustrated(self, game: GameInfo, caller: Caller) -> dict[str, Any]:
        """The rules with diagrams, for the templates of the pages."""
        return await self._printed(self._illustrated, "illustrated", game, caller)

    async def board(self, game: GameInfo, caller: Caller) -> str:
        """The board before the first ply, as SVG."""
        board_svg = self._boards.get(game.key)
        if board_svg is None:
            board_svg = (await self._print("board", game, caller))["svg"]
            self._boards.keep(game.key, board_svg)
        return board_svg

    async def _printed(self, cache: Cache[dict[str, Any]], do: str, game: GameInfo, caller: Caller) -> dict[str, Any]:
        """What a worker makes of a game, cached."""
        entry = cache.get(game.key)
        if entry is None:
            entry = await self._print(do, game, caller)
            cache.keep(game.key, entry)
        return entry

    async def _print(self, do: str, game: GameInfo, caller: Caller) -> dict[str, Any]:
        pool = self.pools.printing(game.guest)
        return await pool.ask({"do": do, "game": game.value}, 6 * self.settings.budget.seconds, caller)

    async def printed_sheets(self, game: GameInfo, request: dict[str, Any], caller: Caller) -> bytes:
        """A file of sheets for pen and paper. request: what a worker is asked, without the game."""
        pool = self.pools.printing(game.guest)
        reply = await pool.ask(request | {"game": game.value}, 6 * self.settings.budget.seconds, caller)
        return b64decode(reply["data"])

    async def picture(self, game: GameInfo, caller: Caller) -> str:
        """The board after a typical opening; made once. Concurrent requests share one run."""
        cached = self._pictures.get(game.key)
        if cached is not None:
            return cached
        making = self._making.get(game.key)
        if making is None:
            making = self._making[game.key] = asyncio.get_running_loop().create_task(self._drawn(game, caller))
            making.add_done_callback(lambda task: self._making.pop(game.key, None))
        return await asyncio.shield(making)

    async def _drawn(self, game: GameInfo, caller: Caller) -> str:
        position = None if game.guest else await asyncio.to_thread(opening_position, game.game())
        picture_svg: str = (
            svg.thumbnail(position.picture()) if position else (await self._print("picture", game, caller))["svg"]
        )
        self._pictures.keep(game.key, picture_svg)
        return picture_svg

    async def figures(self, game: GameInfo) -> dict[str, Any]:
        """Figures of the games played here: wins of each player, draws, mean plies."""
        rows = await self.store.figures(game.hash)
        wins, draws, plies, games = [0] * game.players, 0, 0, 0
        for result, count, plies_each in rows:
            values = json.loads(result)
            games, plies = games + count, plies + plies_each
            if max(values) == 1.0 and len(values) > 1:
                wins[values.index(1.0)] += count
            else:
                draws += count
        return {"games": games, "wins": wins, "draws": draws, "plies": round(plies / games, 1) if games else None}

    async def listed(self) -> list[dict[str, Any]]:
        """Every game of the catalogue, for the lobby."""
        if not self._list:
            self._list = await asyncio.to_thread(lambda: [about(name) for name in sorted(catalogue())])
        return self._list


def about(name: str) -> dict[str, Any]:
    """A game as the lobby lists it."""
    from ..play.program import contract_of

    definition = catalogue()[name]
    game, about_game = definition.build(), definition.about
    contract: Any = contract_of(game)
    return {
        "name": name,
        "title": about_game.title or name,
        "other_names": list(about_game.other_names),
        "line": definition.summary,
        "players": game.players,
        "inventor": about_game.inventor,
        "year": about_game.year,
        "source": about_game.source,
        "board": game.geometry.described,
        "hidden": bool(contract.hidden),
        "plies": length(game),
        "options": [option_control(option) for option in definition.options],
    }


def option_control(of: Option) -> dict[str, Any]:
    """An option, as the page makes a control of it. An empty default is computed from other options."""
    control: dict[str, Any] = {
        "name": of.name,
        "about": of.doc,
        "default": "" if of.default is None else text_of(of.default),
        "expected": of.expected,
    }
    if isinstance(of.reader, OneOf):
        control["choices"] = [text_of(choice) for choice in of.reader.choices]
    elif isinstance(of.reader, Whole):
        control |= {"least": of.reader.low, "most": of.reader.high, "step": of.reader.step, "off": of.reader.off}
    elif isinstance(of.reader, Heads):
        control["heads"] = [{"name": head, "least": least} for head, least in of.reader.least] + [{"name": "none"}]
    return control
