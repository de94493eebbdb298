"""Derives from a rule value what the layout of a net needs: board, symmetries of the rules, length of lines."""

from __future__ import annotations

from ..rules.cells import Line
from ..rules.game import Game
from ..rules.traversal import words
from ..solve.symmetry import symmetries, treats_sides_alike

LONGEST = 8
"""Longer lines get no patterns."""

EngineBoard = tuple[int, list[list[int]], list[int], list[bool], list[tuple[list[int], bool]], int]
"""Cells; steps; opposites; which directions share sides; symmetries, and whether they exchange the sides; lines."""


def board(game: Game) -> EngineBoard:
    """The board as the engine's Net takes it."""
    geometry = game.geometry
    directions = range(len(geometry.steps))
    return (
        len(geometry.names),
        [list(steps) for steps in geometry.steps],
        list(geometry.opposite),
        [bool(geometry.sides >> way & 1) for way in directions],
        board_symmetries(game),
        line_length(game),
    )


def board_symmetries(game: Game) -> list[tuple[list[int], bool]]:
    """The symmetries of the rules. Where more than two sides are treated alike, each is exchanged for the next one."""
    found = [(list(symmetry.cells), symmetry.exchange) for symmetry in symmetries(game)]
    if game.players > 2 and treats_sides_alike(game):
        found.append((list(range(len(game.geometry.names))), True))
    return found


def line_length(game: Game) -> int:
    """The length of the longest lines that the rules count; 0 where they count none."""
    return max((word.n for word in words(game) if isinstance(word, Line) and word.n <= LONGEST), default=0)
