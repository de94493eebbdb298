"""Draws random boards: every shape, mostly small, sometimes over 64, 128 or 256 cells, long, tiny, or any graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..rules.boards import Checkered, Graph, Hexagon, Rhombus, Square
from ..rules.geometry import Geometry, bits
from ..rules.spec import specs
from ..rules.word import REGISTRY, BoardWord
from .random_words import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL, MIDDLE, LARGE = 40, 150, 420
"""The approximate maximum number of cells of a board."""


def draw_board(below: Callable[[int], int], cells: int = LARGE) -> Any:
    """A board of at most so many cells."""
    d = Drawing(below, Square(3).geometry())
    most = min(cells, d.one((SMALL,) * 7 + (MIDDLE,) * 2 + (LARGE,)))
    kinds = [cls for cls in REGISTRY.values() if issubclass(cls, BoardWord)]
    for _ in range(4):
        cls = d.one(kinds)
        if cls is Graph:
            return draw_graph(d, min(most, SMALL))
        try:
            board = d.build(cls, "board", 0, **_sizes(d, cls, most))
        except RuleError:
            continue
        if len(board.geometry().names) <= cells:
            return board
    return Square(3)


def _sizes(d: Drawing, cls: type[BoardWord], most: int) -> dict[str, Any]:
    """Sizes for a board with about `most` cells at most."""
    names = {spec.name for spec in specs(cls)}
    if "size" in names:
        per = {"hexagon": 3.0, "trapezium": 1.5, "triangle": 0.5}.get(cls.tag(), 1.0)
        top = max(2, int((most / per) ** 0.5))
        return {"size": max(2, top - d.below(min(top - 1, 5)))}
    if not {"columns", "rows"} <= names:
        return {}
    if d.odds(1, 12):
        return {"columns": 2 + d.below(2), "rows": 1 + d.below(max(1, most // 3))}
    area = most * (2 if cls is Checkered else 1)
    top = max(3, int(area**0.5))
    columns = max(3, top - d.below(min(top - 2, 4)))
    return {
        "columns": columns,
        "rows": max(2, min(columns + 1, area // columns) - d.below(3)) if d.odds(1, 3) else None,
    }


def draw_graph(d: Drawing, most: int) -> Graph:
    """Another board as a Graph with some fields left out, or a few points linked at random."""
    return (
        _random_points(d)
        if d.odds(1, 3)
        else _copy_board(d, d.one((Square(4), Hexagon(3), Checkered(5), Rhombus(3, 4))))
    )


def _copy_board(d: Drawing, board: Any) -> Graph:
    geometry: Geometry = board.geometry()
    removed = {d.below(len(geometry.names)) for _ in range(d.below(4))}
    cells = [c for c in range(len(geometry.names)) if c not in removed]
    names = {c: geometry.names[c] for c in cells}

    def sets(rows: tuple[tuple[str, int], ...]) -> list[tuple[str, str]]:
        texts = ((label, " ".join(names[c] for c in bits(mask) if c in names)) for label, mask in rows)
        return [(label, text) for label, text in texts if text]

    axes = [a for a in geometry.axes if not d.odds(1, 8)]
    back = {a: geometry.opposite[a] for a in axes if not d.odds(1, 10)}
    labels = geometry.directions
    links = [
        (labels[a], names[c], names[geometry.steps[a][c]])
        for a in axes
        for c in cells
        if geometry.steps[a][c] in names and not d.odds(1, 24)
    ]
    linked_labels = {label for label, _, _ in links} | {labels[b] for b in back.values()}
    forward = [" ".join(labels[w] for w in bits(ways) if labels[w] in linked_labels) for ways in geometry.forward]
    return Graph(
        tuple((names[c], *geometry.centres[c]) for c in cells),
        tuple(links),
        opposites=tuple((labels[a], labels[b]) for a, b in back.items()),
        diagonals=tuple(labels[w] for w in bits(geometry.diagonals) if labels[w] in linked_labels and not d.odds(1, 6)),
        forward=tuple(text for text in forward if text),
        rows=tuple(sets(geometry.rows)),
        columns=tuple(sets(geometry.columns)),
        edges=tuple(sets(geometry.edges)),
        corners=tuple((f"corner{i + 1}", text) for i, (_, text) in enumerate(sets(_list_cells(geometry.corners)))),
        look=d.one(("points", "cells")),
    )


def _list_cells(masks: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((str(i), mask) for i, mask in enumerate(masks))


def _random_points(d: Drawing) -> Graph:
    """Points in rows with random links in a few directions, loops and one-way links included."""
    count = 2 + d.below(11)
    cells = [(f"p{i}", float(i % 4), float(i // 4)) for i in range(count)]
    links: list[tuple[str, str, str]] = []
    used_links: set[tuple[Any, ...]] = set()
    for _ in range(count + d.below(2 * count)):
        label, source, target = d.one(("in", "out", "up")), f"p{d.below(count)}", f"p{d.below(count)}"
        if source != target and not {(label, source), (source, target)} & used_links:
            used_links |= {(label, source), (source, target)}
            links.append((label, source, target))
    labels = tuple(dict.fromkeys(label for label, _, _ in links))
    return Graph(
        tuple(cells),
        tuple(links),
        diagonals=labels[1:2] if d.odds(1, 3) else (),
        forward=labels[:1] * (1 + d.below(2)),
        edges=(("start", "p0"), ("finish", f"p{count - 1}")) if d.odds(1, 2) else (),
        corners=(("last", f"p{count - 1}"),) if d.odds(1, 2) else (),
    )
