"""Dominoes, upright against lying; whoever has no room loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def domineering(size: Annotated[int, Whole(2, 19), "columns and rows"] = 8) -> Game:
    return Game(
        board=Square(size),
        turn=BySide(Place(shape=("N",)), Place(shape=("E",))),
        ends=[Win(NoPly())],
    )
