"""The archive: the best bred game for each combination of traits (MAP-Elites, Mouret and Clune 2015)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ..rules import codec
from ..rules.game import Game
from .screening import Verdict


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A child that met every screen. number: of the child. parents: the labels of its parents in the archive (`hex`,
    `#17`); rules: of each parent, as JSON. steps: the mutations that made it. verdict: the result of screening."""

    number: int
    parents: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[str, ...]
    verdict: Verdict

    @property
    def label(self) -> str:
        """The label of a child without a name."""
        return f"#{self.number}"

    @property
    def cell(self) -> str:
        """Its niche."""
        assert self.verdict.traits is not None
        return self.verdict.traits.cell

    @property
    def worth(self) -> float:
        """Its worth to the run: its quality, unless the run has another aim."""
        if self.verdict.worth is not None:
            return self.verdict.worth
        return self.verdict.quality.value if self.verdict.quality is not None else 0.0

    @property
    def game(self) -> Game:
        """Its rules."""
        return read(self.verdict.rules)


@lru_cache(maxsize=512)
def read(rules: str) -> Game:
    """A game from its canonical JSON."""
    return codec.read(rules)


class Archive:
    """The elites by niche. They depend only on the candidates added and their order."""

    def __init__(self, elites: Iterable[Kept] = ()) -> None:
        self.elites: dict[str, Kept] = {}
        self._keys: dict[str, str] = {}
        for elite in elites:
            self.add(elite)

    def add(self, candidate: Kept) -> bool:
        """Adds a candidate if it is better than the elite of its niche and no equal game holds another niche."""
        holder = self.elites.get(candidate.cell)
        if holder is not None and holder.worth >= candidate.worth:
            return False
        if self._keys.get(candidate.verdict.key, candidate.cell) != candidate.cell:
            return False
        if holder is not None:
            del self._keys[holder.verdict.key]
        self.elites[candidate.cell] = candidate
        self._keys[candidate.verdict.key] = candidate.cell
        return True

    @property
    def niches(self) -> dict[str, float]:
        """The quality that holds each niche."""
        return {cell: elite.worth for cell, elite in self.elites.items()}

    def sorted_elites(self) -> list[Kept]:
        """The elites, by the names of their niches."""
        return [self.elites[cell] for cell in sorted(self.elites)]

    def best(self) -> list[Kept]:
        """The elites, the best first."""
        return sorted(self.elites.values(), key=lambda elite: (-elite.worth, elite.number))
