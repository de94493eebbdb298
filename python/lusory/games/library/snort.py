"""Bulls and cows, never in fields next to each other; whoever has no room loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def snort(size: Annotated[int, Whole(2, 19), "columns and rows"] = 6) -> Game:
    return Game(board=Square(size), turn=Place(to=empty & ~Adjacent(enemy)), ends=[Win(NoPly())])
