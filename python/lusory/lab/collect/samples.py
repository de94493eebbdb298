"""Selects sample games for a report while games are counted: the longest, the shortest, the most dramatic, a typical
one. The selection does not depend on the order of the games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from .observe import Observed

SAMPLE_SIZE = 25
"""The size of the random sample from which the typical game is selected."""


class Samples(msgspec.Struct):
    """longest, shortest: of the finished games. dramatic: the game of most drama, with its drama. sampled: a random
    sample of the finished games."""

    longest: Observed | None = None
    shortest: Observed | None = None
    dramatic: tuple[float, Observed] | None = None
    sampled: list[Observed] = []

    def add(self, game: Observed, drama: float | None) -> None:
        """Adds a game. drama: of the game, if measured."""
        if not game.finished:
            return
        if self.longest is None or longer(game) > longer(self.longest):
            self.longest = game
        if self.shortest is None or shorter(game) > shorter(self.shortest):
            self.shortest = game
        if drama and (self.dramatic is None or (drama, -game.number) > (self.dramatic[0], -self.dramatic[1].number)):
            self.dramatic = drama, game
        self.sampled = _first((*self.sampled, game))

    def merge(self, other: Samples) -> None:
        """Adds the samples of other games."""
        for game in (other.longest, other.shortest):
            if game is not None:
                self.longest = max(self.longest or game, game, key=longer)
                self.shortest = max(self.shortest or game, game, key=shorter)
        if other.dramatic is not None:
            dramatic = self.dramatic or other.dramatic
            self.dramatic = max(dramatic, other.dramatic, key=lambda sample: (sample[0], -sample[1].number))
        self.sampled = _first((*self.sampled, *other.sampled))

    def typical(self, plies: int) -> Observed | None:
        """The game of the random sample whose length is nearest to so many plies."""
        return min(self.sampled, key=lambda game: abs(len(game.plies) - plies), default=None)


def longer(game: Observed) -> tuple[int, int]:
    """Sort key: the greatest is the longest game, the first of several."""
    return len(game.plies), -game.number


def shorter(game: Observed) -> tuple[int, int]:
    """Sort key: the greatest is the shortest game, the first of several."""
    return -len(game.plies), -game.number


def _first(games: Iterable[Observed]) -> list[Observed]:
    """The random sample of the games: those with the smallest hashes."""
    games_by_lot = {lot(game.number): game for game in games}
    return [games_by_lot[key] for key in sorted(games_by_lot)[:SAMPLE_SIZE]]


def lot(number: int) -> bytes:
    """A pseudorandom key for the number of a game."""
    return hashlib.blake2b(number.to_bytes(8, "little"), digest_size=8).digest()
