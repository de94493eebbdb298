"""Bounds of the value of a game with secrets from the histories of its first plies, where not all could be listed.

As if First lost whatever is longer, the value of the first plies is at most that of the game; as if First won it, at
least. Each bound holds by itself, so the best of each are kept, whatever number of plies they come from.
"""

from __future__ import annotations

from typing import NamedTuple

MEET = 1e-4
"""Bounds that are so close are taken to meet."""
LEAST_GAIN = 1e-9
"""A bound is better than another if it is better by this."""
CUTS = 24
"""Of how many numbers of plies the games are solved, at most."""


class Cut(NamedTuple):
    """The game of the first plies; most: as if First won whatever is longer, else as if he lost it."""

    plies: int
    most: bool


def cuts(plies: int) -> list[Cut]:
    """The games of more and more plies, up to those that were listed."""
    numbers = sorted({-(-plies * part // CUTS) for part in range(1, CUTS + 1)})
    return [Cut(number, most) for number in numbers for most in (False, True)]


class FirstPliesBounds:
    """The best bounds so far, and from how many plies each comes."""

    def __init__(self) -> None:
        self.at_least, self.at_most, self.plies = 0.0, 1.0, [0, 0]

    @property
    def known(self) -> tuple[float, float]:
        """Both bounds."""
        return self.at_least, self.at_most

    @property
    def meet(self) -> bool:
        """Whether the value is known."""
        return self.at_most - self.at_least <= MEET

    def take(self, cut: Cut, bounds: tuple[float, float]) -> None:
        """Bounds of the value of a cut game: of the whole game one of them holds."""
        if cut.most and bounds[1] < self.at_most - LEAST_GAIN:
            self.at_most, self.plies[1] = bounds[1], cut.plies
        if not cut.most and bounds[0] > self.at_least + LEAST_GAIN:
            self.at_least, self.plies[0] = bounds[0], cut.plies

    @property
    def outlook(self) -> str:
        """The bounds, for who waits."""
        return f"First scores at least {self.at_least:.3f}, at most {self.at_most:.3f}"

    @property
    def sentence(self) -> str:
        """Where the bounds come from."""
        parts = [
            f"the {bound} bound comes from those of up to {plies} plies, as if First {ends} all longer ones"
            for bound, plies, ends in zip(("lower", "upper"), self.plies, ("lost", "won"), strict=True)
            if plies
        ]
        return f"The histories are too many to list: {'; '.join(parts) or 'the first plies give no bounds'}."

    def to_numbers(self) -> list[float]:
        """As numbers, to be saved."""
        return [self.at_least, self.at_most, *map(float, self.plies)]

    def restore(self, numbers: list[float]) -> None:
        """The bounds of `to_numbers`."""
        self.at_least, self.at_most = numbers[:2]
        self.plies = [int(number) for number in numbers[2:4]]
