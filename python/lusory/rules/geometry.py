"""The geometry of a board: cells, names, centres, directions, edges. Its readers need not know the board's shape.

A set of cells is a Python int with bit i for cell i; a set of directions likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf

from .symmetry import symmetries


def bits(mask: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """The set of these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def pitch(centres: Iterable[tuple[float, float]]) -> float:
    """The distance of the nearest two points; 1 if there are fewer than two."""
    best = inf
    ordered = sorted(centres)
    for i, (x, y) in enumerate(ordered):
        for a, b in ordered[i + 1 :]:
            if a - x >= best:
                break
            best = min(best, hypot(a - x, b - y))
    return best if best < inf else 1.0


def union(masks: Iterable[int]) -> int:
    """The union of the sets."""
    result = 0
    for mask in masks:
        result |= mask
    return result


@dataclass(frozen=True, eq=False, repr=False)
class Geometry:
    """The tables of a board. All lists are in the order of cells (or of directions, sides, rows).

    names: one a cell, `a1`. centres: (x to the right, y down), neighbours about 1 apart.
    directions: labels (`N`, `NE`). steps[d][cell]: the next cell that way, or -1.
    opposite[d]: the opposite direction, or -1 where there is none.
    sides: the set of directions in which cells share a side. diagonals: those in which they share a corner only.
    forward[k]: the set of directions that are forward for side k + 1.
    rows, columns: (label, set of cells).
    edges: (label, set of cells, corners included), clockwise. corners: sets of one cell.
    shades: for each colour of a colouring in which neighbours by a side differ, its cells.
    outlines: the corners of each cell's polygon. ground: polygons of the board that are not cells.
    points: drawn as lines and points (true) or as cells. lines: the directions in which such lines run.
    labels: coordinates for the drawing, (text, x, y); on a graph none where each cell shows its own name.
    text: the name of the layout for text.
    described: the board in words, for a sentence. naming: a sentence that says how its cells are named.
    """

    names: tuple[str, ...]
    centres: tuple[tuple[float, float], ...]
    directions: tuple[str, ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    sides: int
    diagonals: int
    forward: tuple[int, ...]
    rows: tuple[tuple[str, int], ...]
    columns: tuple[tuple[str, int], ...]
    edges: tuple[tuple[str, int], ...]
    corners: tuple[int, ...]
    shades: tuple[int, ...]
    outlines: tuple[tuple[tuple[float, float], ...], ...]
    labels: tuple[tuple[str, float, float], ...]
    ground: tuple[tuple[tuple[float, float], ...], ...] = ()
    points: bool = False
    lines: int = 0
    text: str = "grid"
    described: str = ""
    naming: str = ""

    @cached_property
    def all(self) -> int:
        """Every cell."""
        return (1 << len(self.names)) - 1

    @cached_property
    def every(self) -> int:
        """Every direction."""
        return (1 << len(self.directions)) - 1

    @cached_property
    def index(self) -> dict[str, int]:
        """The cell of a name."""
        return {name: i for i, name in enumerate(self.names)}

    def __repr__(self) -> str:
        described = self.described or f"a board of {len(self.names)} cells"
        return f"<{described}; directions {' '.join(self.directions)}>"

    @cached_property
    def axes(self) -> tuple[int, ...]:
        """One direction of each pair of opposites, the first of the two."""
        return tuple(d for d, back in enumerate(self.opposite) if back < 0 or d < back)

    @cached_property
    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """ranks[k]: rows counted from the home of side k + 1 (bottom, top), columns from that of side 3 (left), 4."""
        up = tuple(sorted((cells for _, cells in self.rows), key=lambda cells: -self._mean(cells, 1)))
        right = tuple(sorted((cells for _, cells in self.columns), key=lambda cells: self._mean(cells, 0)))
        return up, up[::-1], right, right[::-1]

    @cached_property
    def centre(self) -> int:
        """The cell or cells nearest to the middle."""
        x, y = self._mean(self.all, 0), self._mean(self.all, 1)
        square_distances = [(a - x) ** 2 + (b - y) ** 2 for a, b in self.centres]
        return mask_of(cell for cell, d in enumerate(square_distances) if d < min(square_distances) + 1e-6)

    def _mean(self, cells: int, axis: int) -> float:
        return sum(self.centres[cell][axis] for cell in bits(cells)) / max(cells.bit_count(), 1)

    @cached_property
    def pitch(self) -> float:
        """The distance of the nearest two cells."""
        return pitch(self.centres)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Permutations of the cells (cell i goes to p[i]) that keep neighbours and lines, the identity first."""
        return symmetries(self)

    def shift(self, cells: int, direction: int) -> int:
        """Each cell moved one step; those that leave the board are lost."""
        steps = self.steps[direction]
        result = 0
        for cell in bits(cells):
            if steps[cell] >= 0:
                result |= 1 << steps[cell]
        return result

    def near(self, cell: int, directions: int) -> int:
        """The neighbours of one cell."""
        table = self._near.get(directions)
        if table is None:
            table = self._near[directions] = tuple(self._around(c, directions) for c in range(len(self.names)))
        return table[cell]

    @cached_property
    def _near(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _around(self, cell: int, directions: int) -> int:
        return mask_of(self.steps[d][cell] for d in bits(directions) if self.steps[d][cell] >= 0)

    def adjacent(self, cells: int, directions: int) -> int:
        """Cells next to at least one of `cells`."""
        mask = 0
        for cell in bits(cells):
            mask |= self.near(cell, directions)
        return mask

    def flood(self, seed: int, within: int, directions: int) -> int:
        """The cells that can be reached from `seed` by steps inside `within`."""
        reached = front = seed & within
        while front:
            front = self.adjacent(front, directions) & within & ~reached
            reached |= front
        return reached

    def groups(self, cells: int, directions: int) -> Iterator[int]:
        """The connected groups of a set, in the order of their first cells. A step either way connects two cells."""
        links = self._linked(directions)
        while cells:
            group = front = cells & -cells
            while front:
                front = union(links[cell] for cell in bits(front)) & cells & ~group
                group |= front
            yield group
            cells &= ~group

    def _linked(self, directions: int) -> tuple[int, ...]:
        """For each cell, those a step leads to and those a step leads from."""
        if directions not in self._links:
            links = [self.near(cell, directions) for cell in range(len(self.names))]
            for cell in range(len(self.names)):
                for neighbour in bits(self.near(cell, directions)):
                    links[neighbour] |= 1 << cell
            self._links[directions] = tuple(links)
        return self._links[directions]

    @cached_property
    def _links(self) -> dict[int, tuple[int, ...]]:
        return {}

    def ray(self, cell: int, direction: int) -> Iterator[int]:
        """The cells after `cell` in one direction, to the edge, or until a cell repeats."""
        steps = self.steps[direction]
        reached, visited = steps[cell], 1 << cell
        while reached >= 0 and not visited >> reached & 1:
            yield reached
            visited |= 1 << reached
            reached = steps[reached]

    def shape(self, cell: int, walks: Iterable[str]) -> int:
        """A cell and those that walks, each a list of directions, lead to from it. Off the board it sets a bit that is
        in no set of cells."""
        filled = 1 << cell
        for walk in walks:
            reached = cell
            for name in walk.split():
                reached = self.steps[self.directions.index(name)][reached] if reached >= 0 else -1
            filled |= 1 << reached if reached >= 0 else 1 << len(self.names)
        return filled

    def longest(self, directions: int) -> int:
        """The number of cells of the longest line along these directions."""
        return max((self._longest[d] for d in bits(directions)), default=1)

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """For each direction the cells on a loop in it."""
        return tuple(self._loops_along(d) for d in range(len(self.directions)))

    def _loops_along(self, direction: int) -> int:
        cells = self.all
        while first := cells & ~self.shift(cells, direction):
            cells &= ~first
        return cells

    @cached_property
    def _longest(self) -> tuple[int, ...]:
        return tuple(self._longest_along(d) for d in range(len(self.directions)))

    def _longest_along(self, direction: int) -> int:
        """Lines begin at cells that no step leads to; cells on no such line are on loops."""
        starts = self.all & ~self.shift(self.all, direction)
        lines = [[cell, *self.ray(cell, direction)] for cell in bits(starts)]
        loops = self.all & ~mask_of(cell for line in lines for cell in line)
        return max(len(line) for line in lines + [[c, *self.ray(c, direction)] for c in bits(loops)])

    def named(self, cells: int) -> tuple[str, ...]:
        """Names in the order of the board."""
        return tuple(self.names[cell] for cell in bits(cells))
