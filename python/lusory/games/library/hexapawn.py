"""Pawns alone: one that gets to the far row wins, and so does who leaves the other without a move."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def hexapawn(
    columns: Annotated[int, Whole(2, 10), "columns"] = 3,
    rows: Annotated[int, Whole(3, 10), "rows"] = 3,
) -> Game:
    return Game(
        board=Square(columns, rows),
        setup=[Put(Ranks(1), side=side, kind="pawn") for side in (1, 2)],
        turn=Either(
            Step(own, directions=forward & orthogonal),
            Step(own, to=enemy, directions=forward & diagonal),
        ),
        ends=[Win(own & Ranks(-1)), Win(NoPly())],
        colours=("white", "black"),
    )
