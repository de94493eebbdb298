"""Computes the geometry of boards of squares and hexagons from cells on a lattice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

from .geometry import Geometry, bits, mask_of
from .word import BoardWord

Point = tuple[float, float]

SQUARE = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
DIAGONAL = {label: step for label, step in SQUARE.items() if len(label) == 2}
HEXAGON = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
"""Steps (right, down) of the lattices; a row of hexagons is half a cell to the right of the row above it."""

RISE = sqrt(3) / 2
"""The distance between rows of hexagons."""

MOST = 4096
"""The greatest number of cells of a board."""


class ShapeWord(BoardWord, frozen=True):
    """A board whose geometry is computed from its fields."""

    def geometry(self) -> Geometry:
        """Cells, names, centres, directions, edges; equal boards share it."""
        return _worked_out(self)

    def work_out(self) -> Geometry:
        """The geometry, not from the cache."""
        raise NotImplementedError


@lru_cache(maxsize=40)
def _worked_out(board: ShapeWord) -> Geometry:
    return board.work_out()


def measure(board: BoardWord, field: str, least: int, most: int) -> None:
    """Refuse a size outside its range; `most` is the greatest that keeps the board within its number of cells."""
    if not least <= getattr(board, field) <= most:
        raise board.refuse(field, f"expected {least} to {most:,}, so that the board has {MOST:,} cells at most")


class Spot(NamedTuple):
    """A future cell: the labels of its row and column, its coordinates on the lattice (y down)."""

    name: str
    row: str
    column: str
    x: int
    y: int


def letters(number: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
    """0 is a, 25 z, 26 aa, 27 ab."""
    text = ""
    number += 1
    while number:
        number, last = divmod(number - 1, len(alphabet))
        text = alphabet[last] + text
    return text


def flat(x: float, y: float) -> Point:
    """The centre of a square."""
    return float(x), float(y)


def hexagon_centre(x: float, y: float) -> Point:
    """The centre of a hexagon."""
    return x + y / 2, y * RISE


def ngon(centre: Point, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """A polygon moved to its centre."""
    return tuple((centre[0] + x, centre[1] + y) for x, y in corners)


def square_at(spot: Spot) -> tuple[Point, ...]:
    """The outline of a square."""
    return ngon(flat(spot.x, spot.y), SQUARE_CELL)


SQUARE_CELL: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HEXAGON_CELL: tuple[Point, ...] = (
    (0, -1 / sqrt(3)), (0.5, -0.5 / sqrt(3)), (0.5, 0.5 / sqrt(3)),
    (0, 1 / sqrt(3)), (-0.5, 0.5 / sqrt(3)), (-0.5, -0.5 / sqrt(3)),
)  # fmt: skip


class Frame:
    """The tables of a set of spots: neighbours, rows, columns, edges."""

    def __init__(self, spots: Iterable[Spot], steps: dict[str, tuple[int, int]]) -> None:
        self.spots = tuple(spots)
        self.steps = steps
        self.at = {(spot.x, spot.y): i for i, spot in enumerate(self.spots)}

    def where(self, predicate: Callable[[Spot], bool]) -> int:
        """The set of spots for which the predicate holds."""
        return mask_of(i for i, spot in enumerate(self.spots) if predicate(spot))

    def off(self, *labels: str) -> int:
        """The spots from which each of these steps leaves the board."""
        return self.where(
            lambda s: all((s.x + self.steps[d][0], s.y + self.steps[d][1]) not in self.at for d in labels)
        )

    def step(self, label: str) -> tuple[int, ...]:
        """The neighbours in one direction, one a spot (-1: none)."""
        right, down = self.steps[label]
        return tuple(self.at.get((spot.x + right, spot.y + down), -1) for spot in self.spots)

    def opposite(self) -> tuple[int, ...]:
        """The opposite of each direction."""
        order = list(self.steps.values())
        return tuple(order.index((-right, -down)) for right, down in order)

    def directions(self, predicate: Callable[[str], bool]) -> int:
        """The set of directions for whose label the predicate holds."""
        return mask_of(d for d, label in enumerate(self.steps) if predicate(label))

    def lines(self, field: str) -> tuple[tuple[str, int], ...]:
        """Rows or columns by their labels: a before aa, 9 before 10."""
        masks: dict[str, int] = {}
        for i, spot in enumerate(self.spots):
            label = getattr(spot, field)
            masks[label] = masks.get(label, 0) | 1 << i
        return tuple(sorted(masks.items(), key=lambda line: (len(line[0]), line[0])))

    def shades(self, colours: int, shade: Callable[[Spot], int]) -> tuple[int, ...]:
        """The spots of each colour."""
        return tuple(self.where(lambda spot, k=k: shade(spot) % colours == k) for k in range(colours))  # type: ignore[misc]

    def beyond(self, cells: int, label: str, text: str, lowest: bool = False) -> Spot:
        """A label one step off the first cell of a row or column (or off the last one)."""
        spot = [self.spots[c] for c in bits(cells)][-1 if lowest else 0]
        right, down = self.steps[label]
        return spot._replace(name=text, x=spot.x + right, y=spot.y + down)


def corners_of(edges: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    """Cells where an edge meets the next one round the board."""
    sets = [cells for _, cells in edges]
    meeting_cells = mask_of(cell for k, cells in enumerate(sets) for cell in bits(cells & sets[k - 1]))
    return tuple(1 << cell for cell in bits(meeting_cells))


def frame_geometry(
    frame: Frame,
    centre: Callable[[float, float], Point],
    cell: tuple[Point, ...],
    edges: tuple[tuple[str, int], ...],
    **rest: Any,
) -> Geometry:
    """The geometry of a frame, given the drawing of its cells and its edges."""
    centres = tuple(centre(spot.x, spot.y) for spot in frame.spots)
    return Geometry(
        names=tuple(spot.name for spot in frame.spots),
        centres=centres,
        directions=tuple(frame.steps),
        steps=tuple(frame.step(label) for label in frame.steps),
        opposite=frame.opposite(),
        forward=tuple(frame.directions(lambda label, way=way: way in label) for way in "NSEW"),  # type: ignore[misc]
        rows=frame.lines("row"),
        columns=frame.lines("column"),
        edges=edges,
        corners=corners_of(edges),
        outlines=tuple(ngon(middle, cell) for middle in centres),
        **rest,
    )


def square_board(frame: Frame, **rest: Any) -> Geometry:
    """A board of squares."""
    right, bottom = max(spot.x for spot in frame.spots), max(spot.y for spot in frame.spots)
    edges = (
        ("top", frame.where(lambda s: s.y == 0)),
        ("right", frame.where(lambda s: s.x == right)),
        ("bottom", frame.where(lambda s: s.y == bottom)),
        ("left", frame.where(lambda s: s.x == 0)),
    )
    return frame_geometry(frame, flat, SQUARE_CELL, edges, **rest)


def hexagon_board(frame: Frame, edges: dict[str, str], labels: tuple[Spot, ...], **rest: Any) -> Geometry:
    """A board of hexagons; `edges` names for each the two steps that leave the board there."""
    first = frame.spots[0]
    return frame_geometry(
        frame,
        hexagon_centre,
        HEXAGON_CELL,
        tuple((name, frame.off(*steps.split())) for name, steps in edges.items()),
        sides=frame.directions(bool),
        diagonals=0,
        shades=frame.shades(3, lambda spot: (spot.x - first.x) - (spot.y - first.y)),
        labels=tuple((label.name, *hexagon_centre(label.x, label.y)) for label in labels),
        **rest,
    )
