"""Martian chess in plain Python, written from its rules and not from their words: pieces on squares, and who sent which
piece across the canal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

WIDTH, HEIGHT = 4, 8
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
WORTH = {"Q": 3, "D": 2, "P": 1}
ROWS = (".DQQ", ".PDQ", ".PPD", "....", "....", "DPP.", "QDP.", "QQD.")
"""The squares from row 1 up, each row from column a."""

Square = tuple[int, int]


class Position(NamedTuple):
    """pieces: on squares (column, row), from 0. mover: 0 owns rows 0 to 3. sent: the last move, where it crossed the
    canal: to where, from where. quiet: moves since a capture."""

    pieces: dict[Square, str]
    mover: int = 0
    points: tuple[int, int] = (0, 0)
    sent: tuple[Square, Square] | None = None
    quiet: int = 0


def start() -> Position:
    """All on their squares."""
    return Position({(x, y): p for y, row in enumerate(ROWS) for x, p in enumerate(row) if p != "."})


def zone(square: Square) -> int:
    """Whose half it is."""
    return 0 if square[1] < HEIGHT // 2 else 1


def reach(position: Position, square: Square) -> Iterator[Square]:
    """The squares that a piece may go to, but for the ban on sending it back."""
    piece = position.pieces[square]
    ways, most = {"Q": (STRAIGHT + SLANTED, 8), "D": (STRAIGHT, 2), "P": (SLANTED, 1)}[piece]
    for dx, dy in ways:
        for k in range(1, most + 1):
            target = (square[0] + k * dx, square[1] + k * dy)
            if not (0 <= target[0] < WIDTH and 0 <= target[1] < HEIGHT):
                break
            if target not in position.pieces or zone(target) != position.mover:
                yield target
            if target in position.pieces:
                break


def moves(position: Position) -> list[tuple[Square, Square]]:
    """The legal moves, if the game is not over."""
    if is_over(position):
        return []
    return list(possible(position))


def possible(position: Position) -> Iterator[tuple[Square, Square]]:
    """The moves whether or not the game is over."""
    for square in position.pieces:
        if zone(square) == position.mover:
            for target in reach(position, square):
                if (square, target) != position.sent:
                    yield square, target


def after(position: Position, move: tuple[Square, Square]) -> Position:
    """The position after a move."""
    source, target = move
    pieces = dict(position.pieces)
    taken = pieces.get(target)
    pieces[target] = pieces.pop(source)
    points = list(position.points)
    points[position.mover] += WORTH[taken] if taken else 0
    sent = (target, source) if zone(target) != position.mover else None
    quiet = 0 if taken else position.quiet + 1
    return Position(pieces, 1 - position.mover, (points[0], points[1]), sent, quiet)


def is_over(position: Position) -> bool:
    """A half is empty, twenty moves without a capture, or the side to move cannot move."""
    halves = {zone(square) for square in position.pieces}
    return len(halves) < 2 or position.quiet >= 20 or not any(possible(position))


def text(move: tuple[Square, Square]) -> str:
    """A move as it is written."""
    return "-".join("abcd"[x] + str(y + 1) for x, y in move)
