"""`ugi:COMMAND`: an external UGI engine in its own process."""

from __future__ import annotations

import random
import shlex
import shutil
from typing import Any

from ..errors import PlayerFault, UnknownPlayer
from ..play.position import Position
from ..play.program import contract_of
from ..ugi import Client
from .limits import count
from .player import Player, Seen
from .spec import PlayerKind

MOVETIME = 1000
"""Milliseconds a ply, unless the spec sets a limit."""
GRACE = 5.0
"""Seconds that an engine may exceed its time before it forfeits."""
UNCLOCKED = 60.0
"""Seconds for a ply whose limit is not a time."""
LIMITS = {"movetime": "milliseconds", "nodes": "nodes", "depth": "plies"}
MOST_TIME = 86_400_000


class UgiPlayer(Player):
    """Asks an engine and checks all its output. limit: as `go` takes it. seconds: its time to answer."""

    def __init__(self, command: list[str], limit: str, seconds: float) -> None:
        self.command, self.limit, self.seconds = command, limit, seconds
        self._client: Client | None = None

    def begin(self) -> None:
        if self._client is None:
            self._client = Client(self.command)
        self._client.new_game()

    def choose(self, seen: Seen, rng: random.Random) -> str:
        if not isinstance(seen, Position):
            raise PlayerFault("UGI tells every ply, secrets too")
        if not seen.is_from_start:
            raise PlayerFault("UGI tells a position by its plies, and this game began with a diagram")
        if self._client is None:
            self.begin()
        assert self._client is not None
        return self._client.choose(seen.texts, self.limit, self.seconds)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()


def make(argument: str, game: Any) -> Player:
    """The player of `[movetime=MS|nodes=N|depth=N] COMMAND`. UnknownPlayer where there is no such program."""
    try:
        words = shlex.split(argument)
    except ValueError as fault:
        raise UnknownPlayer(f"{fault}: expected a command line") from None
    limit, seconds = f"movetime {MOVETIME}", MOVETIME / 1000 + GRACE
    if words and words[0].partition("=")[0] in LIMITS:
        key, _, text = words.pop(0).partition("=")
        number = count(text, LIMITS[key], MOST_TIME)
        limit, seconds = f"{key} {number}", number / 1000 + GRACE if key == "movetime" else UNCLOCKED
    if not words:
        raise UnknownPlayer("nothing: expected a command, as in ugi:./engine, or ugi:movetime=500 ./engine --fast")
    if shutil.which(words[0]) is None:
        raise UnknownPlayer(f"{words[0]}: no such program; expected one that can be run")
    return UgiPlayer(words, limit, seconds)


def unfit(game: Any) -> str:
    """Why the player cannot play a game; empty where it can."""
    if getattr(contract_of(game), "hidden", False):
        return "UGI tells every ply, secrets too; use a player that gets no more than it may see, as greedy"
    return ""


UGI = PlayerKind("ugi", ("ugi:COMMAND",), "another program that speaks UGI", make, unfit, lambda argument: True)
