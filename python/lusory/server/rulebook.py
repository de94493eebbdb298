"""The games there are, and rule values of strangers: tried in a process of its own before anybody here touches them."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from ..errors import UnknownGame
from ..games import catalogue
from ..rules import codec
from ..rules.game import Game
from ..rules.options import Heads, OneOf, Option, Whole, text_of
from .machines import Crew
from .openings import length, reached
from .settings import Settings
from .store import Store
from .table import Refused

KEPT = 200


class Rulebook:
    """Games by name and options, or by value; their pictures, sheets and figures.

    triers: processes for values of strangers, in which nobody waits behind them who wants a known game (known).
    """

    def __init__(self, settings: Settings, store: Store, triers: Crew, known: Crew, printers: Crew) -> None:
        self.settings, self.store = settings, store
        self.triers, self.known, self.printers = triers, known, printers
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._sheets: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._leaves: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._making: dict[str, asyncio.Task[str]] = {}
        self._list: list[dict[str, Any]] = []

    async def asked(self, name: str, options: Mapping[str, object], value: dict[str, Any] | None) -> Game:
        """The game a request is about. Raises LusoryError, which says what is wrong and where."""
        if value is not None and name:
            raise Refused(422, "expected game or value, not both", "value")
        if value is not None:
            return await self._tried({"value": msgspec.json.encode(value).decode()})
        if not name:
            raise Refused(422, "expected game, a name from /api/games, or value, a rule value", "game")
        return await self.named(name, {key: text_of(option) for key, option in options.items()})

    async def named(self, name: str, options: Mapping[str, str]) -> Game:
        """A game of the catalogue."""
        if name not in catalogue():
            raise UnknownGame(f"no game {name[:60]}; there are {', '.join(sorted(catalogue()))}")
        if len(options) > 20 or any(len(text) > 60 for pair in options.items() for text in pair):
            raise Refused(422, "options: expected a few short texts", "options")
        if not options:  # as it comes with the package: nothing is to be tried
            return catalogue()[name]()
        return await self._tried({"name": name, "options": dict(sorted(options.items()))})

    async def _tried(self, what: dict[str, Any]) -> Game:
        key = json.dumps(what)
        if key in self._games:
            self._games.move_to_end(key)
            return self._games[key]
        budget = msgspec.to_builtins(self.settings.budget)
        request = {"do": "check", "budget": budget, **what}
        crew = self.triers if "value" in what else self.known
        answer = await crew.ask(request, self.settings.budget.seconds)
        game = await asyncio.to_thread(codec.read, answer["value"])
        self._games[key] = game
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        return game

    async def sheet(self, game: Game) -> dict[str, str]:
        """The rules for people: `html`, `text`."""
        return await self._printed(self._sheets, "sheet", game)

    async def leaf(self, game: Game) -> dict[str, Any]:
        """The rules with diagrams, for the templates of the pages."""
        return await self._printed(self._leaves, "leaf", game)

    async def _printed(self, kept: OrderedDict[str, dict[str, Any]], do: str, game: Game) -> dict[str, Any]:
        """What printers make of a game, made once."""
        if game.hash not in kept:
            kept[game.hash] = await self._print(do, game)
            while len(kept) > KEPT:
                kept.popitem(last=False)
        return kept[game.hash]

    async def _print(self, do: str, game: Game) -> dict[str, Any]:
        return await self.printers.ask({"do": do, "game": codec.write(game)}, 6 * self.settings.budget.seconds)

    async def picture(self, game: Game) -> str:
        """The board after a typical opening; made once. Asked for by several at a time, it is made for all of them."""
        if game.hash in self._pictures:
            self._pictures.move_to_end(game.hash)
            return self._pictures[game.hash]
        making = self._making.get(game.hash)
        if making is None:
            making = self._making[game.hash] = asyncio.get_running_loop().create_task(self._drawn(game))
            making.add_done_callback(lambda task: self._making.pop(game.hash, None))
        return await asyncio.shield(making)

    async def _drawn(self, game: Game) -> str:
        position = await asyncio.to_thread(reached, game)
        found = position.svg() if position else (await self._print("picture", game))["svg"]
        self._pictures[game.hash] = found
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        return found

    async def figures(self, game: Game) -> dict[str, Any]:
        """What the games played here say: how often each player won, draws, how long they were."""
        rows = await self.store.figures(game.hash)
        wins, draws, plies, games = [0] * game.players, 0, 0, 0
        for result, count, long in rows:
            values = json.loads(result)
            games, plies = games + count, plies + long
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
    """A game as the lobby tells of it."""
    from ..play.program import contract_of

    definition = catalogue()[name]
    game, told = definition.build(), definition.about
    contract: Any = contract_of(game)
    return {
        "name": name,
        "title": told.title or name,
        "line": line(definition),
        "players": game.players,
        "inventor": told.inventor,
        "year": told.year,
        "source": told.source,
        "board": game.geometry.described,
        "hidden": bool(contract.hidden),
        "plies": length(game),
        "options": [described(option) for option in definition.options],
    }


def line(definition: Any) -> str:
    """What it is, in a line: the first of its function or of its file."""
    import sys

    module = sys.modules.get(definition.function.__module__)
    return str(definition.__doc__ or getattr(module, "__doc__", "") or "").strip().partition("\n")[0]


def described(of: Option) -> dict[str, Any]:
    """An option, as a control is made of it. An empty default is worked out from the others."""
    found: dict[str, Any] = {
        "name": of.name,
        "about": of.doc,
        "default": "" if of.default is None else text_of(of.default),
        "expected": of.expected,
    }
    if isinstance(of.reader, OneOf):
        found["choices"] = [text_of(choice) for choice in of.reader.choices]
    elif isinstance(of.reader, Whole):
        found |= {"least": of.reader.low, "most": of.reader.high, "step": of.reader.step, "off": of.reader.off}
    elif isinstance(of.reader, Heads):
        found["heads"] = [{"name": head, "least": least} for head, least in of.reader.least] + [{"name": "none"}]
    return found
