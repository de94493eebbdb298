"""The links of a board given as a graph: curves for SVG, and lists of the links that text cannot draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import dist, floor, hypot
from typing import NamedTuple

from ..rules.geometry import Geometry
from ..rules.link_chains import Pair, chains, links

Point = tuple[float, float]

WIDE, MOST = 78, 12
"""The greatest width of a list in characters, and its greatest number of lines."""


def link_lines(geometry: Geometry, pairs: Iterable[Pair]) -> list[str]:
    """These links in lines, by direction, consecutive ones as a chain: `links F: a–b–c`. A one-way link has an
    arrow."""
    lines: list[str] = []
    for label, parts in chains(geometry, pairs):
        lines += _wrap(f"links {label}:", parts)
    excess = len(lines) - MOST
    return lines if excess <= 0 else [*lines[: MOST - 1], f"and {excess + 1} more lines of links"]


def _wrap(head: str, parts: Iterable[str]) -> list[str]:
    """A list broken into lines; a long chain is broken after a link."""
    lines = [head]
    for part in parts:
        words = part.replace("–", "– ").replace("→", "→ ").split(" ")
        for i, word in enumerate(words):
            blank = "" if i else " "
            if len(lines[-1]) + len(blank + word) > WIDE:
                lines.append("   ")
                blank = " "
            lines[-1] += blank + word
    return lines


class LinkCurve(NamedTuple):
    """A link as a curve in board coordinates: straight, or bent towards a control point."""

    start: Point
    end: Point
    bend: Point | None = None

    def points(self, steps: int) -> list[Point]:
        """Points along the curve, both ends included."""
        (ax, ay), (bx, by) = self.start, self.end
        cx, cy = self.bend or ((ax + bx) / 2, (ay + by) / 2)
        weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (i / steps for i in range(steps + 1))]
        return [(p * ax + q * cx + r * bx, p * ay + q * cy + r * by) for p, q, r in weights]


class Places:
    """A spatial index of points: a grid of squares as wide as the distance of the nearest two cells."""

    def __init__(self, wide: float, points: Iterable[Point] = ()) -> None:
        self.wide = wide
        self.buckets: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for point in points:
            self.add(point)

    def add(self, point: Point) -> None:
        """Add a point."""
        self.buckets[floor(point[0] / self.wide), floor(point[1] / self.wide)].append(point)

    def within(self, left: float, top: float, right: float, bottom: float) -> Iterator[Point]:
        """The points inside a rectangle."""
        for i in range(floor(left / self.wide), floor(right / self.wide) + 1):
            for j in range(floor(top / self.wide), floor(bottom / self.wide) + 1):
                yield from (
                    (x, y) for x, y in self.buckets.get((i, j), ()) if left <= x <= right and top <= y <= bottom
                )


NEAR = 0.3
"""The least distance of a link from other points, in distances of the nearest two."""
BENDS = (0.0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6, 1.0, -1.0)
"""How far a link is bent aside, as fractions of its length: the first that meets no point is taken."""


def curves(geometry: Geometry) -> list[LinkCurve]:
    """Every link, bent where it would pass through another point."""
    centres, wide = geometry.centres, geometry.pitch
    points = Places(wide, centres)
    return [_curve(points, centres[a], centres[b]) for a, b in links(geometry)]


def _curve(points: Places, a: Point, b: Point) -> LinkCurve:
    middle, across = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), (a[1] - b[1], b[0] - a[0])
    candidates = [LinkCurve(a, b, (middle[0] + k * across[0], middle[1] + k * across[1]) if k else None) for k in BENDS]
    return min(candidates, key=lambda curve: _count_met_points(points, curve))  # the first of the best


def _count_met_points(points: Places, curve: LinkCurve) -> int:
    """The number of points it meets other than its ends."""
    reach, points_met = NEAR * points.wide, set()
    for x, y in curve.points(samples(points.wide, curve)):
        points_met |= {
            (a, b)
            for a, b in points.within(x - reach, y - reach, x + reach, y + reach)
            if (a, b) not in (curve.start, curve.end) and hypot(a - x, b - y) < reach
        }
    return len(points_met)


def samples(wide: float, curve: LinkCurve) -> int:
    """The number of parts into which a link is divided to test it."""
    return min(400, max(8, round(8 * dist(curve.start, curve.end) / wide)))


class Label(NamedTuple):
    """A name, its anchor point, and whether the text starts, ends or is centred there."""

    text: str
    at: Point
    anchor: str

    def reach(self, axis: int, unit: float) -> tuple[float, float]:
        """The interval it covers along an axis of the page."""
        wide = LETTER * len(self.text) * unit
        if axis:
            return self.at[1] - 7 * unit, self.at[1] + 7 * unit
        left = self.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, left + wide


LETTER = 7.4
"""The width of a letter in page units."""
SIDES = ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))


def labels(geometry: Geometry, curves: Iterable[LinkCurve], unit: float) -> list[Label]:
    """The name of each cell beside it, where there is most room. unit: one page unit in board coordinates."""
    wide = geometry.pitch
    occupied = Places(wide, (p for curve in curves for p in curve.points(samples(wide, curve))))
    cells = Places(wide, geometry.centres)
    placed_labels: list[Label] = []
    for text, centre in zip(geometry.names, geometry.centres, strict=True):
        boxes = [_box(centre, side, LETTER * len(text) * unit, unit) for side in SIDES]
        left, top, right, bottom = min(boxes, key=lambda box: _overlap(occupied, cells, box, 15 * unit))
        side = SIDES[boxes.index((left, top, right, bottom))][0]
        x, anchor = {1: (left, "start"), -1: (right, "end"), 0: ((left + right) / 2, "middle")}[side]
        placed_labels.append(Label(text, (x, (top + bottom) / 2), anchor))
        for i in range(7):  # names must not overlap
            occupied.add((left + (right - left) * i / 6, (top + bottom) / 2))
    return placed_labels


Box = tuple[float, float, float, float]


def _box(centre: Point, side: tuple[int, int], width: float, unit: float) -> Box:
    """The rectangle of a name on one side of a point, clear of any piece on it."""
    (x, y), (right, down), high = centre, side, 14 * unit
    away = (13 if right and down else 18) * unit
    left = x - width / 2 if not right else x + away if right > 0 else x - away - width
    top = y - high / 2 + down * (away + (high / 2 if not right else 0))
    return left, top, left + width, top + high


def _overlap(link_places: Places, cells: Places, box: Box, room: float) -> int:
    """How much would overlap a name."""
    left, top, right, bottom = box
    near = cells.within(left - room, top - room, right + room, bottom + room)
    stones = sum(hypot(x - min(max(x, left), right), y - min(max(y, top), bottom)) < room for x, y in near)
    return 1000 * (stones > 0) + sum(1 for _ in link_places.within(left, top, right, bottom))
