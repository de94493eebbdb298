"""The board word Graph: any board as data, cells with names and coordinates, and the links between them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import cos, isfinite, pi, sin
from typing import Literal

from ..errors import RuleError
from .geometry import Geometry, mask_of, pitch
from .shapes import MOST, Point, ShapeWord, ngon
from .spec import value_text

RESERVED = ("end", "none", "reveal", "roll")
"""Texts of plies, or parts of them, that no cell may have as its name."""


class Graph(ShapeWord, frozen=True):
    """Any board: cells with places, and links that lead from one to another in named directions."""

    cells: tuple[tuple[str, float, float], ...]
    links: tuple[tuple[str, str, str], ...]
    opposites: tuple[tuple[str, str], ...] = ()
    diagonals: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    corners: tuple[tuple[str, str], ...] = ()
    look: Literal["cells", "points"] = "points"
    example = 'Graph([["a", 0, 0], ["b", 1, 0]], [["E", "a", "b"]], opposites=[["E", "W"]])'
    source = "Ludii's `graph`"
    fields = {
        "cells": "name, x (to the right) and y (down) of each cell; linked cells about 1 apart",
        "links": "direction, from, to",
        "opposites": "pairs of opposite directions; a link one way implies the link back",
        "diagonals": "directions in which cells touch at a corner only; all others are sides",
        "forward": "for each side in turn the directions that are forward, with blanks between",
        "rows": "label and cells of each row, cells with blanks between",
        "columns": "label and cells of each column",
        "edges": "label and cells of each edge, corners included; in `Edges` its blanks are hyphens",
        "corners": "label and cell of each corner",
        "look": "drawn as points with lines, or as cells",
    }

    def check(self) -> None:
        _check_cells(self)
        _check_links(self)
        for pair, (a, b) in enumerate(self.opposites):
            if any(label in (a, b) for other in self.opposites[:pair] for label in other):
                raise RuleError(f"opposites[{pair}]", value_text((a, b)), "expected each direction in one pair at most")
        labels = frozenset(self.labels())
        _check_names("diagonals", self.diagonals, labels, "directions of links")
        _check_names("forward", self.forward, labels, "directions of links")
        cells = frozenset(name for name, _, _ in self.cells)
        for field in ("rows", "columns", "edges", "corners"):
            _check_names(field, tuple(names for _, names in getattr(self, field)), cells, "names of cells")

    def labels(self) -> tuple[str, ...]:
        """The directions, in the order in which links and opposites name them."""
        all_labels = [label for label, _, _ in self.links] + [label for pair in self.opposites for label in pair]
        return tuple(dict.fromkeys(all_labels))

    def opposite_labels(self) -> dict[str, str]:
        """The opposite of each direction that has one."""
        return {a: b for pair in self.opposites for a, b in (pair, pair[::-1])}

    def both_ways(self) -> Iterator[tuple[int, str, str, str]]:
        """Every link with the number of the field it comes from, and the links that it implies."""
        back = self.opposite_labels()
        for i, (label, source, target) in enumerate(self.links):
            yield i, label, source, target
            if label in back:
                yield i, back[label], target, source

    def work_out(self) -> Geometry:
        index = {name: i for i, (name, _, _) in enumerate(self.cells)}
        labels, back = self.labels(), self.opposite_labels()
        steps = {label: [-1] * len(index) for label in labels}
        for _, label, source, target in self.both_ways():
            steps[label][index[source]] = index[target]
        sides = mask_of(d for d, label in enumerate(labels) if label not in self.diagonals)
        centres = tuple((float(x), float(y)) for _, x, y in self.cells)
        outline = _octagon(0.47 * pitch(centres))
        tables = tuple(tuple(steps[label]) for label in labels)

        def set_of(names: str) -> int:
            return mask_of(index[name] for name in names.split())

        def sets(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, int], ...]:
            return tuple((label, set_of(names)) for label, names in rows)

        return Geometry(
            names=tuple(index),
            centres=centres,
            directions=labels,
            steps=tables,
            opposite=tuple(labels.index(back[label]) if label in back else -1 for label in labels),
            sides=sides,
            diagonals=mask_of(d for d, label in enumerate(labels) if label in self.diagonals),
            forward=tuple(mask_of(labels.index(label) for label in text.split()) for text in self.forward),
            rows=sets(self.rows),
            columns=sets(self.columns),
            edges=tuple(("-".join(label.split()), cells) for label, cells in sets(self.edges)),
            corners=tuple(set_of(names) for _, names in self.corners),
            shades=_two_shades([[t[c] for d, t in enumerate(tables) if sides >> d & 1] for c in range(len(index))]),
            outlines=tuple(ngon(centre, outline) for centre in centres),
            labels=_labels(self, centres, index),
            points=self.look == "points",
            lines=(1 << len(labels)) - 1,
            text="graph",
            described=f"a board of {len(index)} {'points' if self.look == 'points' else 'cells'}",
        )


def _check_cells(board: Graph) -> None:
    if not 1 <= len(board.cells) <= MOST:
        raise RuleError("cells", f"{len(board.cells)} cells", f"expected 1 to {MOST:,}")
    names: set[str] = set()
    places: set[Point] = set()
    for i, (name, x, y) in enumerate(board.cells):
        if not re.fullmatch(r"[A-Za-z0-9]+", name):
            raise RuleError(f"cells[{i}][0]", value_text(name), "expected letters and digits")
        if name.lower() in names:
            expected = "expected no name twice; capitals count as the same letters"
            raise RuleError(f"cells[{i}][0]", value_text(name), expected)
        if name in RESERVED:
            raise RuleError(
                f"cells[{i}][0]", value_text(name), f"expected none of {', '.join(RESERVED)}: plies read so"
            )
        if not (isfinite(x) and isfinite(y) and abs(x) <= MOST and abs(y) <= MOST):
            raise RuleError(f"cells[{i}]", value_text((x, y)), f"expected places from -{MOST:,} to {MOST:,}")
        if (x, y) in places:
            raise RuleError(f"cells[{i}]", value_text((x, y)), "expected no two cells in one place")
        names.add(name.lower())
        places.add((x, y))


def _check_links(board: Graph) -> None:
    """At most one neighbour in a direction, and at most one direction to a neighbour."""
    cells = {name for name, _, _ in board.cells}
    for i, (label, source, target) in enumerate(board.links):
        if source not in cells or target not in cells or source == target:
            raise RuleError(
                f"links[{i}]", value_text((label, source, target)), "expected two different cells of the board"
            )
    to: dict[tuple[str, str], str] = {}
    by: dict[tuple[str, str], str] = {}
    for i, label, source, target in board.both_ways():
        if not re.fullmatch(r"[A-Za-z0-9_]+", label):
            raise RuleError(f"links[{i}][0]", value_text(label), "expected letters and digits")
        if to.setdefault((label, source), target) != target:
            expected = f"expected one neighbour of {source} that way, and {to[label, source]} is one"
            raise RuleError(f"links[{i}]", f"{label} from {source} to {target}", expected)
        if by.setdefault((source, target), label) != label:
            expected = f"expected one direction from {source} to {target}, and {by[source, target]} is one"
            raise RuleError(f"links[{i}]", f"{label} from {source} to {target}", expected)


def _check_names(field: str, texts: tuple[str, ...], names: frozenset[str], expected: str) -> None:
    for i, text in enumerate(texts):
        strange = [name for name in text.split() if name not in names]
        if strange or not text.split():
            raise RuleError(f"{field}[{i}]", value_text(strange[0] if strange else text), f"expected {expected}")


def _two_shades(near: list[list[int]]) -> tuple[int, ...]:
    """Two colours where neighbours by a side can differ, else one for all."""
    colour: dict[int, int] = {}
    around: dict[int, set[int]] = defaultdict(set)
    for cell, neighbours in enumerate(near):
        for neighbour in neighbours:
            if neighbour >= 0:
                around[cell].add(neighbour)
                around[neighbour].add(cell)
    for start in range(len(near)):
        front = [] if start in colour else [start]
        colour.setdefault(start, 0)
        while front:
            cell = front.pop()
            for neighbour in around[cell]:
                if neighbour not in colour:
                    colour[neighbour] = 1 - colour[cell]
                    front.append(neighbour)
                elif colour[neighbour] == colour[cell]:
                    return (mask_of(range(len(near))),)
    return tuple(mask_of(c for c, k in colour.items() if k == shade) for shade in (0, 1))


def _octagon(radius: float) -> tuple[Point, ...]:
    return tuple((radius * cos(pi * (k + 0.5) / 4), radius * sin(pi * (k + 0.5) / 4)) for k in range(8))


def _labels(board: Graph, centres: tuple[Point, ...], index: dict[str, int]) -> tuple[tuple[str, float, float], ...]:
    """Rows at the left and columns below the board; none where these are not straight lines, as rings are not."""
    heights = [[centres[index[n]][1] for n in names.split()] for _, names in board.rows]
    places = [[centres[index[n]][0] for n in names.split()] for _, names in board.columns]
    if not (_are_straight(heights, pitch(centres) / 2) and _are_straight(places, pitch(centres) / 2)):
        return ()
    left, bottom = min(x for x, _ in centres) - 0.8, max(y for _, y in centres) + 0.8
    rows = [(text, left, _mean(ys)) for (text, _), ys in zip(board.rows, heights, strict=True)]
    columns = [(text, _mean(xs), bottom) for (text, _), xs in zip(board.columns, places, strict=True)]
    return tuple(rows + columns)


def _are_straight(lines: list[list[float]], room: float) -> bool:
    """Whether a label at the end of each line tells its cells: they lie level, and no two lines in one place."""
    means = sorted(_mean(line) for line in lines)
    return all(max(line) - min(line) < room for line in lines) and all(b - a >= room for a, b in pairwise(means))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
