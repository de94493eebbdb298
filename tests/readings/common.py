"""Shared helpers of the second implementations, independent of any rule: cells as (row, column), names of plies,
pictures."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from lusory.play.contract import Geometry, Result

Cell = tuple[int, int]
"""(row, column), counted from 0; sorted, they stand in the order of the board."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"

Standings = frozenset[tuple[Hashable, int]]
"""Positions, each with the number of times it has stood."""


def require(valid: bool, option: str, value: object, expected: str) -> None:
    """Refuse an option outside its range."""
    if not valid:
        raise ValueError(f"{option}: {value!r}, expected {expected}")


def whole(value: object) -> bool:
    """Whether an option is a whole number (a switch is none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def won(player: int, by: str, witness: tuple[str, ...] = ()) -> Result:
    """A win of this player."""
    return Result((1.0, 0.0) if player == 0 else (0.0, 1.0), by, witness)


def draw_result(by: str) -> Result:
    """A draw."""
    return Result((0.5, 0.5), by)


def more(points: tuple[int, int], by: str) -> Result:
    """A win of the player with more points, a draw when they are equal."""
    if points[0] == points[1]:
        return draw_result(by)
    return won(0 if points[0] > points[1] else 1, by)


def stand(standings: Standings, position: Hashable) -> tuple[Standings, int]:
    """The standings with this position once more, and how often it has stood now."""
    counts = dict(standings)
    counts[position] = counts.get(position, 0) + 1
    return frozenset(counts.items()), counts[position]


def hexagon(size: int) -> list[Cell]:
    """The cells of a hexagon in rows from the top; columns run along the "/" diagonals."""
    last = 2 * size - 2
    return [
        (row, column)
        for row in range(last + 1)
        for column in range(max(0, row - size + 1), min(last, row + size - 1) + 1)
    ]


def around(cell: Cell) -> list[Cell]:
    """The six places that touch a cell of such a board, on the board or not."""
    row, column = cell
    return [
        (row, column - 1),
        (row, column + 1),
        (row - 1, column),
        (row + 1, column),
        (row - 1, column - 1),
        (row + 1, column + 1),
    ]


def hexagon_centre(cell: Cell) -> tuple[float, float]:
    """Where such a cell lies: rows lean by half a cell."""
    row, column = cell
    return column - row / 2, row * 0.866


def geometry(names: Sequence[str], centres: Iterable[tuple[float, float]], points: bool = False) -> Geometry:
    """A board to draw on: names and centres, the rest left empty."""
    return Geometry(
        names=tuple(names),
        centres=tuple(centres),
        directions=(),
        steps=(),
        opposite=(),
        sides=0,
        diagonals=0,
        forward=(),
        rows=(),
        columns=(),
        edges=(),
        corners=(),
        shades=(),
        outlines=(),
        labels=(),
        points=points,
    )


class Written:
    """The part of the contract that is the same for every two-player game whose plies can be listed."""

    players = 2
    num_actions: int
    texts: list[str]
    ids: dict[str, int]

    def list_plies(self, texts: Iterable[str]) -> None:
        """Number the plies in the order given."""
        self.texts = list(texts)
        self.ids = {text: number for number, text in enumerate(self.texts)}
        self.num_actions = len(self.texts)

    def text(self, action: int) -> str:
        return self.texts[action]

    def printed(self, action: int) -> str:
        return self.text(action)

    def weights(self, state: Any) -> Sequence[int]:
        raise ValueError("no chance ply is due")

    def scores(self, state: Any) -> tuple[int, ...]:
        return (0, 0)

    def turn_over(self, state: Any) -> bool:
        return True
