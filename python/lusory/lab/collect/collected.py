"""Totals over many games, from which measures are computed. Their size depends on the board and the length of games,
not on the number of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .observe import Observed
from .samples import Samples
from .tallies import Counts, Moments, RatioSums, ResultCounts


class Collected(msgspec.Struct):
    """players: number of players. results: of finished games. cut, forfeited: number of games without a result. ends:
    results by the rule that ended the game. openings: results by the text of the first ply. prospects: by the text of
    the first ply, the estimated value of the position after it for the first player. plies, turns: lengths of finished
    games. sums: one number per game, by name. ratios: a pair of numbers per game. curves: numbers by ply. owned: by
    side (0 is neutral) and cell, the number of final boards where the side stood there. boards: number of final boards.
    last: by cell, the games whose last ply with a target went there. targets: by cell, the plies that went there.
    pieces: the fewest and the most pieces seen on the board. kinds: the most different kinds of piece seen in a game.
    samples: a few games.
    """

    players: int
    results: ResultCounts = msgspec.field(default_factory=ResultCounts)
    cut: int = 0
    forfeited: int = 0
    faults: list[str] = []
    ends: dict[str, ResultCounts] = {}
    openings: dict[str, ResultCounts] = {}
    prospects: dict[str, Moments] = {}
    plies: Counts = msgspec.field(default_factory=Counts)
    turns: Counts = msgspec.field(default_factory=Counts)
    sums: dict[str, Moments] = {}
    ratios: dict[str, RatioSums] = {}
    curves: dict[str, list[Moments]] = {}
    owned: list[Counts] = []
    boards: int = 0
    last: Counts = msgspec.field(default_factory=Counts)
    targets: Counts = msgspec.field(default_factory=Counts)
    pieces: tuple[int, int] | None = None
    kinds: int = 1
    samples: Samples = msgspec.field(default_factory=Samples)

    @property
    def games(self) -> int:
        """The number of games, finished or cut."""
        return self.results.games + self.cut

    def add(self, game: Observed) -> bool:
        """Adds what every game contributes; False for a game without a result because a player failed."""
        if game.fault:
            self.forfeited += 1
            self.faults = sorted({*self.faults, game.fault})[:5]
            return False
        self.widen_ranges(game.pieces, game.kinds)
        if not game.finished:
            self.cut += 1
            return True
        self.results.add(game.values)
        self.ends.setdefault(game.by, ResultCounts()).add(game.values)
        if game.plies:
            self.openings.setdefault(game.plies[0], ResultCounts()).add(game.values)
        if len(game.worth) > 1 and (worth := game.worth[1]) is not None and len(game.values) == 2:
            self.prospects.setdefault(game.plies[0], Moments()).add(worth)
        self.plies.add(len(game.plies))
        self.turns.add(game.turns)
        self.add_board(game)
        return True

    def add_board(self, game: Observed) -> None:
        """Counts the final board, and the targets of the plies."""
        self.boards += 1
        for cell, side in enumerate(game.final):
            if side >= 0:
                while len(self.owned) <= side:
                    self.owned.append(Counts())
                self.owned[side].add(cell)
        for cell in game.targets:
            if cell >= 0:
                self.targets.add(cell)
        last = next((cell for cell in reversed(game.targets) if cell >= 0), None)
        if last is not None:
            self.last.add(last)

    def widen_ranges(self, pieces: tuple[int, int], kinds: int) -> None:
        """Widens the range of the number of pieces, and of kinds."""
        fewest, most = self.pieces or pieces
        self.pieces = min(fewest, pieces[0]), max(most, pieces[1])
        self.kinds = max(self.kinds, kinds)

    def add_number(self, name: str, value: float | tuple[float, float] | None) -> None:
        """Adds a number of a game, or a pair for a ratio; None is ignored."""
        if isinstance(value, tuple):
            self.ratios.setdefault(name, RatioSums()).add(*value)
        elif value is not None:
            self.sums.setdefault(name, Moments()).add(value)

    def add_curve(self, name: str, values: Iterable[tuple[int, float]]) -> None:
        """Adds the numbers of a game by ply to a curve."""
        curve = self.curves.setdefault(name, [])
        for ply, value in values:
            while len(curve) <= ply:
                curve.append(Moments())
            curve[ply].add(value)

    def merge(self, other: Collected) -> None:
        """Adds the totals of other games."""
        self.cut += other.cut
        self.forfeited += other.forfeited
        self.boards += other.boards
        self.faults = sorted({*self.faults, *other.faults})[:5]
        for tally in ("results", "plies", "turns", "last", "targets", "samples"):
            getattr(self, tally).merge(getattr(other, tally))
        for name, new in (
            ("ends", ResultCounts),
            ("openings", ResultCounts),
            ("prospects", Moments),
            ("sums", Moments),
            ("ratios", RatioSums),
        ):
            merge_all(getattr(self, name), getattr(other, name), new)
        for name, curve in other.curves.items():
            self.curves[name] = merge_tallies(self.curves.get(name, []), curve, Moments)
        self.owned = merge_tallies(self.owned, other.owned, Counts)
        if other.pieces is not None:
            self.widen_ranges(other.pieces, other.kinds)


def merge_all(totals: dict[str, Any], others: dict[str, Any], new: type) -> None:
    """Merges dictionaries of tallies, name by name."""
    for name, tally in others.items():
        totals.setdefault(name, new()).merge(tally)


def merge_tallies(tallies: list[Any], others: list[Any], new: type) -> list[Any]:
    """Merges lists of tallies, index by index."""
    tallies.extend(new() for _ in range(len(others) - len(tallies)))
    for tally, other in zip(tallies, others, strict=False):
        tally.merge(other)
    return tallies
