"""Winning sets: the sets of cells of which a side needs all to win, or which make it lose, read from rules under which
pieces never leave the board or change. They bound the value of a position (the engine's crates/solve, module
winning_sets, uses the same bounds), so that a proof may end where a player can no longer win.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..rules.cells import Connected, Corners, Edges, Empty, Line, Neutral, Own, Shift
from ..rules.effects import Capture, Flip, Promote
from ..rules.ends import Draw, Loss, NoPly, Win
from ..rules.game import Game
from ..rules.geometry import Geometry, bits, mask_of, union
from ..rules.logic import BySide, No, Some
from ..rules.plies import MOVES, Hop, Place, Remove, Swap
from ..rules.static_evaluation import BoardScene, edges, neighbour_directions
from ..rules.traversal import words
from ..rules.turns import Commit
from ..rules.word import And, Not, Word
from .pairing import paired_cells
from .symmetry import static

CELLS = 128
"""The most cells of a board."""


class WayToWin(NamedTuple):
    """A way to win: all cells of one of the lines; or a connected group that touches so many (needed) of the regions.
    neighbours: of each cell."""

    lines: tuple[int, ...] = ()
    regions: tuple[int, ...] = ()
    neighbours: tuple[int, ...] = ()
    needed: int = 0

    def is_met(self, cells: int) -> bool:
        """Whether these cells suffice."""
        if not self.needed:
            return any(line & ~cells == 0 for line in self.lines)
        return any(
            sum(1 for region in self.regions if region & group) >= self.needed
            for group in groups(cells, self.neighbours)
        )


def groups(cells: int, neighbours: tuple[int, ...]) -> Iterator[int]:
    """The connected groups of a set of cells."""
    while cells:
        group = added = cells & -cells
        while added:
            added = union(neighbours[cell] for cell in bits(added)) & cells & ~group
            group |= added
        yield group
        cells &= ~group


class WinningSets(NamedTuple):
    """goals: the ways to win of each side. losses: the same of ways to lose, which count where it does not win. cells:
    how many the board has. supports: where a turn is one piece on an empty cell, and nothing but a line and the full
    board ends the game: by cell, the cells that must be filled before it; None for other rules."""

    goals: tuple[tuple[WayToWin, ...], tuple[WayToWin, ...]]
    losses: tuple[tuple[WayToWin, ...], tuple[WayToWin, ...]]
    cells: int
    supports: tuple[int, ...] | None

    @property
    def is_free(self) -> bool:
        """Whether a turn is one piece on any empty cell, and nothing but a win and the full board ends the game."""
        return self.supports is not None and not any(self.supports) and not any(self.losses)

    @property
    def has_lines(self) -> bool:
        """Whether the engine plays on sets of cells: lines win or lose, and a turn is one piece."""
        goals = (goal for goals in self.goals + self.losses for goal in goals)
        return self.supports is not None and not any(goal.needed for goal in goals)

    def from_position(self, owned: Sequence[int]) -> WinningSets:
        """The winning sets for searches from a position. owned: the pieces of each side. A diagram may have a complete
        line, by which its side wins or loses with its next ply, whichever that is: then no search is among sets of
        cells."""
        is_complete = any(
            way.is_met(own)
            for of_kind in (self.goals, self.losses)
            for ways_of_side, own in zip(of_kind, owned, strict=True)
            for way in ways_of_side
        )
        return self._replace(supports=None) if is_complete else self

    def may_win(self, side: int, own: int, blocked: int, moves: bool) -> bool:
        """Whether it is not excluded that a side wins. own: its pieces; blocked: all others. moves: it is to move."""
        if self.is_free and not any(goal.needed for goal in self.goals[side]):
            return self.least_potential(side, own, blocked, moves) >= 1 and not self.has_pairs(side, own, blocked)
        board = (1 << self.cells) - 1
        wins = any(goal.is_met(board & ~blocked) for goal in self.goals[side])
        return wins or any(goal.is_met(board & ~own) for goal in self.losses[1 - side])

    def least_potential(self, side: int, own: int, blocked: int, moves: bool) -> float:
        """The sum of 2^-(empty cells) over the lines without another piece, after the best ply of the side if it moves.
        Below 1 the other player prevents them all: the cell of the greatest sum is taken every time (Erdős and
        Selfridge 1973)."""
        open_lines = [line for goal in self.goals[side] for line in goal.lines if not line & blocked]
        weights = [(line & ~own, 0.5 ** (line & ~own).bit_count()) for line in open_lines]
        total = sum(weight for _, weight in weights)
        if not moves or total >= 1:
            return total
        empty = union(cells for cells, _ in weights)
        return total + max((sum(w for cells, w in weights if cells >> cell & 1) for cell in bits(empty)), default=0.0)

    def has_pairs(self, side: int, own: int, blocked: int) -> bool:
        """Whether the other player is found to have a pairing strategy against all lines."""
        lines = [line & ~own for goal in self.goals[side] for line in goal.lines if not line & blocked]
        return paired_cells(lines) is not None

    def options(self) -> dict[str, Any]:
        """As the engine's Solver takes them."""
        goals, losses = ([[self._columns(way) for way in ways] for ways in part] for part in (self.goals, self.losses))
        supports = None if self.supports is None else [list(bits(cells)) for cells in self.supports]
        return {"goals": goals, "losses": losses, "free": self.is_free, "supports": supports, "cells": self.cells}

    @staticmethod
    def _columns(goal: WayToWin) -> tuple[list[list[int]], list[list[int]], list[list[int]], int]:
        lines, regions, neighbours = ([list(bits(cells)) for cells in part] for part in goal[:3])
        return lines, regions, neighbours, goal.needed


def winning_sets(game: Game) -> WinningSets | None:
    """The winning sets of a game; None where its rules have none, or more words than are understood here."""
    if game.players != 2 or len(game.geometry.names) > CELLS or any(game.geometry.loops) or not pieces_stay(game):
        return None
    ends = [end for end in game.ends if isinstance(end, (Win, Loss))]
    if not ends or not all(isinstance(end, (Win, Loss, Draw)) for end in game.ends):
        return None
    # Where a side does both, the end that comes first counts.
    if any(isinstance(end, Win) and isinstance(before, Loss) for before, end in itertools.pairwise(ends)):
        return None
    goals, losses = (ways(game, [end for end in ends if isinstance(end, kind)]) for kind in (Win, Loss))
    if goals is None or losses is None:
        return None
    return WinningSets(goals, losses, len(game.geometry.names), supports(game))


def ways(game: Game, ends: list[Win | Loss]) -> tuple[tuple[WayToWin, ...], tuple[WayToWin, ...]] | None:
    """By side, the sets of cells of some ends; None where one of them reads more than own pieces."""
    first, second = (tuple(way for end in ends if (way := goal_of(game, end, side)) is not None) for side in (0, 1))
    return (first, second) if len(first) + len(second) == 2 * len(ends) else None


def pieces_stay(game: Game) -> bool:
    """Whether all pieces are placed on empty cells, and neither leave the board nor change."""
    for word in words((game.opening, game.turn, game.effects)):
        if isinstance(word, (Capture, Flip, Promote, Remove, Swap, Commit, Hop, *MOVES)):
            return False
        if isinstance(word, Place) and (not within_empty(word.to) or not isinstance(word.owner, (Own, Neutral))):
            return False
    return True


def within_empty(cells: Any) -> bool:
    """Whether a set has only empty cells."""
    return isinstance(cells, Empty) or (isinstance(cells, And) and any(within_empty(part) for part in cells.parts))


def supports(game: Game) -> tuple[int, ...] | None:
    """By cell, the cells that must be filled before it, where a turn is one own piece on an empty cell and nothing but
    lines and then the full board end the game. None for other rules."""
    if game.opening or game.effects or game.setup or not isinstance(game.turn, Place):
        return None
    if game.turn != Place(to=game.turn.to, kind=game.turn.kind):
        return None
    draws = [end for end in game.ends if isinstance(end, Draw)]
    in_order = not draws or not any(isinstance(end, (Win, Loss)) for end in game.ends[game.ends.index(draws[0]) :])
    by_ply = all(isinstance(end, (Win, Loss, Draw)) and end.at == "ply" for end in game.ends)
    by_one_line = all(not word.exact and word.times == 1 for word in words(game.ends) if isinstance(word, Line))
    if not in_order or not by_ply or not by_one_line or any(end.when not in (No(Empty()), NoPly()) for end in draws):
        return None
    below = cells_below(game, game.turn.to)
    return below if below is not None and fills_up(below) else None


def cells_below(game: Game, to: Any) -> tuple[int, ...] | None:
    """By cell, the cells that must be filled before a piece may be placed there; None where the word for the cells asks
    for more."""
    parts = to.parts if isinstance(to, And) else (to,)
    below = [0] * len(game.geometry.names)
    for part in parts:
        if part == Empty():
            continue
        shifted = part.of if isinstance(part, Not) else None
        if not isinstance(shifted, Shift) or shifted.of != Empty() or not static(shifted.directions):
            return None
        directions = [BoardScene(game.geometry, side).directions(shifted.directions) for side in (0, 1)]
        if directions[0] != directions[1]:
            return None
        for cell in range(len(below)):
            for way in bits(directions[0]):
                for above in bits(game.geometry.shift(1 << cell, way)):
                    below[above] |= 1 << cell
    return tuple(below)


def fills_up(below: tuple[int, ...]) -> bool:
    """Whether some empty cell may be taken as long as there is one."""
    filled, size = 0, -1
    while filled.bit_count() > size:
        size = filled.bit_count()
        filled |= mask_of(cell for cell, cells in enumerate(below) if cells & ~filled == 0)
    return size == len(below)


def goal_of(game: Game, end: Win | Loss, side: int) -> WayToWin | None:
    """The goal of an end for a side; None where it is none of its own pieces alone."""
    word = by_side(end.when, side)
    while isinstance(word, Some):
        word = by_side(word.of, side)
    if not isinstance(word, (Line, Connected)) or by_side(word.of, side) != Own():
        return None
    scene = BoardScene(game.geometry, side)
    if word.directions is not None and not static(word.directions):
        return None
    if isinstance(word, Connected):
        return connection(game.geometry, word, scene, side)
    directions = game.geometry.every if word.directions is None else scene.directions(word.directions)
    return WayToWin(lines=tuple(windows(game.geometry, directions, word.n)))


def by_side(word: Any, side: int) -> Any:
    """The word that a choice by side selects."""
    while isinstance(word, BySide):
        word = word.parts[side]
    return word


def connection(geometry: Geometry, word: Connected, scene: BoardScene, side: int) -> WayToWin | None:
    """The goal of a connection."""
    regions = by_side(word.regions, side)
    if not isinstance(regions, (Word, tuple)) or not static_regions(regions):
        return None
    if isinstance(regions, Edges):
        sets = edges(geometry, regions)
    elif isinstance(regions, Corners):
        sets = geometry.corners
    else:
        sets = tuple(scene.cells(part) for part in (regions if isinstance(regions, tuple) else (regions,)))
    directions = neighbour_directions(scene, word.directions)
    neighbours = tuple(geometry.adjacent(1 << cell, directions) for cell in range(len(geometry.names)))
    return WayToWin(regions=sets, neighbours=neighbours, needed=max(1, len(sets)) if word.n is None else word.n)


def static_regions(regions: Any) -> bool:
    """Whether regions depend on the board alone."""
    return all(static(part) for part in regions) if isinstance(regions, tuple) else static(regions)


def windows(geometry: Geometry, directions: int, n: int) -> Iterator[int]:
    """All sets of n consecutive cells along these directions."""
    found = set()
    for way in bits(directions):
        for cell in range(len(geometry.names)):
            run = [cell, *geometry.ray(cell, way)][:n]
            window = mask_of(run)
            if len(run) == n and window not in found:
                found.add(window)
                yield window
