"""Evaluates the words for sets of cells. Each function follows the word's definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..rules import cells as w
from ..rules import static_evaluation
from ..rules.geometry import Geometry, bits, mask_of, union
from ..rules.logic import BySide, If
from .evaluation import part_of
from .evaluation_context import READ, Scene


def kind(scene: Scene, word: w.Kind) -> int:
    cells = 0
    for owner in range(scene.tables.sides + 1):
        cells |= scene.pieces[scene.tables.plane(owner, word.kind)]
    return cells


def open_(scene: Scene, word: w.Open) -> int:
    cells = 0
    for pieces, shown_plane in zip(scene.pieces, scene.shown, strict=True):
        cells |= pieces & shown_plane if scene.tables.hidden else pieces
    return cells


def last(scene: Scene, word: w.Last) -> int:
    cells = [cell for side, cell, _ in scene.lasts if (side == scene.side) == (word.side.atom == "own")]
    return 1 << cells[-word.back] if len(cells) >= word.back and cells[-word.back] >= 0 else 0


def ray(scene: Scene, word: w.Ray) -> int:
    through = scene.cells(word.through)
    until = None if word.until is None else scene.cells(word.until)
    length = None if word.length is None else scene.number(word.length)
    cells = 0
    for cell in bits(scene.cells(word.start)):
        for direction in bits(static_evaluation.neighbour_directions(scene, word.directions)):
            cells |= mask_of(_run(scene.geometry.ray(cell, direction), through, until, length))
    return cells


def _run(line: Iterator[int], through: int, until: int | None, length: int | None) -> list[int]:
    """The run along one line; empty where there is none."""
    run: list[int] = []
    for cell in line:
        if until is not None and until >> cell & 1:
            return run if length in (None, len(run)) else []
        if not through >> cell & 1 or (until is None and len(run) == length):
            break
        run.append(cell)
    return run if until is None and length in (None, len(run)) else []


def where(scene: Scene, word: w.Where) -> int:
    before, cells = scene.here, 0
    for cell in bits(scene.cells(word.of)):
        scene.here = 1 << cell
        cells |= scene.here if scene.holds(word.when)[0] else 0
        scene.here = before
    return cells


def enclosed(scene: Scene, word: w.Enclosed) -> int:
    geometry, empty = scene.geometry, scene.cells(w.empty)
    directions = static_evaluation.neighbour_directions(scene, word.directions)
    of = scene.cells(word.of) & scene.occupied()
    if word.unit == "cell":
        return mask_of(cell for cell in bits(of) if not geometry.near(cell, directions) & empty)
    return sum(group for group in geometry.groups(of, directions) if not geometry.adjacent(group, directions) & empty)


def runs(scene: Scene, cells: int, directions: int) -> Iterator[list[int]]:
    """The maximal straight runs of a set."""
    geometry = scene.geometry
    for direction in geometry.axes:
        back = geometry.opposite[direction]
        if not directions >> direction & 1 and not (back >= 0 and directions >> back & 1):
            continue
        for first in bits(cells & ~geometry.shift(cells, direction)):
            run = [first]
            for cell in geometry.ray(first, direction):
                if not cells >> cell & 1:
                    break
                run.append(cell)
            yield run
        yield from full_loops(geometry, cells, direction)


def full_loops(geometry: Geometry, cells: int, direction: int) -> Iterator[list[int]]:
    """Runs that fill a whole loop of the board and so have no first cell."""
    alive = cells & geometry.loops[direction]
    while ends := alive & ~geometry.shift(alive, direction):
        alive &= ~ends
    while alive:
        first = alive & -alive
        run = [first.bit_length() - 1, *geometry.ray(first.bit_length() - 1, direction)]
        yield run
        alive &= ~mask_of(run)


def line(scene: Scene, word: w.Line) -> int:
    directions = scene.geometry.every if word.directions is None else scene.directions(word.directions)
    of = scene.cells(word.of)
    if of.bit_count() < word.n:
        return 0
    long = [run for run in runs(scene, of, directions) if len(run) >= word.n]
    if word.times > 1:
        return several(scene, long, word)
    return union(mask_of(run) for run in long if not word.exact or len(run) == word.n)


def windows_of(scene: Scene, run: list[int], n: int) -> list[int]:
    """All windows of n consecutive cells of a run; in a closed loop also those across its ends."""
    steps = scene.geometry.steps
    closed = len(run) > n and any(row[run[-1]] == run[0] and row[run[0]] == run[1] for row in steps)
    cyclic_run = run + run[: n - 1] if closed else run
    return [mask_of(cyclic_run[i : i + n]) for i in range(len(cyclic_run) - n + 1)]


def several(scene: Scene, long: list[list[int]], word: w.Line) -> int:
    """All cells of any `times` windows of exactly n cells, any two of which share at most `share` cells."""
    windows = [window for run in long for window in windows_of(scene, run, word.n)]
    windows_of_lines: set[int] = set()
    for window in windows:
        if window not in windows_of_lines:
            windows_of_lines.update(windows_together([window], windows, word.times, word.share))
    return union(windows_of_lines)


def windows_together(chosen: list[int], windows: list[int], times: int, share: int) -> list[int]:
    """The chosen windows and more, `times` in all, any two with at most `share` common cells; empty if impossible."""
    if len(chosen) == times:
        return chosen
    compatible = [window for window in windows if (window & chosen[-1]).bit_count() <= share]
    for i, candidate in enumerate(compatible[: len(compatible) - (times - len(chosen)) + 1]):
        complete = windows_together([*chosen, candidate], compatible[i + 1 :], times, share)
        if complete:
            return complete
    return []


def group(scene: Scene, word: w.Group) -> int:
    at = scene.geometry.all if word.at is None else scene.cells(word.at)
    size = scene.number(word.size)
    groups = scene.geometry.groups(scene.cells(word.of), static_evaluation.neighbour_directions(scene, word.directions))
    return sum(g for g in groups if g & at and g.bit_count() >= size)


def connected(scene: Scene, word: w.Connected) -> int:
    regions = regions_of(scene, word.regions)
    n = max(1, len(regions)) if word.n is None else word.n
    groups = scene.geometry.groups(scene.cells(word.of), static_evaluation.neighbour_directions(scene, word.directions))
    return sum(g for g in groups if sum(1 for region in regions if g & region) >= n)


def regions_of(scene: Scene, word: Any) -> tuple[int, ...]:
    """The sets of cells of a list of regions."""
    part = part_of(scene, word)
    if part is None:
        return ()
    if isinstance(part, w.Edges):
        return static_evaluation.edges(scene.geometry, part)
    return scene.geometry.corners if isinstance(part, w.Corners) else tuple(scene.cells(cells) for cells in part)


def ring(scene: Scene, word: w.Ring) -> int:
    """Pieces around cells that no path past the pieces connects with the border, or around a piece on all sides."""
    geometry, of = scene.geometry, scene.cells(word.of)
    directions = static_evaluation.neighbour_directions(scene, word.directions)
    across = geometry.every if directions == geometry.sides else geometry.sides
    border = mask_of(c for c in bits(geometry.all) if any(geometry.steps[d][c] < 0 for d in bits(geometry.sides)))
    if not border:
        return 0  # a board without a border has no inside
    outside = geometry.flood(border & ~of, geometry.all & ~of, across)
    inside = geometry.all & ~of & ~outside
    without_gaps = mask_of(c for c in bits(of & ~border) if not geometry.near(c, across) & ~of)
    return (geometry.adjacent(inside, across) | geometry.adjacent(without_gaps, across)) & of


def branch(scene: Scene, word: If | BySide) -> int:
    part = part_of(scene, word)
    return 0 if part is None else scene.cells(part)


READ.cells.update(static_evaluation.CELLS)
READ.cells.update(
    {
        w.Own: lambda s, x: s.owner(s.side + 1),
        w.Enemy: lambda s, x: s.others(),
        w.Neutral: lambda s, x: s.owner(0),
        w.Empty: lambda s, x: s.geometry.all & ~s.occupied(),
        w.Kind: kind,
        w.To: lambda s, x: s.to,
        w.Origin: lambda s, x: s.origin,
        w.Just: lambda s, x: s.just,
        w.Moved: lambda s, x: s.moved,
        w.Visited: lambda s, x: s.visited,
        w.Last: last,
        w.Here: lambda s, x: s.here,
        w.Where: where,
        w.Marked: lambda s, x: s.marked(x.name),
        w.Ray: ray,
        w.Enclosed: enclosed,
        w.Line: line,
        w.Group: group,
        w.Connected: connected,
        w.Ring: ring,
        w.Open: open_,
        w.Announced: lambda s, x: s.announced,
        w.Revealed: lambda s, x: s.revealed,
        If: branch,
        BySide: branch,
    }
)
