"""Renders boards as text. Each layout maps the centres of cells to lines and columns; no line has trailing blanks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from ..rules.geometry import Geometry, bits
from ..rules.link_chains import links
from ..rules.picture import Picture
from ..rules.shapes import RISE
from .legend import EMPTY, MARKED, TARGET, Legend
from .links import link_lines

Place = tuple[int, int]
"""Line and column."""

STYLES = ("", "mail", "names")


def board(picture: Picture, style: str = "", *, marks: bool = False) -> str:
    """The board with its stones, then a legend of marks that are not plain stones, then the notes.

    style: "" (or "mail") shows empty cells as dots, "names" by their numbers or names.
    marks: put the cells of the last ply in round brackets, those it left in square ones.
    """
    if style not in STYLES:
        raise ValueError(f"style: {style!r}, expected one of {', '.join(map(repr, STYLES))}")
    geometry = picture.geometry
    legend = Legend(picture)
    canvas = LAYOUTS[geometry.text](geometry, legend.inks(_empty(picture, style)), style)
    if marks:
        _mark_last(canvas, picture)
    canvas.marked(cell for cell, _ in picture.marks)
    below = [*legend.lines(), *canvas.notes, *picture.notes]
    return "\n".join(canvas.lines() + ([""] if below else []) + below)


class Drawn(NamedTuple):
    """A board as lines, and the place of each cell: line, column and width, in characters. below: legend and notes."""

    lines: list[str]
    cells: dict[int, tuple[int, int, int]]
    below: list[str]


def lay_out(picture: Picture, *, marks: bool = False) -> Drawn:
    """The board with its stones and the places of its cells in the text. marks: as in `board`."""
    legend = Legend(picture)
    canvas = LAYOUTS[picture.geometry.text](picture.geometry, legend.inks(_empty(picture, "")), "")
    if marks:
        _mark_last(canvas, picture)
    canvas.marked(cell for cell, _ in picture.marks)
    top, left = min(canvas.rows), min(0, *(min(row) for row in canvas.rows.values()))
    cells = {cell: (line - top, column - left, wide) for cell, (line, column, wide) in canvas.cells.items()}
    return Drawn(canvas.lines(), cells, [*legend.lines(), *canvas.notes, *picture.notes])


def _mark_last(canvas: Canvas, picture: Picture) -> None:
    """Round brackets around the cells of the last ply, square ones around cells that a piece has left."""
    standing = {stone.cell for stone in picture.stones}
    emptied = [c for c in picture.last if c not in standing] if standing & set(picture.last) else []
    canvas.bracket([c for c in picture.last if c not in emptied])
    canvas.bracket(emptied, "[]")


def _empty(picture: Picture, style: str) -> list[str]:
    """The text of each cell when empty."""
    geometry = picture.geometry
    nameless = geometry.text == "graph" and not geometry.labels
    if style != "names" and not nameless:
        return [TARGET if cell in picture.targets else EMPTY for cell in range(len(geometry.names))]
    if geometry.text == "rows":
        return [name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in geometry.names]
    return list(geometry.names)


class Canvas:
    """Characters at (line, column); columns may be negative until the lines are built."""

    def __init__(self) -> None:
        self.rows: dict[int, dict[int, str]] = defaultdict(dict)
        self.cells: dict[int, tuple[int, int, int]] = {}
        self.notes: list[str] = []

    def put(self, line: int, column: int, text: str) -> None:
        """Write a text from its first character on."""
        for i, character in enumerate(text):
            self.rows[line][column + i] = character

    def cell(self, cell: int, line: int, column: int, text: str) -> None:
        """Write a cell and record its place."""
        self.cells[cell] = (line, column, len(text))
        self.put(line, column, text)

    def bracket(self, cells: Iterable[int], signs: str = "()") -> None:
        """Brackets around cells; where two meet, equal pairs share a bar, otherwise the first bracket is kept."""
        for cell in cells:
            line, column, width = self.cells[cell]
            row = self.rows[line]
            for place, sign in ((column - 1, signs[0]), (column + width, signs[1])):
                current = row.get(place, " ")
                row[place] = sign if current in " -" else "|" if current in signs else current

    def marked(self, cells: Iterable[int]) -> None:
        """A sign after each of these cells, where nothing else is."""
        for cell in cells:
            line, column, width = self.cells[cell]
            if self.rows[line].get(column + width, " ") in " -":
                self.rows[line][column + width] = MARKED

    def lines(self) -> list[str]:
        """All lines from the first to the last, moved right where a column was negative."""
        left = min(0, *(min(row) for row in self.rows.values()))
        return [self._line(line, left) for line in range(min(self.rows), max(self.rows) + 1)]

    def _line(self, line: int, left: int) -> str:
        row = self.rows.get(line, {})
        return "".join(row.get(column, " ") for column in range(left, max(row, default=left) + 1)).rstrip()


def _pitch(texts: Iterable[str], even: bool) -> int:
    """Columns from a cell to the next: at least one more than the widest text, even where rows shift by half of it."""
    width = max(map(len, texts)) + 1
    return width + width % 2 if even else width


def _numbers(geometry: Geometry) -> list[tuple[str, float, float]]:
    """The labels other than those of rows."""
    rows = {label for label, _ in geometry.rows}
    return [label for label in geometry.labels if label[0] not in rows]


def _grid(geometry: Geometry, inks: list[str], style: str) -> Canvas:
    """Layout: rows numbered on both sides, columns named above and below."""
    canvas = Canvas()
    margin = max(len(label) for label, _ in geometry.rows) + 1
    pitch = _pitch([*inks, *(label for label, _ in geometry.columns)], even=False)
    bottom = round(max(y for _, y in geometry.centres))
    right = margin + pitch * round(max(x for x, _ in geometry.centres))
    for cell, (x, y) in enumerate(geometry.centres):
        canvas.cell(cell, round(y), margin + pitch * round(x), inks[cell])
    for label, cells in geometry.rows:
        line = round(geometry.centres[next(bits(cells))][1])
        canvas.put(line, 0, label.rjust(margin - 1))
        canvas.put(line, right + pitch, label.rjust(margin - 1))
    for label, cells in geometry.columns:
        x = round(geometry.centres[next(bits(cells))][0])
        canvas.put(-1, margin + pitch * x, label)
        canvas.put(bottom + 1, margin + pitch * x, label)
    return canvas


class _Rows:
    """Maps the cells of a hexagonal board to lines and columns: rows shifted by half a cell."""

    def __init__(self, geometry: Geometry, margin: int, pitch: int) -> None:
        self.margin, self.pitch = margin, pitch
        self.left = min(x for x, _ in geometry.centres)

    def place(self, x: float, y: float) -> tuple[int, int]:
        return round(y / RISE), self.margin + round(self.pitch * (x - self.left))


def _put_cells(canvas: Canvas, geometry: Geometry, inks: list[str], rows: _Rows) -> None:
    for cell, centre in enumerate(geometry.centres):
        canvas.cell(cell, *rows.place(*centre), inks[cell])


def _mail(geometry: Geometry, inks: list[str], style: str) -> Canvas:
    """Layout: row letters down the left side, numbers above, below and down the right edge."""
    if style == "names":
        return _numbered_cells_layout(geometry, inks)
    canvas = Canvas()
    above = [text for text, _, y in _numbers(geometry) if y < 0]
    width = max(len(label) for label, _ in geometry.rows)
    rows = _Rows(geometry, width + 1, _pitch([*inks, *above], even=True))
    _put_cells(canvas, geometry, inks, rows)
    for text, x, y in _numbers(geometry):
        canvas.put(*rows.place(x, y), text)
    for label, cells in geometry.rows:
        canvas.put(rows.place(*geometry.centres[next(bits(cells))])[0], 0, label.rjust(width))
    return canvas


def _numbered_cells_layout(geometry: Geometry, inks: list[str]) -> Canvas:
    """Layout: row letters down both sides, and every cell shows its number."""
    canvas = Canvas()
    width = max(len(label) for label, _ in geometry.rows)
    rows = _Rows(geometry, width + 2, _pitch([*inks, *(label for label, _ in geometry.columns)], even=True))
    _put_cells(canvas, geometry, inks, rows)
    right = rows.place(max(x for x, _ in geometry.centres), 0)[1] + rows.pitch + 1
    for label, cells in geometry.rows:
        line = rows.place(*geometry.centres[next(bits(cells))])[0]
        canvas.put(line, 0, label.rjust(width))
        canvas.put(line, right, label)
    return canvas


def _slanted_layout(geometry: Geometry, inks: list[str], style: str) -> Canvas:
    """Layout: row letters beside the rows; numbers at the ends of their / diagonals, with a connecting stroke."""
    canvas = Canvas()
    above = [text for text, _, y in _numbers(geometry) if y < 0]
    width = max(len(label) for label, _ in geometry.rows)
    rows = _Rows(geometry, width + 7, _pitch([*inks, *above], even=True))
    _put_cells(canvas, geometry, inks, rows)
    for label, cells in geometry.rows:
        line, column = rows.place(*geometry.centres[next(bits(cells))])
        canvas.put(line, column - 2 - len(label), f"{label}-")
    for text, x, y in _numbers(geometry):
        canvas.put(*rows.place(x + 0.5, y - RISE), "/")
        canvas.put(*rows.place(x + 1, y - 2 * RISE), text)
    return canvas


def _rhombus(geometry: Geometry, inks: list[str], style: str) -> Canvas:
    """Layout: each row further right; columns named above and below, rows on both sides."""
    canvas = Canvas()
    margin = max(len(label) for label, _ in geometry.rows) + 1
    rows = _Rows(geometry, margin, _pitch([*inks, *(label for label, _ in geometry.columns)], even=True))
    _put_cells(canvas, geometry, inks, rows)
    for label, cells in geometry.rows:
        first, *_, last = (rows.place(*geometry.centres[cell]) for cell in bits(cells))
        canvas.put(first[0], first[1] - 1 - len(label), label)
        canvas.put(last[0], last[1] + rows.pitch, label)
    for label, cells in geometry.columns:
        first, *_, last = (rows.place(*geometry.centres[cell]) for cell in bits(cells))
        canvas.put(first[0] - 1, first[1] - rows.pitch // 2, label)
        canvas.put(last[0] + 1, last[1] + rows.pitch // 2, label)
    return canvas


def _graph(geometry: Geometry, inks: list[str], style: str) -> Canvas:
    """Layout: points by their coordinates, with the lines that characters can draw; a list where this does not fit."""
    wide = _pitch([*inks, "---"], even=True)
    for times in (1, 2, 3):
        places = _scaled_places(geometry, wide * times, wide // 2 * times)
        if places:
            break
    else:
        return _list(geometry, inks)
    canvas = Canvas()
    occupied = {(line, at + i): cell for cell, (line, at) in enumerate(places) for i in range(len(inks[cell]))}
    right = [pair for pair in links(geometry) if not _stroke(canvas, places, pair, occupied)]
    for cell, ink in enumerate(inks):
        canvas.cell(cell, *places[cell], ink)
    if geometry.labels:
        _name_lines(canvas, geometry, places)
    canvas.notes = link_lines(geometry, right)
    return canvas


def _scaled_places(geometry: Geometry, wide: float, high: float) -> list[Place]:
    """(line, column) of every cell; empty where two would be too near or the whole too wide."""
    left, top = (min(centre[axis] for centre in geometry.centres) for axis in (0, 1))
    wide, high = wide / geometry.pitch, high / geometry.pitch
    places = [(round(high * (y - top)), round(wide * (x - left))) for x, y in geometry.centres]
    ordered = sorted(places)
    are_near = any(a == c and d - b < 3 for (a, b), (c, d) in pairwise(ordered))
    return [] if are_near or max(c for _, c in places) > 160 or max(line for line, _ in places) > 120 else places


def _stroke(canvas: Canvas, places: list[Place], pair: tuple[int, int], occupied: dict[Place, int]) -> bool:
    """Draw a line that is horizontal, vertical or has a slope of one line in two columns, and meets no other point.
    Returns false for all others, which characters cannot draw well."""
    (line, column), (below, right) = sorted(places[cell] for cell in pair)
    down, across = below - line, right - column
    if not down:
        sign, path = "-", [(line, column + i) for i in range(1, across)]
    elif not across or abs(across) == 2 * down:
        sign = "|" if not across else "\\" if across > 0 else "/"
        path = [(line + i, column + across // down * i) for i in range(1, down)]
    else:
        return False
    if not {occupied.get(place, pair[0]) for place in path} <= set(pair):
        return False
    crossings = {
        place: _crossing_sign(canvas.rows[place[0]].get(place[1], " "), sign) for place in path if place not in occupied
    }
    if not all(crossings.values()):
        return False
    for (at, place), crossed in crossings.items():
        canvas.put(at, place, crossed)
    return True


def _crossing_sign(drawn_sign: str, sign: str) -> str:
    """The character where two strokes meet; empty where it would be unclear."""
    if drawn_sign in " " + sign:
        return sign
    if {drawn_sign, sign} <= set("-|+"):
        return "+"
    return "" if "-" in drawn_sign + sign else "X"


def _name_lines(canvas: Canvas, geometry: Geometry, places: list[Place]) -> None:
    """Labels of rows at the left, of columns below."""
    bottom = max(line for line, _ in places) + 2
    width = max((len(label) for label, _ in geometry.rows), default=0)
    for label, cells in geometry.rows:
        canvas.put(_middle(places[c][0] for c in bits(cells)), -width - 2, label.rjust(width))
    for label, cells in geometry.columns:
        canvas.put(bottom, _middle(places[c][1] for c in bits(cells)), label)


def _middle(values: Iterable[int]) -> int:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _list(geometry: Geometry, inks: list[str]) -> Canvas:
    """Layout: every cell by its name, ten to a line."""
    canvas = Canvas()
    canvas.notes = link_lines(geometry, links(geometry))
    texts = [name if name == ink else f"{name} {ink}" for name, ink in zip(geometry.names, inks, strict=True)]
    for cell, text in enumerate(texts):
        canvas.cell(cell, cell // 10, cell % 10 * (max(map(len, texts)) + 2), text)
    return canvas


LAYOUTS: dict[str, Callable[[Geometry, list[str], str], Canvas]] = {
    "grid": _grid,
    "checkered": _grid,
    "rows": _mail,
    "diagonals": _slanted_layout,
    "rhombus": _rhombus,
    "graph": _graph,
}
