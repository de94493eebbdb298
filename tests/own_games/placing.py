"""Games of placing and of taking away."""

from __future__ import annotations

from typing import Annotated

from lusory.games import game
from lusory.rules import *

EAST, NORTH = Dir("E"), Dir("N")


@game
def teeko() -> Game:
    """John Scarne, 1937: four stones each, placed and then moved, in a line or a square of four."""
    square = own & Shift(own, EAST) & Shift(own, NORTH) & Shift(Shift(own, EAST), NORTH)
    return Game(
        board=Square(5),
        setup=[InHand(4)],
        turn=If(Hand(own) >= 1, Place(), Step(own, directions=every)),
        ends=[Win(Line(4)), Win(square), Draw(NoPly()), Draw(Repeats(3))],
        terms={"at the upper right of a square of four": square},
    )


@game
def chomp(columns: Annotated[int, Whole(2, 12)] = 5, rows: Annotated[int, Whole(2, 12)] = 4) -> Game:
    """David Gale: bite off a piece with all above it and right of it. The last piece is poisoned."""
    right = Ray(to, EAST, through=everywhere)
    return Game(
        board=Square(columns, rows),
        setup=[Put(everywhere, side=0, kind="piece")],
        turn=Remove(neutral, then=(Capture(neutral & (right | Ray(to | right, NORTH, through=everywhere))),)),
        ends=[Loss(No(neutral))],
        terms={"in its row to the right": right},
    )


@game
def snort(size: Annotated[int, Whole(2, 19)] = 6) -> Game:
    """Simon Norton: bulls and cows never in fields next to each other."""
    return Game(board=Square(size), turn=Place(to=empty & ~Adjacent(enemy)), ends=[Win(NoPly())])


@game
def order_and_chaos() -> Game:
    """Stephen Sniderman, 1981: both place crosses and noughts; First wants five in a row, Second none."""
    five = Any(*(Some(Line(5, neutral & Kind(kind), exact=True)) for kind in ("cross", "nought")))
    return Game(
        board=Square(6),
        turn=Either(*(Place(kind=kind, owner=neutral) for kind in ("cross", "nought"))),
        ends=[BySide(Win(five), Loss(five)), BySide(Loss(No(empty)), Win(No(empty)))],
    )


@game
def yote() -> Game:
    """West Africa: a jump takes the stone jumped over and any other."""
    return Game(
        board=Square(6, 5),
        setup=[InHand(12)],
        turn=Either(Place(), Step(own), Sequence(Hop(own, over=enemy), Remove(enemy))),
        ends=[Win(All(No(enemy), Hand(enemy) <= 0)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(100, "capture"))],
    )
