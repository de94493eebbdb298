"""One ball jumps over men that belong to nobody: place a man or jump, and get the ball to the far end."""

from typing import Annotated

from ...rules import *
from ...rules.word import Cells, Ply
from .. import game


@game
def phutball(
    columns: Annotated[int, Whole(5, 19, step=2), "columns of the field"] = 15,
    rows: Annotated[int, Whole(7, 23, step=2), "rows of the field with the row behind each goal line"] = 21,
) -> Game:
    ball, men = neutral & Kind("ball"), neutral & Kind("man")
    jumped = Ray(origin, heading, through=men)

    def jump(pieces: Cells) -> Ply:
        return Slide(pieces, directions=every, through=men, needs=jumped, then=(Capture(jumped),))

    return Game(
        board=Square(columns, rows, look="points"),
        setup=[Put(Center(), side=0, kind="ball")],
        turn=Either(
            Place(to=empty & ~Ranks(1) & ~Ranks(-1), kind="man", owner=neutral),
            Sequence(jump(ball), Repeat(jump(just))),
        ),
        ends=[
            Win(ball & Ranks(-2, -1), at="turn"),
            Loss(ball & Ranks(1, 2), at="turn"),
            Draw(NoPly()),
            Draw(Quiet(200, without="capture")),
        ],
    )
