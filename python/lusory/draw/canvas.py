"""SVG canvas: maps coordinates of the board to coordinates of the page, and writes elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import hypot
from xml.sax.saxutils import escape, quoteattr

from ..rules.geometry import Geometry, bits
from .links import LinkCurve, curves
from .links import labels as named

Point = tuple[float, float]

CELL = 20.0
"""The distance from the centre of a cell to the middle of its side, in page units."""


def number(value: float) -> str:
    """A number with at most two decimals and no -0, so that equal drawings have equal text on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def word(text: str) -> str:
    """A text as a valid class name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "other"


class SvgCanvas:
    """SVG elements in the order in which they are painted, and the map from board to page coordinates."""

    def __init__(self, geometry: Geometry, labels: bool) -> None:
        self.geometry = geometry
        self.parts: list[str] = []
        (ax, ay), (bx, by), (x, y) = *geometry.outlines[0][:2], geometry.centres[0]
        self.scale = CELL / hypot((ax + bx) / 2 - x, (ay + by) / 2 - y)
        is_own_layout = geometry.text == "graph" and not geometry.labels
        self.curves = curves(geometry) if geometry.text == "graph" and geometry.points else []
        self.names = named(geometry, self.curves, 1 / self.scale) if is_own_layout else []
        label_points = [(x, y) for _, x, y in geometry.labels] if labels else []
        (self.left, self.width), (self.top, self.height) = (self._extent(axis, label_points) for axis in (0, 1))

    def _extent(self, axis: int, labels: list[Point]) -> tuple[float, float]:
        """The start and length of the page along an axis, with room for the rim and the labels."""
        polygons = (*self.geometry.outlines, *self.geometry.ground)
        reach = [(point[axis] * self.scale, 0.65 * CELL) for polygon in polygons for point in polygon]
        reach += [(label[axis] * self.scale, 0.85 * CELL) for label in labels]
        reach += [(point[axis] * self.scale, 0.3 * CELL) for curve in self.curves for point in curve.points(8)]
        reach += [(place * self.scale, 0.3 * CELL) for name in self.names for place in name.reach(axis, 1 / self.scale)]
        start = min(place - room for place, room in reach)
        return start, max(place + room for place, room in reach) - start

    def at(self, point: Point) -> Point:
        """The page coordinates of a point of the board."""
        return point[0] * self.scale - self.left, point[1] * self.scale - self.top

    def cell(self, cell: int) -> Point:
        """The page coordinates of the centre of a cell."""
        return self.at(self.geometry.centres[cell])

    def polygon(self, corners: Iterable[Point]) -> str:
        """The value of `points`."""
        return " ".join(f"{number(x)},{number(y)}" for x, y in map(self.at, corners))

    def path(self, runs: Iterable[Iterable[Point]]) -> str:
        """The value of `d`, one stroke for each run of points."""
        return "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(self.at, run)) for run in runs)

    def curve(self, curve: LinkCurve) -> str:
        """A part of the value of `d`: one link."""
        parts = [f"{number(x)} {number(y)}" for x, y in (self.at(p) for p in (curve.start, curve.bend, curve.end) if p)]
        return f"M{parts[0]}{'Q' if curve.bend else 'L'}{' '.join(parts[1:])}"

    def open(self, **attributes: object) -> None:
        """Begin a group."""
        self.parts.append(element("g", **attributes).replace("/>", ">"))

    def close(self) -> None:
        """End a group."""
        self.parts.append("</g>")

    def add(self, name: str, text: str = "", /, **attributes: object) -> None:
        """Paint one element."""
        self.parts.append(element(name, text, **attributes))


def element(name: str, text: str = "", /, **attributes: object) -> str:
    """`stroke_width=2` is stroke-width="2"; `class_` is class."""
    attributes_text = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(v) if isinstance(v, float) else str(v))}"
        for key, v in attributes.items()
    )
    return f"<{name}{attributes_text}>{escape(text)}</{name}>" if text else f"<{name}{attributes_text}/>"


def runs(geometry: Geometry, direction: int, cells: int) -> Iterator[list[int]]:
    """The maximal runs of consecutive cells of a set in one direction; a loop ends where it closes."""
    remaining = cells
    followers = geometry.shift(cells, direction) & cells
    for starts in (cells & ~followers, followers):
        for start in bits(starts):
            if not remaining >> start & 1:
                continue
            run, cell, visited = [start], geometry.steps[direction][start], 1 << start
            while cell >= 0 and cells & ~visited & 1 << cell:
                run.append(cell)
                visited |= 1 << cell
                cell = geometry.steps[direction][cell]
            remaining &= ~visited
            yield run + ([cell] if cell >= 0 and visited >> cell & 1 else [])


def without_straight_points(points: list[Point]) -> list[Point]:
    """A run without the points where it does not bend."""
    bends = [
        point
        for before, point, after in zip(points, points[1:], points[2:], strict=False)
        if abs((point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])) > 1e-9
    ]
    return [points[0], *bends, points[-1]]


def border(polygons: Iterable[tuple[Point, ...]]) -> list[tuple[Point, Point]]:
    """The sides that belong to only one polygon."""
    sides: dict[tuple[Point, ...], tuple[Point, Point]] = {}
    for polygon in polygons:
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            key = tuple(sorted((_near(a), _near(b))))
            if key in sides:
                del sides[key]
            else:
                sides[key] = (a, b)
    return list(sides.values())


def _near(point: Point) -> Point:
    """A point moved slightly, so that no corner is on the boundary between two rounded values."""
    return round(point[0] + 3.1831e-5, 3), round(point[1] + 3.1831e-5, 3)
