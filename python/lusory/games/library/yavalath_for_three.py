"""Four in a row win; whoever makes three is out."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def yavalath_for_three(size: Annotated[int, Whole(3, 8), "cells along an edge"] = 5) -> Game:
    return Game(
        board=Hexagon(size),
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
        players=3,
    )
