"""Surround more of the board than the opponent."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def go(
    size: Annotated[int, Whole(2, 19), "columns and rows"] = 9,
    komi: Annotated[int, Whole(0, 99), "points that second gets for moving second"] = 7,
) -> Game:
    territory = empty & ~Group(empty, at=Adjacent(enemy))
    area = Count(own) + Count(territory)
    return Game(
        board=Square(size, names="go", look="points"),
        turn=Either(Place(unless=Any(Enclosed(own), Repeats(2))), Pass()),
        effects=[Capture(Enclosed(enemy))],
        ends=[Most(area + BySide(0, komi) if komi else area, when=Quiet(2))],
    )
