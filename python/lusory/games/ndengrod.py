"""Five in a row on hexagons, where groups without an empty cell beside them are captured."""

from typing import Annotated, Literal

from ..rules import *
from . import game


@game
def ndengrod(
    size: Annotated[int | None, Whole(2, 8), "cells along an edge; 5, of the trapezium 7"] = None,
    board: Annotated[Literal["hexagon", "trapezium"], "the board, of today or of the original"] = "hexagon",
    length: Annotated[int, Whole(2, most="the longest line"), "stones in a line that win"] = 5,
    repeat: Annotated[int, Whole(2, off=True), "how often the same position stands before it draws"] = 3,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
    suicide: Annotated[Literal["allowed", "forbidden"], "may a move leave your own group captured"] = "allowed",
) -> Game:
    side = size or (5 if board == "hexagon" else 7)
    within("length", length, 2, 2 * side - 1)
    mine = Enclosed(own)
    place = Place() if suicide == "allowed" else Place(unless=mine)
    return Game(
        board=Hexagon(side, names="diagonals") if board == "hexagon" else Trapezium(side),
        opening=pie(swap, place),
        turn=place,
        effects=[Capture(Enclosed(enemy)), *([Capture(mine)] if suicide == "allowed" else [])],
        ends=[Win(Line(length)), *unless_off(repeat, lambda n: Draw(Repeats(n))), Draw(NoPly())],
    )
