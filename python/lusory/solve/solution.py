"""Solutions: the exact value of a position, or bounds of it where it is not solved."""

from __future__ import annotations

from typing import Any

import msgspec

SIDES = ("first", "second")
NARROW = 0.002
"""Bounds closer than this are reported as one number."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The exact value of a position, or bounds of it.

    game, hash: the rules. start: plies from the start of the game to the position. at_least, at_most: bounds of its
    worth to the first player, 1 a win, 0 a loss, half a draw; equal where it is solved. best: the plies that keep the
    value, as far as they were searched; None where they were not. distance: plies to the end of a decided game if the
    winner hurries and the loser delays; None where it is unknown. no_win_within: where the value is open, within how
    many plies First and Second have no forced win, as far as that was searched. method: how it was found. notes: the
    properties of the rules that were used, and what is missing. positions: how many were searched.
    """

    game: str
    hash: str
    start: tuple[str, ...] = ()
    at_least: float = 0.0
    at_most: float = 1.0
    best: tuple[str, ...] | None = None
    distance: int | None = None
    no_win_within: tuple[int, int] = (0, 0)
    method: str = ""
    notes: tuple[str, ...] = ()
    positions: int = 0
    seconds: float = 0.0

    @property
    def is_solved(self) -> bool:
        """Whether the exact value is known."""
        return self.at_least == self.at_most

    @property
    def is_narrow(self) -> bool:
        """Whether the value is not known exactly, but nearly."""
        return 0 < self.at_most - self.at_least <= NARROW

    @property
    def value(self) -> str:
        """`first`, `second` or `draw`; `open` where it is not solved; a number where chance decides, or players mix
        their plies."""
        if self.is_narrow:
            return f"{(self.at_least + self.at_most) / 2:.3f}"
        if not self.is_solved:
            return "open"
        return {1.0: "first", 0.0: "second", 0.5: "draw"}.get(self.at_least, f"{self.at_least:.6g}")

    @property
    def is_expected(self) -> bool:
        """Whether it is known, but for rounding, and a mean of several outcomes."""
        return self.is_narrow or (self.is_solved and self.at_least not in (0.0, 0.5, 1.0))

    @property
    def rate(self) -> int:
        """Positions a second, to two digits; 0 where there were too few to tell."""
        return int(float(f"{self.positions / self.seconds:.2g}")) if self.positions >= 1000 and self.seconds > 0 else 0

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.is_narrow:
            least, most = f"{self.at_least:.4f}", f"{self.at_most:.4f}"
            points = least if least == most else f"between {least} and {most}"
            return f"With best play First scores {points} of a point on average."
        if not self.is_solved:
            return self.sentence_of_bounds
        if self.value in SIDES:
            plies = "" if self.distance is None else f" in {self.distance} {'ply' if self.distance == 1 else 'plies'}"
            return f"{self.value.capitalize()} wins with best play{plies}."
        if self.value == "draw":
            return "With best play it is a draw."
        return f"With best play First scores {self.value} of a point on average."

    @property
    def sentence_of_bounds(self) -> str:
        """In words what is known of a value that is open."""
        bounds = (self.at_least, self.at_most)
        sentences = {
            (0.5, 1.0): "First at least draws.",
            (0.0, 0.5): "Second at least draws.",
            (0.0, 1.0): "The value is open.",
        }
        least, most = (f"{bound:.3f}" for bound in bounds)
        return sentences.get(
            bounds, f"With best play First scores at least {least} and at most {most} of a point on average."
        )

    def __str__(self) -> str:
        lines = [self.sentence]
        if self.best is not None:
            lines.append("Best: " + (", ".join(self.best) or "no ply"))
        rate = f", {self.rate:,} a second" if self.rate else ""
        lines.append(f"{self.method}; {self.positions:,} positions in {self.seconds:.1f} s{rate}.")
        return "\n".join((*lines, *self.notes))

    def to_dict(self) -> dict[str, Any]:
        """The solution as a dictionary for JSON."""
        return {"value": self.value, **msgspec.to_builtins(self)}
