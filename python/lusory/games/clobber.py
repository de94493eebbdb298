"""Step onto enemy stones; whoever cannot loses."""

from typing import Annotated

from ..rules import *
from . import game


@game
def clobber(
    rows: Annotated[int, Whole(1, 20), "rows"] = 5,
    columns: Annotated[int, Whole(2, 20), "columns"] = 6,
) -> Game:
    return Game(
        board=Square(columns, rows),
        setup=[Put(Shade(0), side=1), Put(Shade(1), side=2)],
        turn=Step(own, to=enemy),
        ends=[Win(NoPly())],
    )
