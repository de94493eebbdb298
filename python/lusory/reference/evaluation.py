"""Evaluates the words for directions, numbers and conditions."""

from __future__ import annotations

from typing import Any

from ..rules import directions as d
from ..rules import ends as e
from ..rules import logic as o
from ..rules import numbers as n
from ..rules import static_evaluation
from ..rules.cells import Own
from ..rules.geometry import bits
from ..rules.word import Compare, Minus, Sum
from .evaluation_context import READ, Scene

NOTHING = (False, 0)
MOST = 2**63 - 1
"""Numbers saturate at the limits of 64-bit integers: rules can double points at every ply."""


def clamped_sum(*numbers: int) -> int:
    """The sum, clamped to the limits after every addition."""
    total = 0
    for number in numbers:
        total = max(-MOST - 1, min(MOST, total + number))
    return total


def part_of(scene: Scene, word: Any) -> Any:
    """The part that an If or BySide selects here; any other word itself."""
    while isinstance(word, (o.If, o.BySide)):
        if isinstance(word, o.BySide):
            word = word.parts[scene.side]
        else:
            word = word.then if scene.holds(word.when)[0] else word.otherwise
    return word


def _directions_of(scene: Scene, word: Any) -> int:
    part = part_of(scene, word)
    return 0 if part is None else scene.directions(part)


def heading(scene: Scene, word: d.Heading) -> int:
    start, end = scene.cells(word.start), scene.cells(word.end)
    if start.bit_count() != 1 or end.bit_count() != 1:
        return 0
    directions = 0
    for direction in bits(static_evaluation.neighbour_directions(scene, word.directions)):
        for steps, cell in enumerate(scene.geometry.ray(start.bit_length() - 1, direction), 1):
            if end >> cell & 1 and word.distance in (None, steps):
                directions |= 1 << direction
    return directions


READ.directions.update(static_evaluation.DIRECTIONS)
READ.directions.update(
    {d.Heading: heading, d.PlyHeading: lambda s, x: s.heading, o.If: _directions_of, o.BySide: _directions_of},
)


def of_side(scene: Scene, side: Any, values: list[int]) -> int:
    """A side's entry in a list with one number a side; for `enemy` the sum of all others."""
    if isinstance(side, Own):
        return values[scene.side]
    other_values = (value for s, value in enumerate(values) if s != scene.side)
    return clamped_sum(*other_values) if side.atom == "enemy" else 0


def hand(scene: Scene, word: n.Hand) -> int:
    kinds = scene.tables.kinds
    counts = [scene.hands[s * len(kinds) + kinds.index(word.kind)] for s in range(scene.tables.sides)]
    return of_side(scene, word.side, counts)


def distance(scene: Scene, word: n.Distance) -> int:
    """The steps of a shortest way, found in breadth-first order."""
    geometry, directions = scene.geometry, static_evaluation.neighbour_directions(scene, word.directions)
    end, through, latest = scene.cells(word.end), scene.cells(word.through), scene.cells(word.start)
    reached, onward, steps = latest, latest, 0
    while latest:
        if latest & end:
            return steps
        latest = geometry.adjacent(onward, directions) & ~reached
        reached |= latest
        onward = latest & through
        steps += 1
    return geometry.all.bit_count()


def _number(scene: Scene, word: Any) -> int:
    part = part_of(scene, word)
    return 0 if part is None else scene.number(part)


READ.numbers.update(
    {
        n.Count: lambda s, x: s.cells(x.of).bit_count(),
        n.Groups: lambda s, x: sum(
            1 for _ in s.geometry.groups(s.cells(x.of), static_evaluation.neighbour_directions(s, x.directions))
        ),
        n.Distance: distance,
        n.Captured: lambda s, x: of_side(s, x.side, s.captured),
        n.Score: lambda s, x: of_side(s, x.side, s.scores),
        n.Hand: hand,
        n.Rolled: lambda s, x: s.dice,
        Sum: lambda s, x: clamped_sum(*(s.number(part) for part in x.parts)),
        Minus: lambda s, x: max(-MOST - 1, min(MOST, s.number(x.left) - s.number(x.right))),
        o.If: _number,
        o.BySide: _number,
    }
)


def every(scene: Scene, word: o.All) -> tuple[bool, int]:
    witness = 0
    for part in word.parts:
        is_true, cells = scene.holds(part)
        if not is_true:
            return NOTHING
        witness |= cells
    return True, witness


def some(scene: Scene, word: o.Any) -> tuple[bool, int]:
    return next((result for part in word.parts if (result := scene.holds(part))[0]), NOTHING)


def compare(scene: Scene, word: Compare) -> tuple[bool, int]:
    return word.judged(scene.number(word.left), scene.number(word.right)), 0


def quiet(scene: Scene, word: e.Quiet) -> tuple[bool, int]:
    return scene.quiet[scene.tables.quiets.index((word.without, word.unit))] >= word.n, 0


def repeats(scene: Scene, word: e.Repeats) -> tuple[bool, int]:
    return scene.times >= word.n, 0


def no_ply(scene: Scene, word: e.NoPly) -> tuple[bool, int]:
    return scene.stuck is not None and scene.stuck(word), 0


def _holds(scene: Scene, word: Any) -> tuple[bool, int]:
    part = part_of(scene, word)
    return NOTHING if part is None else scene.holds(part)


READ.conditions.update(
    {
        o.Some: lambda s, x: s.holds(x.of),
        o.No: lambda s, x: (not s.holds(x.of)[0], 0),
        o.All: every,
        o.Any: some,
        Compare: compare,
        e.Quiet: quiet,
        e.Repeats: repeats,
        e.NoPly: no_ply,
        o.If: _holds,
        o.BySide: _holds,
    }
)
