"""The board words and their geometry (`graph.py` has the board given as a graph). Only these modules know shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from .geometry import Geometry
from .graph import Graph
from .shapes import (
    DIAGONAL,
    HEXAGON,
    MOST,
    SQUARE,
    Frame,
    ShapeWord,
    Spot,
    hexagon_board,
    letters,
    measure,
    square_at,
    square_board,
)

__all__ = ["Square", "Checkered", "Hexagon", "Trapezium", "Triangle", "Rhombus", "Graph"]

_GO = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SIX = {
    "top": "NW NE",
    "top-right": "NE E",
    "bottom-right": "E SE",
    "bottom": "SE SW",
    "bottom-left": "SW W",
    "top-left": "W NW",
}
_THREE = {"right": "NE E", "bottom": "SE SW", "left": "W NW"}
_FOUR = {"top": "NW NE"} | _THREE
_RHOMBUS = _FOUR | {"left": "SW W"}
"""The edges of hexagonal boards: for each the two steps that leave the board there."""


def _two_sizes(board: Square | Checkered | Rhombus, least: int) -> None:
    """Refuse sizes; the number of rows is left out where it equals the number of columns."""
    measure(board, "columns", least, MOST // least if board.rows is not None else int(MOST**0.5))
    if board.rows is not None:
        measure(board, "rows", least, MOST // board.columns)
    if board.rows == board.columns:
        msgspec.structs.force_setattr(board, "rows", None)


class Square(ShapeWord, frozen=True):
    """A board of squares in columns and rows. Cells are named by column and row: `b3`."""

    columns: int
    rows: int | None = None
    names: Literal["chess", "go"] = "chess"
    first: Literal["bottom", "top"] = "bottom"
    look: Literal["cells", "points"] = "cells"
    example = "Square(8)"
    source = "Ludii's `square` and `rectangle`, Ludax's `square`"
    fields = {
        "columns": "how many columns (files)",
        "rows": "how many rows (ranks); as many as columns when left out",
        "names": "chess: columns a, b, c, ...; go: capital letters, without I",
        "first": "where row 1 is drawn",
        "look": "drawn as squares, or as points where lines cross",
    }

    def check(self) -> None:
        _two_sizes(self, 1)

    def _spots(self) -> Iterator[Spot]:
        height = self.rows or self.columns
        for i in range(height):
            for x in range(self.columns):
                column = letters(x, _GO) if self.names == "go" else letters(x)
                yield Spot(f"{column}{i + 1}", str(i + 1), column, x, i if self.first == "top" else height - 1 - i)

    def work_out(self) -> Geometry:
        frame = Frame(self._spots(), SQUARE)
        width, height, points = self.columns, self.rows or self.columns, self.look == "points"
        cells_text = "points where lines cross" if points else "squares"
        dark = frame.spots[0]
        return square_board(
            frame,
            labels=_coordinates(frame, height, at_both_ends=points),
            sides=frame.directions(lambda label: label not in DIAGONAL),
            diagonals=frame.directions(lambda label: label in DIAGONAL),
            lines=frame.directions(lambda label: points and label not in DIAGONAL),
            shades=frame.shades(2, lambda spot: (spot.x - dark.x) + (spot.y - dark.y)),
            points=points,
            described=f"a board of {width} by {height} {cells_text}",
            naming=_column_and_row(frame, f"from the {self.first}"),
        )


class Checkered(ShapeWord, frozen=True):
    """The dark squares of a checkerboard, a1 among them; neighbours touch at a corner.

    The squares keep their names on the whole board: a1, c1, e1, ..., b2. The four diagonal directions count as sides
    here, so words that go to neighbours by their sides work on this board.
    """

    columns: int
    rows: int | None = None
    example = "Checkered(8)"
    source = "draughts; Ludii's `square ... diagonals:` boards"
    fields = {
        "columns": "how many columns the whole checkerboard has",
        "rows": "how many rows; as many as columns when left out",
    }

    def check(self) -> None:
        _two_sizes(self, 2)

    def work_out(self) -> Geometry:
        width, height = self.columns, self.rows or self.columns
        all_squares = [Spot(f"{letters(x)}{i + 1}", str(i + 1), letters(x), x, height - 1 - i)
                 for i in range(height) for x in range(width)]  # fmt: skip
        frame = Frame((s for s in all_squares if (s.x + height - 1 - s.y) % 2 == 0), DIAGONAL)
        light = [s for s in all_squares if (s.x, s.y) not in frame.at]
        return square_board(
            frame,
            labels=_coordinates(frame, height),
            sides=frame.directions(bool),
            diagonals=frame.directions(bool),
            shades=frame.shades(2, lambda spot: height - 1 - spot.y),
            ground=tuple(square_at(s) for s in light),
            text="checkered",
            described=f"the {len(frame.spots)} dark squares of a checkerboard of {width} by {height}",
            naming=_column_and_row(frame, "from the bottom") + "; a1 is dark",
        )


class Hexagon(ShapeWord, frozen=True):
    """A hexagon of hexagons: rows a, b, ... from the top, each cell named by its row and a number: `c3`."""

    size: int
    names: Literal["rows", "diagonals"] = "rows"
    example = "Hexagon(5)"
    source = "Ludii's `hex`, Ludax's `hexagon`"
    fields = {
        "size": "how many cells each of the six edges has",
        "names": "rows: every row counts its cells 1, 2, ... from its left end; "
        "diagonals: numbers run along the / diagonals, so rows below the middle start above 1",
    }

    def check(self) -> None:
        measure(self, "size", 2, 37)

    def work_out(self) -> Geometry:
        n = self.size
        starts = [max(0, y - n + 1) for y in range(2 * n - 1)]
        lengths = [n + min(y, 2 * n - 2 - y) for y in range(2 * n - 1)]
        first_numbers = starts if self.names == "diagonals" else [0] * len(starts)
        frame = _rows_of_hexagons(starts, lengths, first_numbers)
        return hexagon_board(
            frame,
            _SIX,
            _ends(frame) + (_feet(frame) if self.names == "rows" else ()),
            text=self.names,
            described=f"a hexagon of side {n}, {len(frame.spots)} cells",
            naming=_row_and_number(frame, self.names),
        )


class Trapezium(ShapeWord, frozen=True):
    """Rows of hexagons, each one longer than the row above it; the top row has as many cells as there are rows.

    Rows are a, b, ... from the top; every row starts at 1, so numbers run along the / diagonals.
    """

    size: int
    example = "Trapezium(7)"
    source = "the first board of ndengrod, made by Cameron Browne's program Ludi"
    single = "a shape with edges, corners and names as every board has; any game that fits can be played on it"
    fields = {"size": "how many rows, and how many cells the top row has"}

    def check(self) -> None:
        measure(self, "size", 2, 52)

    def work_out(self) -> Geometry:
        n = self.size
        frame = _rows_of_hexagons([0] * n, [n + y for y in range(n)])
        return hexagon_board(
            frame,
            _FOUR,
            _ends(frame),
            text="diagonals",
            described=f"a trapezium of {n} rows, {n} cells in the top row and {2 * n - 1} in the bottom row, "
            f"{len(frame.spots)} in all",
            naming=_row_and_number(frame, "diagonals"),
        )


class Triangle(ShapeWord, frozen=True):
    """A triangle of hexagons, its tip at the top: row a has one cell, b two; cells count from the left."""

    size: int
    example = "Triangle(11)"
    source = "the board of Y (Schensted and Titus); Ludii's `tri ... Triangle`"
    fields = {"size": "how many rows, and how many cells each edge has"}

    def check(self) -> None:
        measure(self, "size", 2, 90)

    def work_out(self) -> Geometry:
        n = self.size
        frame = _rows_of_hexagons([0] * n, [y + 1 for y in range(n)])
        return hexagon_board(
            frame,
            _THREE,
            _ends(frame),
            text="rows",
            described=f"a triangle of side {n}, {len(frame.spots)} cells, its tip at the top",
            naming=_row_and_number(frame, "diagonals"),
        )


class Rhombus(ShapeWord, frozen=True):
    """Hexagons in columns and rows, each row half a cell further right than the row above it; a1 is top left."""

    columns: int
    rows: int | None = None
    example = "Rhombus(11)"
    source = "the board of Hex (Hein, Nash); Ludii's `hex Diamond`"
    fields = {
        "columns": "how many columns (a, b, ...)",
        "rows": "how many rows (1 at the top); as many as columns when left out",
    }

    def check(self) -> None:
        _two_sizes(self, 2)

    def work_out(self) -> Geometry:
        width, height = self.columns, self.rows or self.columns
        frame = Frame(
            (Spot(f"{letters(x)}{y + 1}", str(y + 1), letters(x), x, y) for y in range(height) for x in range(width)),
            HEXAGON,
        )
        labels = [frame.beyond(cells, "W", text) for text, cells in frame.lines("row")]
        labels += [frame.beyond(cells, "NW", text) for text, cells in frame.lines("column")]
        return hexagon_board(
            frame,
            _RHOMBUS,
            tuple(labels),
            text="rhombus",
            described=f"a rhombus of {width} by {height} hexagonal cells",
            naming=_column_and_row(frame, "from the top"),
        )


def _rows_of_hexagons(starts: list[int], lengths: list[int], first_numbers: list[int] | None = None) -> Frame:
    """Rows a, b, ...; row y begins on diagonal starts[y], and its numbers after named[y]."""
    spots = []
    for y, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        for i in range(length):
            number = str((first_numbers or starts)[y] + i + 1)
            spots.append(Spot(letters(y) + number, letters(y), number, start + i - y, y))
    return Frame(spots, HEXAGON)


def _ends(frame: Frame) -> tuple[Spot, ...]:
    """Letters left of the rows, numbers at the upper right of the cells that begin a column."""
    rows = [frame.beyond(cells, "W", text) for text, cells in frame.lines("row")]
    return tuple(rows + [frame.beyond(cells, "NE", text) for text, cells in frame.lines("column")])


def _feet(frame: Frame) -> tuple[Spot, ...]:
    """Numbers at the lower right: where rows are numbered from their left end, a column bends in the middle."""
    return tuple(frame.beyond(cells, "SE", text, lowest=True) for text, cells in frame.lines("column"))


def _row_and_number(frame: Frame, names: str) -> str:
    rows = frame.lines("row")
    numbering = (
        "cells counted from the left end of their row" if names == "rows" else "numbers run along the / diagonals"
    )
    return f"rows {rows[0][0]} to {rows[-1][0]} from the top, {numbering}"


def _coordinates(frame: Frame, height: int, at_both_ends: bool = False) -> tuple[tuple[str, float, float], ...]:
    """Letters below the board and numbers left of it, or on all four sides."""
    columns = {spot.column: spot.x for spot in frame.spots}
    rows = {spot.row: spot.y for spot in frame.spots}
    away = 0.85 if at_both_ends else 0.8
    labels = [(text, float(x), height - 1 + away) for text, x in columns.items()]
    labels += [(text, -away, float(y)) for text, y in rows.items()]
    if at_both_ends:
        labels += [(text, float(x), -away) for text, x in columns.items()]
        labels += [(text, max(columns.values()) + away, float(y)) for text, y in rows.items()]
    return tuple(labels)


def _column_and_row(frame: Frame, start: str) -> str:
    columns, rows = frame.lines("column"), frame.lines("row")
    names = [name for name, *_ in columns]
    left_out = " (there is no I)" if "H" in names and "J" in names and "I" not in names else ""
    return f"{_span('column', names)}{left_out}, {_span('row', [name for name, *_ in rows], ' ' + start)}"


def _span(line_noun: str, names: list[str], start: str = "") -> str:
    """rows 1 to 8 from the bottom; row 1 where there is one."""
    return f"{line_noun}s {names[0]} to {names[-1]}{start}" if len(names) > 1 else f"{line_noun} {names[0]}"
