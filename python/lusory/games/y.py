"""Link all three edges of a triangle."""

from typing import Annotated

from ..rules import *
from . import game


@game
def y(
    size: Annotated[int, Whole(2, 26), "cells along an edge"] = 11,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    return Game(
        board=Triangle(size),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(Connected(own, Edges()))],
    )
