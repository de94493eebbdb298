"""Four in a row win, three lose."""

from typing import Annotated

from ..rules import *
from . import game


@game
def yavalath(
    size: Annotated[int, Whole(3, 13), "cells along an edge"] = 5,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    return Game(
        board=Hexagon(size),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
    )
