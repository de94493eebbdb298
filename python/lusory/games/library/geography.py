"""Walk on from the last cell, never back to one that was used."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def geography(size: Annotated[int, Whole(2, 19), "columns and rows"] = 6) -> Game:
    return Game(
        board=Square(size),
        opening=[Place(owner=neutral)],
        turn=Place(to=empty & Adjacent(Last(enemy)), owner=neutral),
        ends=[Win(NoPly())],
    )
