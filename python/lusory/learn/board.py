"""Derives from a rule value what a net needs: board, symmetries of the rules, length of lines, connections."""

from __future__ import annotations

from typing import Any

from ..rules.cells import Connected, Corners, Edges, Line, Own
from ..rules.ends import Loss, Win
from ..rules.game import Game
from ..rules.geometry import bits
from ..rules.logic import BySide
from ..rules.static_evaluation import edges
from ..rules.traversal import words
from ..solve.symmetry import symmetries, treats_sides_alike

LONGEST = 8
"""Longer lines get no patterns."""

Connection = tuple[list[list[list[int]]], int]
"""By side the cells of each region; how many of them are to be linked."""
EngineBoard = tuple[int, list[list[int]], list[int], list[bool], list[tuple[list[int], bool]], int, list[Connection]]
"""Cells; steps; opposites; which directions share sides; symmetries, and whether they exchange the sides; lines;
connections."""


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
        connections(game),
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


def connections(game: Game) -> list[Connection]:
    """The connections of own pieces that win or lose, for which nets have a fast computation; none where the rules ask
    for one of another form, since then all are computed as `alphabeta` does."""
    goals = [end.when for end in game.ends if isinstance(end, Win | Loss) and isinstance(end.when, Connected)]
    asked = [word for word in words(game) if isinstance(word, Connected)]
    if game.players != 2 or len(asked) != len(goals):
        return []
    found = [connection(game, goal) for goal in goals]
    return [goal for goal in found if goal is not None] if all(found) else []


def connection(game: Game, goal: Connected) -> Connection | None:
    """A connection by the sides of cells between edges or corners; None for another."""
    regions = [regions_of(game, goal.regions, side) for side in range(game.players)]
    if type(goal.of) is not Own or goal.directions is not None or not all(regions):
        return None
    return regions, goal.n or len(regions[0])


def regions_of(game: Game, word: Any, side: int) -> list[list[int]]:
    """The cells of each region of a side; empty for other words than edges and corners."""
    part = word.parts[side] if isinstance(word, BySide) else word
    if isinstance(part, Edges):
        return [list(bits(cells)) for cells in edges(game.geometry, part)]
    return [list(bits(cells)) for cells in game.geometry.corners] if isinstance(part, Corners) else []
