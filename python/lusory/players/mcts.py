"""`mcts:1000`, `mcts:0.5s`: Monte Carlo tree search, by so many random games or for so long."""

from __future__ import annotations

import random
from typing import Any

from .._engine import Knowledge, Search, State
from ..engine.machine import Machine
from ..errors import UnfitPlayer, UnknownPlayer
from ..play.position import Position
from ..play.program import contract_of
from ..play.view import View
from . import uct
from .limits import Argument, Limit, argument, limit
from .player import Player, Seen, legal
from .spec import Kind

MEBIBYTE = 1 << 20
TUNING = ("explore", "rave", "reference", "first", "expand", "cut", "share")
"""Options for whoever tunes the search; docs/howto-opponents.md tells what they do."""
OPTIONS = ("threads", "memory", *TUNING)


class Mcts(Player):
    """Searches with simulations, keeps its tree between plies, and makes the ply that did best."""

    def __init__(self, limit: Limit, game: Any, options: dict[str, Any]) -> None:
        self._limit, self._game, self._options = limit, game, options
        self._search: Search | None = None
        self._at: Position | None = None

    def begin(self) -> None:
        self._search = self._at = None

    def close(self) -> None:
        self.begin()

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        """See Player."""
        plies = legal(seen)
        if len(plies) == 1:
            return plies[0]
        if isinstance(seen, View):
            return self._blindly(seen, rng)
        if not isinstance(seen.state, State):
            return uct.choose(seen, self._limit, rng)
        search = self._follow(seen) or Search(seen.state, seed=rng.getrandbits(64), **self._options)
        best = self._best(search)
        self._search, self._at = search, seen
        return seen.moves().ids[0] if best is None else best

    def _blindly(self, seen: View, rng: random.Random) -> str | int:
        """By what the player knows; where no state was found in time that agrees with it, any legal ply."""
        if not isinstance(seen.knows, Knowledge):
            raise UnfitPlayer(f"mcts: {seen.game.name or 'this game'} hides something, and the engine does not play it")
        best = self._best(Search(seen.knows, seed=rng.getrandbits(64), **self._options))
        return rng.choice(seen.moves) if best is None else contract_of(seen.game).text(best)

    def _best(self, search: Search) -> int | None:
        search.run(simulations=self._limit.number, seconds=self._limit.seconds)
        found: int | None = (search.report() or {"best": None})["best"]
        return found

    def _follow(self, seen: Position) -> Search | None:
        """The search of an earlier position of this game, gone on to this one."""
        search, at = self._search, self._at
        if search is None or at is None or seen.past[: at.ply] != at.past:
            return None
        followed = all(search.advance(played.action) for played in seen.past[at.ply :])
        return search if followed and search.state == seen.state else None


def options(found: Argument) -> dict[str, Any]:
    """The options of a search from those of a spec. Raises UnknownPlayer."""
    told: dict[str, Any] = {}
    for key, text in found.options.items():
        value = _number(key, text)
        if key == "memory":
            told[key] = int(value * MEBIBYTE)
        elif key == "explore":
            told["exploration"] = value
        elif key == "rave" and text == "off":
            told[key] = None
        else:
            told[key] = value if key in ("rave", "first") else int(value)
    return told


def _number(key: str, text: str) -> float:
    try:
        value = 0.0 if (key, text) == ("rave", "off") else float(text)
    except ValueError:
        value = -1.0
    least = 1 if key in ("threads", "memory", "expand", "cut") else 0
    if not least <= value <= 1e6:
        raise UnknownPlayer(f"{key}={text}: expected a number from {least} to 1000000")
    return value


def make(text: str, game: Any) -> Player:
    """The player of what stands after the colon."""
    found = argument(text, OPTIONS)
    return Mcts(limit(found.head, "simulations"), game, options(found))


def unfit(game: Any) -> str:
    """Which games cannot have it."""
    contract: Any = contract_of(game)
    if getattr(contract, "hidden", False) and not isinstance(contract, Machine):
        return "it hides something, and the engine does not play it; use random"
    return ""


MCTS = Kind(
    "mcts",
    ("mcts:1000", "mcts:0.5s"),
    "searches so many random games, or so long",
    make,
    unfit,
    limits=("seconds", "count"),
)
"""See Kind."""
