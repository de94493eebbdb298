"""Reads off the rules that positions fall into independent parts: every ply touches neighbouring cells, and whoever has
no ply left loses. Then a position is a sum, and small parts have values (the engine's crates/solve, module sum_board).

A ply acts on two sets of cells, one for each side. Where stones are captured by their neighbours, they are the stones
of the sides; where pieces are placed, the empty cells on which each side may place one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..play.contract import seats
from ..play.position import Position
from ..rules.actions import Actions, key_of
from ..rules.cells import Adjacent, Empty, Enemy, Neutral, Own
from ..rules.ends import NoPly, Win
from ..rules.game import Game
from ..rules.geometry import bits, mask_of, union
from ..rules.logic import BySide
from ..rules.plies import Place, Step
from ..rules.setup import InHand
from ..rules.static_evaluation import BoardScene, neighbour_directions
from ..rules.traversal import words
from ..rules.turns import Either
from ..rules.word import And, Not
from .symmetry import static

CELLS = 128
"""The most cells of a board."""

Sets = tuple[int, int]
"""A set of cells for each side."""


class LocalPly(NamedTuple):
    """A ply of a side: the cells of both sets that it needs, takes away, and then adds."""

    action: int
    side: int
    needs: Sets
    takes: Sets
    adds: Sets = (0, 0)


class Near(NamedTuple):
    """Cells next to the pieces of an owner: 0 is nobody, 1 the first side. neighbours: of each cell."""

    owner: int
    neighbours: tuple[int, ...]


class LocalPlies(NamedTuple):
    """plies: of both sides. near: where pieces are placed, the pieces near which each side may place none; None where
    stones are captured."""

    plies: tuple[LocalPly, ...]
    cells: int
    near: tuple[tuple[Near, ...], ...] | None

    def options(self, position: Position) -> dict[str, Any]:
        """As the engine's Solver takes them, from a position."""
        listed = [
            (ply.action, ply.side, [[list(bits(cells)) for cells in sets] for sets in (ply.needs, ply.takes, ply.adds)])
            for ply in self.plies
        ]
        start = [list(bits(cells)) for cells in self.sets(position)]
        players = seats(position.contract, position.state) or (0, 1)
        return {"sum": (self.cells, listed, start, players.index(position.to_move), list(players))}

    def sets(self, position: Position) -> Sets:
        """The sets of both sides in a position."""
        owned = pieces_of_owners(position)
        if self.near is None:
            return owned[1], owned[2]
        empty = (1 << self.cells) - 1 & ~union(owned)
        first, second = (
            empty & ~union(near.neighbours[cell] for near in nears for cell in bits(owned[near.owner]))
            for nears in self.near
        )
        return first, second


def pieces_of_owners(position: Position) -> list[int]:
    """The pieces of nobody and of both sides."""
    stones = position.contract.picture(position.state, None).stones
    return [mask_of(stone.cell for stone in stones if stone.side == owner) for owner in range(3)]


def local_plies(game: Game) -> LocalPlies | None:
    """The plies of a game whose positions fall into parts; None where its rules are others, or not understood here."""
    is_last_to_move = game.ends == (Win(NoPly()),) and not game.opening and not game.effects
    if game.players != 2 or not is_last_to_move or len(game.geometry.names) > CELLS or any(game.geometry.loops):
        return None
    if any(isinstance(word, InHand) for word in words(game)):
        return None
    by_side = [list(alternatives(game.turn, side)) for side in (0, 1)]
    return captures(game, by_side) or placements(game, by_side)


def alternatives(turn: Any, side: int) -> Iterator[Any]:
    """The plies that a turn offers a side."""
    while isinstance(turn, BySide):
        turn = turn.parts[side]
    if isinstance(turn, Either):
        for part in turn.parts:
            yield from alternatives(part, side)
    else:
        yield turn


def captures(game: Game, by_side: list[list[Any]]) -> LocalPlies | None:
    """The plies where every ply captures an enemy stone on a neighbouring cell."""
    board, actions, plies = game.geometry, Actions(game), []
    for side, offered in enumerate(by_side):
        scene = BoardScene(board, side)
        for word in offered:
            if not isinstance(word, Step) or word != Step(Own(), to=Enemy(), directions=word.directions):
                return None
            if word.directions is not None and not static(word.directions):
                return None
            for cell in range(len(board.names)):
                for way in bits(neighbour_directions(scene, word.directions)):
                    for to in bits(board.shift(1 << cell, way)):
                        sets = of_sides(side, 1 << cell, 1 << to)
                        action = actions.move(key_of(word), cell, to)
                        plies.append(LocalPly(action, side, sets, sets, of_sides(side, 1 << to, 0)))
    return LocalPlies(tuple(dict.fromkeys(plies)), len(board.names), None)


def placements(game: Game, by_side: list[list[Any]]) -> LocalPlies | None:
    """The plies where every ply places a piece, or several, on empty cells that are not next to certain pieces."""
    nears = [nears_of_side(game, side, offered) for side, offered in enumerate(by_side)]
    if nears[0] is None or nears[1] is None:
        return None
    board, actions, plies = game.geometry, Actions(game), []
    for side, offered in enumerate(by_side):
        for word in offered:
            owner = 0 if word.owner == Neutral() else side + 1
            for cell in range(len(board.names)):
                filled = board.shape(cell, word.shape)
                if not filled & ~board.all:
                    near = [near_cells(of_side, owner, filled) for of_side in (nears[0], nears[1])]
                    takes = (filled | near[0], filled | near[1])
                    plies.append(LocalPly(actions.cell(key_of(word), cell), side, of_sides(side, filled, 0), takes))
    return LocalPlies(tuple(plies), len(board.names), (nears[0], nears[1]))


def of_sides(side: int, own: int, other: int) -> Sets:
    """A side's cells and those of the other, the first side's first."""
    return (own, other) if side == 0 else (other, own)


def nears_of_side(game: Game, side: int, offered: list[Any]) -> tuple[Near, ...] | None:
    """The pieces near which a side may place none; None where its words are others, or differ in that."""
    if not offered or not all(isinstance(word, Place) and word.to == offered[0].to for word in offered):
        return None
    for word in offered:
        plain = Place(to=word.to, kind=word.kind, owner=word.owner, shape=word.shape)
        if word != plain or word.owner not in (Own(), Neutral()) or (word.shape and word.to != Empty()):
            return None
    to = offered[0].to
    parts = to.parts if isinstance(to, And) else (to,)
    if Empty() not in parts:
        return None
    found = [near_of_part(game, side, part) for part in parts if part != Empty()]
    return None if None in found else tuple(near for near in found if near is not None)


def near_of_part(game: Game, side: int, part: Any) -> Near | None:
    """The pieces of `~Adjacent(pieces)`; None for other words."""
    word = part.of if isinstance(part, Not) else None
    owners = {Own(): side + 1, Enemy(): 2 - side, Neutral(): 0}
    if not isinstance(word, Adjacent) or word.of not in owners:
        return None
    if word.directions is not None and not static(word.directions):
        return None
    directions = neighbour_directions(BoardScene(game.geometry, side), word.directions)
    neighbours = tuple(game.geometry.adjacent(1 << cell, directions) for cell in range(len(game.geometry.names)))
    return Near(owners[word.of], neighbours)


def near_cells(nears: tuple[Near, ...], owner: int, filled: int) -> int:
    """The cells that new pieces of an owner take from a side."""
    return union(near.neighbours[cell] for near in nears if near.owner == owner for cell in bits(filled))
