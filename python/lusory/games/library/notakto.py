"""Both place crosses; whoever makes three in a line loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def notakto(size: Annotated[int, Whole(3, 6), "columns and rows"] = 3) -> Game:
    return Game(
        board=Square(size),
        turn=Place(kind="cross", owner=neutral),
        ends=[Loss(Line(3, neutral))],
    )
