"""Link the two edges of one's own."""

from typing import Annotated

from ..rules import *
from . import game


@game
def hex(
    size: Annotated[int, Whole(2, 26), "cells along an edge"] = 11,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    goal = BySide(Edges("top bottom"), Edges("left right"))
    return Game(
        board=Rhombus(size),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(Connected(own, goal))],
    )
