"""Finds the symmetries of a board: rotations and reflections of its drawing that map lines to lines."""

from __future__ import annotations

from cmath import rect
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .geometry import Geometry

_AWRY = complex(3.1831e-7, 2.7183e-7)
"""Added before rounding, so that a fraction such as 1/64 is not on the boundary between two rounded values."""


def symmetries(board: Geometry) -> tuple[tuple[int, ...], ...]:
    """Permutations of the cells, the identity first (it is the smallest)."""
    points = _about_the_middle(board)
    places = {_round(z): i for i, z in enumerate(points)}
    permutations = {tuple(range(len(points)))}
    for turn, mirrored in _candidates(points):
        images = _images(points, places, turn, mirrored)
        if images and _keeps_lines(board, images):
            permutations.add(images)
    return tuple(sorted(permutations))


def _about_the_middle(board: Geometry) -> list[complex]:
    points = [complex(x, y) for x, y in board.centres]
    middle = sum(points) / len(points)
    return [z - middle for z in points]


def _round(z: complex) -> tuple[float, float]:
    z += _AWRY
    return round(z.real, 5), round(z.imag, 5)


def _candidates(points: list[complex]) -> Iterator[tuple[complex, bool]]:
    """Symmetries keep distances from the centre: the images of one point, in the smallest such class, yield all."""
    classes: dict[float, list[complex]] = defaultdict(list)
    for z in points:
        if abs(z) > 1e-6:
            classes[round(abs(z), 5)].append(z)
    smallest = min(classes.values(), key=len, default=[])
    for z in smallest:
        yield _unit(z / smallest[0]), False
        yield _unit(z / smallest[0].conjugate()), True


def _unit(z: complex) -> complex:
    return z / abs(z) if z else rect(1, 0)


def _images(
    points: list[complex], places: dict[tuple[float, float], int], turn: complex, mirrored: bool
) -> tuple[int, ...]:
    """The image of each cell; empty when one of them is no cell."""
    images = []
    for z in points:
        place = places.get(_round(turn * (z.conjugate() if mirrored else z)))
        if place is None:
            return ()
        images.append(place)
    return tuple(images) if len(set(images)) == len(images) else ()


def _keeps_lines(board: Geometry, images: tuple[int, ...]) -> bool:
    """Whether each direction maps to one direction, sides to sides and corners to corners."""
    return all(_becomes_one(board, images, d) for d in range(len(board.directions)))


def _becomes_one(board: Geometry, images: tuple[int, ...], d: int) -> bool:
    steps = board.steps[d]
    start = next((c for c, to in enumerate(steps) if to >= 0), None)
    if start is None:
        return True
    images_of_d = [e for e, table in enumerate(board.steps) if table[images[start]] == images[steps[start]]]
    if not images_of_d or _kind(board, d) != _kind(board, images_of_d[0]):
        return False
    table = board.steps[images_of_d[0]]
    return all(table[images[c]] == (images[to] if to >= 0 else -1) for c, to in enumerate(steps))


def _kind(board: Geometry, d: int) -> tuple[int, int]:
    return board.sides >> d & 1, board.diagonals >> d & 1
