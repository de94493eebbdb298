"""Lift two stones, then hop over enemies in straight lines; whoever cannot loses."""

from typing import Annotated

from ..rules import *
from . import game


@game
def konane(
    size: Annotated[int, Whole(4, 20), "columns and rows"] = 8,
) -> Game:
    return Game(
        board=Square(size),
        setup=[Put(Shade(0), side=1), Put(Shade(1), side=2)],
        opening=[Remove(own & (Center() | Corners())), Remove(own & Adjacent(empty))],
        turn=Sequence(Hop(own, over=enemy), Repeat(Hop(just, over=enemy, directions=heading))),
        ends=[Win(NoPly())],
    )
