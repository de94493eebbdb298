"""One game of a bot: follows its stream, and answers when it is its turn."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from ..errors import LusoryError, UnfitPlayer
from ..play.catalogue import load
from ..play.position import Position
from ..players import Player, player, seen_by
from .connection import Connection, Rejected

SHARE = 30
"""A search takes at most one part in so many of the time that is left."""
SHORTEST, AGAIN = 0.05, 0.02
"""Seconds: the least that a search gets, and between two calls of stop()."""


def fit(spec: str, variant: dict[str, Any]) -> str:
    """Why a player cannot play a game of the catalogue; empty where it can."""
    try:
        position = load(variant["key"], **variant["options"]).start()
        if position.hidden:
            return "bots are not told what a game hides, so they play none with secrets"
        player(spec, position.game).close()
    except LusoryError as fault:
        return str(fault)
    return ""


class BotGame:
    """The player of one game, and the position as far as it was told. Raises UnfitPlayer for a game that the player
    cannot play."""

    def __init__(self, connection: Connection, full: dict[str, Any], spec: str, rng: random.Random) -> None:
        self.connection, self.table, self.you = connection, full["id"], tuple(full["you"])
        variant = full["variant"]
        if not variant["key"] or full["hidden"]:
            raise UnfitPlayer(f"{variant['name']}: expected a game of the catalogue without secrets")
        self.position: Position = load(variant["key"], **variant["options"]).start()
        if self.position.game.hash != variant["hash"]:
            raise UnfitPlayer(f"{variant['name']}: the server plays it by other rules than this version of lusory")
        self.start, self.played, self.rng = self.position, tuple[str, ...](), rng
        self.player: Player = player(spec, self.position.game)
        self.player.begin()

    def close(self) -> None:
        """Release the player."""
        self.player.close()

    def take_state(self, state: dict[str, Any]) -> None:
        """Play, where it is our turn."""
        self.follow(state["moves"])
        mover = state["toMove"]
        if state["status"] != "started" or mover not in self.you:
            return
        text = self.chosen(mover, state["times"])
        try:
            self.connection.post(f"/api/bot/game/{self.table}/move/{quote(text, safe='')}?ply={state['ply'] + 1}")
        except Rejected as fault:
            if fault.code != 409:  # 409: the game has gone on meanwhile, which the stream tells
                raise

    def follow(self, moves: Sequence[str]) -> None:
        """The position after these plies."""
        if tuple(moves[: len(self.played)]) != self.played:
            self.position, self.played = self.start, ()
        for text in moves[len(self.played) :]:
            self.position = self.position.play(text)
        self.played = tuple(moves)

    def chosen(self, mover: int, times: Sequence[float] | None) -> str:
        """The player's ply, in time."""
        with stop_after(self.player, max(SHORTEST, times[mover] / SHARE) if times else None):
            choice = self.player.choose(seen_by(self.position, mover), self.rng)
        return self.position.contract.text(choice) if isinstance(choice, int) else choice


@contextlib.contextmanager
def stop_after(chooser: Player, seconds: float | None) -> Iterator[None]:
    """Stop a search after so many seconds: again and again, since one that has hardly begun may miss it."""
    is_chosen = threading.Event()

    def watch() -> None:
        if not is_chosen.wait(seconds):
            while not is_chosen.wait(AGAIN):
                chooser.stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_chosen.set()
        watcher.join()
