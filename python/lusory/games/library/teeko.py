"""Four stones each, placed and then moved, into a line or a square of four."""

from ...rules import *
from .. import game

EAST, NORTH = Dir("E"), Dir("N")


@game
def teeko() -> Game:
    square = own & Shift(own, EAST) & Shift(own, NORTH) & Shift(Shift(own, EAST), NORTH)
    return Game(
        board=Square(5),
        setup=[InHand(4)],
        turn=If(Hand(own) >= 1, Place(), Step(own, directions=every)),
        ends=[Win(Line(4)), Win(square), Draw(NoPly()), Draw(Repeats(3))],
        terms={"at the upper right of a square of four": square},
    )
