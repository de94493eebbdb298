"""Hex the other way round: whoever links the two edges loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def rex(size: Annotated[int, Whole(2, 19), "cells along an edge"] = 11) -> Game:
    return Game(
        board=Rhombus(size),
        opening=[Place(), Either(Swap(), Keep())],
        turn=Place(),
        ends=[Loss(Connected(own, BySide(Edges("top bottom"), Edges("left right"))))],
    )
