"""Validates observed games read from a log, which anybody may have written: each must be a game that could be
played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...rules.events import CHANCE
from .observe import Observed

MOST = 10**9
"""The largest number of plies, pieces or turns."""
KINDS = 10_000
"""The most kinds of piece."""


class Sound:
    """Checks the games of a log with this header."""

    def __init__(self, start: Any) -> None:
        self.players = start.game.players
        self.cells = len(start.contract.picture(start.state, None).geometry.names)

    def wrong(self, game: Observed) -> str:
        """The first fault of a game; empty where there is none."""
        return next(self.faults(game), "")

    def faults(self, game: Observed) -> Iterator[str]:
        """All faults of a game."""
        plies = len(game.plies)
        for name, expected in (("movers", plies), ("choices", plies)):
            if len(getattr(game, name)) != expected:
                yield f"{name}: {len(getattr(game, name))}, expected one for each of {plies} plies"
        lengths = {"values": self.players, "final": self.cells}
        lengths |= dict.fromkeys(("captures", "targets", "worth", "weighed", "bits", "half", "spread"), plies)
        for name, expected in lengths.items():
            if len(getattr(game, name)) not in (0, expected):
                yield f"{name}: {len(getattr(game, name))}, expected none or {expected}"
        if game.finished and (game.cut or game.fault):
            yield "values of a game that did not end"
        for name, (low, high) in self.ranges(plies).items():
            field = getattr(game, name)
            for number in field if isinstance(field, tuple) else (field,):
                if number is not None and not low <= number <= high:
                    yield f"{name}: {number}, expected {low} to {high:,}"
        if game.pieces[0] > game.pieces[1]:
            yield f"pieces: from {game.pieces[0]} to {game.pieces[1]}"

    def ranges(self, plies: int) -> dict[str, tuple[int, int]]:
        """The range of the numbers of each field."""
        return {
            "number": (0, MOST),
            "movers": (CHANCE, self.players - 1),
            "choices": (1, MOST),
            "captures": (0, MOST),
            "targets": (-1, self.cells - 1),
            "turns": (0, plies),
            "final": (-1, self.players),
            "pieces": (0, MOST),
            "kinds": (1, KINDS),
            "failed": (0, plies),
            "values": (0, 1),
            "worth": (0, 1),
            "weighed": (0, MOST),
            "bits": (0, MOST),
            "half": (0, 1),
            "spread": (0, 1),
        }
