"""Exact values of games, searched to the end from every first chance ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...._engine import AlphaBeta
from ....play.position import Position
from ....rules.symmetry import symmetries
from ...figures import Figure, FigureTable, TableRow
from ..run import StudyRun

DEEPEST = 100
MEMORY = 1 << 30
"""Bytes for the positions that the search remembers."""
COLUMNS = ("worth to First", "positions searched")


def starts(position: Position) -> list[tuple[str, int]]:
    """One first ply of each class under the board's symmetries, with the size of the class. Only for rules that respect
    the symmetries of their board."""
    names = position.contract.picture(position.state, None).geometry
    images_by_symmetry = symmetries(names)
    classes: dict[tuple[int, ...], str] = {}
    count: dict[tuple[int, ...], int] = {}
    for text in map(str, position.moves()):
        cell = names.names.index(text)
        orbit = tuple(sorted({images[cell] for images in images_by_symmetry}))
        classes.setdefault(orbit, text)
        count[orbit] = count.get(orbit, 0) + 1
    return [(classes[orbit], count[orbit]) for orbit in classes]


def solve_versions(bench: StudyRun, versions: Sequence[str]) -> FigureTable:
    """A row for each first ply of each version."""
    return FigureTable("solved", COLUMNS, tuple(row for label in versions for row in rows(bench, label)))


def rows(bench: StudyRun, label: str) -> Iterator[TableRow]:
    """The rows of one version."""
    position = bench.rules(bench.study.version(label)).start()
    first_positions = starts(position)
    for number, (text, alike) in enumerate(first_positions):
        bench.on_progress(f"{label} from {text}, to the end", number / len(first_positions))
        yield TableRow(
            f"{label}, {text}" + (f" and {alike - 1} like it" if alike > 1 else ""), worth(position.play(text))
        )


def worth(position: Position) -> tuple[Figure, Figure]:
    """The value of a position to the first player, and the number of positions searched."""
    search = AlphaBeta(position.state, memory=MEMORY)
    search.run(depth=DEEPEST)
    report: dict[str, Any] = search.report()
    if not report["proven"]:
        return Figure("worth", why="not proven"), Figure("positions", float(report["nodes"]), how="exact")
    value = round(report["value"] * 2) / 2
    first = value if report["to_move"] == 0 else 1 - value
    exact = Figure("worth", first, first, first, 1, "points", "exact")
    return exact, Figure("positions", float(report["nodes"]), how="exact")
