"""The links between the cells of a board as chains, each in one direction: what is a straight line there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from .geometry import Geometry, bits

Pair = tuple[int, int]


def links(geometry: Geometry) -> list[Pair]:
    """Every pair of cells with a step from one to the other, the lower first."""
    pairs = {(min(c, to), max(c, to)) for table in geometry.steps for c, to in enumerate(table) if to >= 0}
    return sorted(pairs)


def chains(geometry: Geometry, pairs: Iterable[Pair]) -> Iterator[tuple[str, list[str]]]:
    """These links by direction, consecutive ones as a chain: `F`, [`a–b–c`]. A one-way link has an arrow."""
    remaining = set(pairs)
    steps = {(c, to) for table in geometry.steps for c, to in enumerate(table) if to >= 0}
    for d in geometry.axes:
        parts = [_chain(geometry, chain, steps) for chain in _chains(geometry.steps[d], remaining)]
        if parts:
            yield geometry.directions[d], parts


def _chains(table: tuple[int, ...], remaining: set[Pair]) -> Iterator[list[int]]:
    """The links of one direction in `remaining`, as chains as long as possible; removes them from `remaining`."""
    following = {c: to for c, to in enumerate(table) if (min(c, to), max(c, to)) in remaining}
    reached = set(following.values())
    for start in [*(c for c in following if c not in reached), *following]:
        chain = [start]
        while chain[-1] in following:
            end = chain[-1]
            chain.append(following.pop(end))
            remaining.discard((min(end, chain[-1]), max(end, chain[-1])))
        if len(chain) > 1:
            yield chain


def _chain(geometry: Geometry, chain: list[int], steps: set[Pair]) -> str:
    text = geometry.names[chain[0]]
    for cell, following in pairwise(chain):
        text += ("–" if (following, cell) in steps else "→") + geometry.names[following]
    return text


def drawn_straight(geometry: Geometry) -> bool:
    """Whether a line of links is straight on the drawn board exactly where its links are of one direction."""
    return all(
        (to == other) == _goes_on(geometry, start, middle, end)
        for to, table in enumerate(geometry.steps)
        for start, middle in enumerate(table)
        if middle >= 0
        for other in bits(geometry.every)
        if (end := geometry.steps[other][middle]) >= 0
    )


def _goes_on(geometry: Geometry, start: int, middle: int, end: int) -> bool:
    """Whether the second of two links goes on in the direction of the first, as they are drawn."""
    (ax, ay), (bx, by), (cx, cy) = (geometry.centres[cell] for cell in (start, middle, end))
    across = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    along = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
    return along > 0 and abs(across) < 0.01 * along
