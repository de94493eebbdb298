"""Colour a map: no two neighbours in your own colour; whoever cannot colour loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def col(size: Annotated[int, Whole(2, 19), "columns and rows"] = 6) -> Game:
    return Game(board=Square(size), turn=Place(to=empty & ~Adjacent(own)), ends=[Win(NoPly())])
