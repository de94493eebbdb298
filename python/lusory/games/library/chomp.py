"""Bite off a piece with all above and right of it; the last piece is poisoned."""

from typing import Annotated

from ...rules import *
from .. import game

EAST, NORTH = Dir("E"), Dir("N")


@game
def chomp(columns: Annotated[int, Whole(2, 12), "columns"] = 5, rows: Annotated[int, Whole(2, 12), "rows"] = 4) -> Game:
    right = Ray(to, EAST, through=everywhere)
    return Game(
        board=Square(columns, rows),
        setup=[Put(everywhere, side=0, kind="piece")],
        turn=Remove(neutral, then=(Capture(neutral & (right | Ray(to | right, NORTH, through=everywhere))),)),
        ends=[Loss(No(neutral))],
        terms={"in its row to the right": right},
    )
