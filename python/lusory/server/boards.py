"""The board of a table as a game begins: it follows from the rules alone, so it holds no secret."""

from __future__ import annotations

import hashlib

import msgspec

from ..play.position import Position
from . import visibility

STONES = "<g pointer-events"
"""Where in a drawing the part above the cells and their coordinates begins: marks, stones."""

FIRST = "board"
"""Stands for the names of the cells and of the view of a table's board before the first ply: whoever loads that beside
the table does not know them yet."""


class FirstBoard(msgspec.Struct, frozen=True):
    """cells_id: the name of the cells in `svg`, a drawing that ends where marks and stones begin. view_id: the name of
    `stones`, the rest of it before the first ply. cells: in order. neighbours: by direction,
    of each cell, None at the edge."""

    cells_id: str
    view_id: str
    svg: str
    stones: str
    cells: list[str]
    neighbours: dict[str, list[str | None]]


def board_of(start: Position) -> FirstBoard:
    """The board of a game. start: its first position."""
    drawing = visibility.draw_board(start, None)
    at = max(0, drawing.find(STONES))
    cells, stones = drawing[:at], drawing[at:]
    return FirstBoard(name_of(cells), f"{FIRST}-{name_of(stones)}", cells, stones, **visibility.board(start))


def name_of(part: str) -> str:
    """The name of a part of a drawing: equal parts have equal names."""
    return hashlib.sha256(part.encode()).hexdigest()[:12]
