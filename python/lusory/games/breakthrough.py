"""Walk a stone to the far side."""

from typing import Annotated

from ..rules import *
from . import game


@game
def breakthrough(
    size: Annotated[int, Whole(4, 20), "columns and rows"] = 8,
) -> Game:
    home = Ranks(1, 2 if size >= 6 else 1)
    return Game(
        board=Square(size),
        setup=[Put(home, side=1), Put(home, side=2)],
        turn=Either(
            Step(own, directions=forward & orthogonal),
            Step(own, to=empty | enemy, directions=forward & diagonal),
        ),
        ends=[Win(own & Ranks(-1)), Win(No(enemy))],
        colours=("white", "black"),
    )
