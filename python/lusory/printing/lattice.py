"""Maps the cells of a board to rows and columns of a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from .document import PrintedBoard

NEAR = 0.02
"""Coordinates that differ by less are the same."""
MOST = 160
"""At most so many rows, and columns."""


class Lattice(NamedTuple):
    """places: for each cell of the board its row and column, from 0. rows, columns: how many. span: columns that a
    cell takes; 2 where rows are shifted by half a cell."""

    places: tuple[tuple[int, int], ...]
    rows: int
    columns: int
    span: int


def lattice(board: PrintedBoard) -> Lattice | None:
    """The row and column of each cell; None where the cells of the board are not in rows of equal steps."""
    ys = distinct(square.y for square in board.squares)
    xs = distinct(square.x for square in board.squares)
    step = min((b - a for a, b in pairwise(xs)), default=1.0)
    places = tuple((index(ys, square.y), (square.x - xs[0]) / step) for square in board.squares)
    columns = round((xs[-1] - xs[0]) / step) + 1
    if max(len(ys), columns) > MOST or any(abs(x - round(x)) > NEAR * 5 for _, x in places):
        return None
    span = max(1, round(board.cell / step))
    rounded = tuple((y, round(x)) for y, x in places)
    covered = {(y, x + i) for y, x in rounded for i in range(span)}
    if len(covered) < span * len(rounded):
        return None
    return Lattice(rounded, len(ys), columns + span - 1, span)


def distinct(values: Iterable[float]) -> list[float]:
    """The values in order, equal ones once."""
    values_once: list[float] = []
    for value in sorted(values):
        if not values_once or value - values_once[-1] > NEAR:
            values_once.append(value)
    return values_once


def index(values: list[float], value: float) -> int:
    """The place of a value among the distinct ones."""
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


def labels(board: PrintedBoard, grid: Lattice) -> tuple[dict[int, str], dict[int, str]]:
    """Labels of rows by their row, of columns by their column; empty where cells of one label are on several."""
    place = {square.name: spot for square, spot in zip(board.squares, grid.places, strict=True)}
    by_axis = []
    for axis, named_lines in enumerate((board.rows, board.columns)):
        lines = [(label, {place[name][axis] for name in names}) for label, names in named_lines]
        straight = all(len(spots) == 1 for _, spots in lines)
        by_axis.append({spots.pop(): label for label, spots in lines} if straight else {})
    return by_axis[0], by_axis[1]
