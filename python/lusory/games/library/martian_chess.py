"""Whatever stands in your half is yours: capture across the canal, and your piece changes hands."""

from __future__ import annotations

from typing import Any as Anything

from ...rules import *
from ...rules.word import Cells, Ply
from .. import game

HOME, ABROAD = Ranks(1, 4), Ranks(-4, -1)
WORTH = {"queen": 3, "drone": 2, "pawn": 1}


def moves(kind: str, cells: Cells, movers: Cells | None = None, then: tuple[Earn, ...] = ()) -> list[Ply]:
    """How a kind moves: a pawn one step diagonally, a drone one or two straight, a queen any distance."""
    pieces = neutral & Kind(kind) & HOME
    pieces = pieces if movers is None else pieces & movers
    if kind == "pawn":
        return [Step(pieces, to=cells, directions=diagonal, then=then)]
    if kind == "queen":
        return [Slide(pieces, to=cells, directions=every, then=then)]
    two_squares = Slide(pieces, to=cells, directions=orthogonal, distance=2, then=then)
    return [Step(pieces, to=cells, directions=orthogonal, then=then), two_squares]


def walks(kind: str) -> list[Ply]:
    """A kind's moves to empty cells; a piece that has just crossed the canal does not go back to where it came from."""
    crossed = Marked("crossed")
    return [*moves(kind, empty, ~crossed), *moves(kind, empty & ~Marked("left"), crossed)]


def captures(kind: str) -> list[Ply]:
    """A kind's captures of each kind across the canal, with the points that they bring."""
    prey = ((neutral & Kind(other_kind) & ABROAD, points) for other_kind, points in WORTH.items())
    return [ply for cells, points in prey for ply in moves(kind, cells, then=(Earn(points),))]


@game
def martian_chess() -> Game:
    corners = {"queen": ("d1 c1 d2", "a8 b8 a7"), "drone": ("b1 c2 d3", "c8 b7 a6"), "pawn": ("b2 c3 b3", "c7 b6 c6")}
    crosses = to & ABROAD
    marks: list[Anything] = [
        Unmark(everywhere, "crossed"),
        If(crosses, Mark(to, "crossed")),
        If(crosses, Mark(origin, "left", turns=1)),
    ]
    over = (Any(No(neutral & HOME), No(neutral & ABROAD)), Quiet(20, without="capture"), NoPly())
    return Game(
        board=Square(4, 8),
        setup=[
            Put(At(cells), side=0, kind=kind) for kind, cells_of_corner in corners.items() for cells in cells_of_corner
        ],
        turn=Either(*(ply for kind in WORTH for ply in (*walks(kind), *captures(kind)))),
        effects=marks,
        ends=[Most(Score(own), when=end) for end in over],
    )
