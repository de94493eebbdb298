"""Words for sets of directions."""

from __future__ import annotations

from .word import Cells, Directions, DirectionsWord


class Every(DirectionsWord, frozen=True):
    """All directions of the board."""

    atom = "every"
    example = "Slide(own, directions=every)"
    source = "Ludii's `All`"


class Orthogonal(DirectionsWord, frozen=True):
    """Directions in which cells share a side."""

    atom = "orthogonal"
    example = "Step(own, directions=forward & orthogonal)"
    source = "Ludii's `Orthogonal`"


class Diagonal(DirectionsWord, frozen=True):
    """Directions in which cells share a corner only (on a board of dark squares: all of them)."""

    atom = "diagonal"
    example = "Step(own, directions=forward & diagonal)"
    source = "Ludii's `Diagonal`"


class Forward(DirectionsWord, frozen=True):
    """Directions that lead away from the mover's home: three on squares, two on hexagons."""

    atom = "forward"
    example = "Step(own, directions=forward)"
    source = "Ludii's `Forwards`"


class Dir(DirectionsWord, frozen=True):
    """Directions by their labels on the board: N, NE, E, ..."""

    names: str
    example = 'Place(to=empty & ~Shift(empty, Dir("N")))'
    source = "compass directions"
    fields = {"names": "labels with blanks between"}


class Heading(DirectionsWord, frozen=True):
    """The direction from one cell to another on a straight line, at any distance or one given; none if they are not
    aligned, or if either is not exactly one cell."""

    start: Cells
    end: Cells
    distance: int | None = None
    directions: Directions | None = None
    example = "Heading(Last(own, 2), Last(own, 1), distance=1)"
    source = "doppel's echo; arimaa's and konane's straight chains"
    single = "the way from any cell to any other; `heading`, of the ply itself, is the one that other games need"
    fields = {
        "start": "from",
        "end": "to",
        "distance": "how many steps lie between, any number if not given",
        "directions": "which directions count; cells that share a side if not given",
    }

    def check(self) -> None:
        if self.distance is not None and self.distance < 1:
            raise self.refuse("distance", "expected 1 or more")


class PlyHeading(DirectionsWord, frozen=True):
    """The direction of the ply itself (in `needs`, `distance` and effects), or of the previous ply of this turn (in the
    fields that say what may move and which way)."""

    atom = "heading"
    example = "Repeat(Hop(just, over=enemy, directions=heading))"
    source = "konane's straight chains, fanorona's approach, lines of action"


every = Every()
orthogonal = Orthogonal()
diagonal = Diagonal()
forward = Forward()
heading = PlyHeading()

__all__ = [
    "Dir",
    "Directions",
    "Heading",
    "diagonal",
    "every",
    "forward",
    "heading",
    "orthogonal",
]
