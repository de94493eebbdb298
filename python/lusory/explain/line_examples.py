"""Examples of clauses about lines: two that share a piece, a row so long that it is two, and rows that are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..reference.evaluation_context import Scene
from ..rules.cells import Line
from ..rules.english import Example
from ..rules.english.grammar import count_phrase, number
from ..rules.geometry import mask_of
from ..rules.picture import Picture
from ..rules.traversal import words
from .captions import caption

Witness = Callable[[Scene], int]
"""The cells that show that a clause applies; 0 if it does not."""
Draw = Callable[..., Picture]


def line_examples(path: str, word: Any, scene: Scene, witness: Witness, picture: Draw) -> Iterator[Example]:
    """Rules with several lines, or lines of exactly n: examples of what counts and what does not."""
    line = next((w for w in words(word) if isinstance(w, Line)), None)
    if line is None or (line.times == 1 and not line.exact):
        return
    if line.times == 1:
        yield Example(path, True, caption(word, scene, True), picture(scene, line=witness(scene)))
    for cells in crossing_lines(scene, line):
        trial = only(scene, cells)
        if cells_shown := witness(trial):
            text = f"{number(line.times)} lines that share {count_phrase(line.share, 'stone')}"
            yield Example(path, True, caption(word, trial, True, text), picture(trial, line=cells_shown))
            break
    yield from long_rows(path, word, line, scene, witness, picture)


def long_rows(path: str, word: Any, line: Line, scene: Scene, witness: Witness, picture: Draw) -> Iterator[Example]:
    """The shortest row that fulfils the clause alone, and the shortest overlong row that does not."""
    legal_example, illegal_example = None, None
    for row in rows(scene, line):
        trial = only(scene, mask_of(row))
        cells_shown = witness(trial)
        example = Example(
            path,
            bool(cells_shown),
            caption(word, trial, bool(cells_shown), row=len(row)),
            picture(trial, line=cells_shown),
        )
        legal_example, illegal_example = (
            (legal_example or example, illegal_example) if cells_shown else (legal_example, illegal_example or example)
        )
    yield from (example for example in (legal_example, illegal_example) if example is not None)


def only(scene: Scene, cells: int) -> Scene:
    """A board with nothing on it but the mover's pieces on these cells."""
    trial = scene.copy()
    trial.pieces = [0] * len(trial.pieces)
    trial.pieces[trial.tables.owned(trial.side + 1)[0]] = cells
    return trial


def crossing_lines(scene: Scene, line: Line) -> Iterator[int]:
    """Two lines along two axes with one cell in common, the cell nearest to the middle of the board first."""
    geometry = scene.geometry
    if line.times != 2 or line.share < 1:
        return
    middle = geometry.centre
    order = sorted(range(len(geometry.names)), key=lambda cell: not middle >> cell & 1)
    for cell in order:
        through = [run for d in geometry.axes if (run := centred_row(scene, cell, d, line.n))]
        yield from (mask_of([*a, *b]) for i, a in enumerate(through) for b in through[i + 1 :])


def centred_row(scene: Scene, cell: int, d: int, n: int) -> list[int]:
    """n cells in a row along an axis, `cell` in their middle; empty where the board is too small."""
    geometry = scene.geometry
    back = list(geometry.ray(cell, geometry.opposite[d]))[: n // 2]
    ahead = list(geometry.ray(cell, d))[: n - 1 - n // 2]
    run = [*reversed(back), cell, *ahead]
    return run if len(run) == n else []


def rows(scene: Scene, line: Line) -> Iterator[list[int]]:
    """Rows of every length greater than a line's along the longest line of the board, from its first cell."""
    geometry = scene.geometry
    full: Callable[[int], list[int]] = lambda d: max(  # noqa: E731
        ([cell, *geometry.ray(cell, d)] for cell in range(len(geometry.names))), key=len
    )
    longest = max((full(d) for d in geometry.axes), key=len)
    yield from (longest[:n] for n in range(line.n + 1, len(longest) + 1))
