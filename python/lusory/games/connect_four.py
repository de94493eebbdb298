"""Drop stones into columns; four in a row win."""

from typing import Annotated

from ..rules import *
from . import game


@game
def connect_four(
    columns: Annotated[int, Whole(1, 20), "columns"] = 7,
    rows: Annotated[int, Whole(1, 20), "rows"] = 6,
    length: Annotated[int, Whole(2, most="the longer side"), "stones in a row that win"] = 4,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    within("length", length, 2, max(columns, rows))
    drop = Place(to=empty & ~Shift(empty, Dir("N")))
    return Game(
        board=Square(columns, rows),
        opening=pie(swap, drop),
        turn=drop,
        ends=[Win(Line(length)), Draw(No(empty))],
    )
