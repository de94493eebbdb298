"""Sample games: a few worth looking at, selected while many are counted. The selection depends on the games alone, not
on the order in which they come."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from .observe import Observed

SAMPLE_SIZE = 25
"""So many games are drawn; of them one is shown as typical."""


class Samples(msgspec.Struct):
    """longest, shortest: finished games. dramatic: with how dramatic it was. drawn: a random sample."""

    longest: Observed | None = None
    shortest: Observed | None = None
    dramatic: tuple[float, Observed] | None = None
    drawn: list[Observed] = []

    def add(self, game: Observed, drama: float | None) -> None:
        """One game more. drama: how dramatic it was, if known."""
        if not game.finished:
            return
        if self.longest is None or longer(game) > longer(self.longest):
            self.longest = game
        if self.shortest is None or shorter(game) > shorter(self.shortest):
            self.shortest = game
        if drama and (self.dramatic is None or (drama, -game.number) > (self.dramatic[0], -self.dramatic[1].number)):
            self.dramatic = drama, game
        self.drawn = _first((*self.drawn, game))

    def merge(self, other: Samples) -> None:
        """Other games more."""
        for game in (other.longest, other.shortest):
            if game is not None:
                self.longest = max(self.longest or game, game, key=longer)
                self.shortest = max(self.shortest or game, game, key=shorter)
        if other.dramatic is not None:
            dramatic = self.dramatic or other.dramatic
            self.dramatic = max(dramatic, other.dramatic, key=lambda sample: (sample[0], -sample[1].number))
        self.drawn = _first((*self.drawn, *other.drawn))

    def typical(self, plies: int) -> Observed | None:
        """Of the random sample the game closest to so many plies."""
        return min(self.drawn, key=lambda game: abs(len(game.plies) - plies), default=None)


def longer(game: Observed) -> tuple[int, int]:
    """By this the longest is found; of several the first."""
    return len(game.plies), -game.number


def shorter(game: Observed) -> tuple[int, int]:
    """By this the shortest is found; of several the first."""
    return -len(game.plies), -game.number


def _first(games: Iterable[Observed]) -> list[Observed]:
    """The first in random order."""
    games_by_lot = {lot(game.number): game for game in games}
    return [games_by_lot[key] for key in sorted(games_by_lot)[:SAMPLE_SIZE]]


def lot(number: int) -> bytes:
    """The lot that a game draws."""
    return hashlib.blake2b(number.to_bytes(8, "little"), digest_size=8).digest()
