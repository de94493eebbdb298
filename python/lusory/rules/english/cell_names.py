"""Cells, rows and columns that rules name, or that belong to a side: a1 to e1, the rows 3 to 5, on a1 (for x)."""

from __future__ import annotations

from .. import cells as c
from ..static_evaluation import BoardScene
from ..turns import Commit
from .grammar import LETTERS, Speech, join_with_and

FEW = 8
"""Up to this many cells are listed by name; of more, consecutive cells of a row are written `a1 to e1`."""


def listed_cells(s: Speech, names: list[str], last: str = "and") -> str:
    """Cells by name, long runs by their first and last cells."""
    geometry = s.game.geometry
    if len(names) <= FEW or not geometry.rows:
        return join_with_and(names, last)
    names_left, ranges = set(names), []
    for _, row in geometry.rows:
        run: list[str] = []
        for name in [*geometry.named(row), ""]:
            if name in names_left:
                run.append(name)
                continue
            ranges += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
            run = []
    return join_with_and(ranges, last)


def lines_by_label(s: Speech, word: c.Row | c.Column) -> list[str]:
    """The labels of the rows or columns of cells by name."""
    if not isinstance(word.of, c.At):
        return []
    geometry = s.game.geometry
    cells = BoardScene(geometry, 0).cells(word.of)
    return [label for label, mask in (geometry.rows if isinstance(word, c.Row) else geometry.columns) if mask & cells]


def line_labels(labels: list[str]) -> str:
    """Labels of lines; a run of three or more by its ends."""
    span = [str(k) for k in range(int(labels[0]), int(labels[0]) + len(labels))] if labels[0].isdigit() else []
    span = span or [chr(ord(labels[0]) + k) for k in range(len(labels))]
    return f"{labels[0]} to {labels[-1]}" if len(labels) > 2 and labels == span else join_with_and(labels, "or")


def announced_cells(s: Speech) -> str:
    """The name of the announced cells in the answer."""
    tags = {w.tag(): None for commitment in s.game.words if isinstance(commitment, Commit) for w in commitment.announce}
    if tags and set(tags) <= {"row", "column"}:
        return f"in the announced {join_with_and(tags, 'or')}"
    return f"among the announced {s.cell}s"


def by_letter(parts: list[str]) -> str:
    """What differs from side to side: `on a1 (for x) or on e5 (for o)`."""
    return join_with_and((f"{text} (for {letter})" for text, letter in zip(parts, LETTERS, strict=False)), "or")
