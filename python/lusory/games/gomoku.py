"""Five in a row."""

from typing import Annotated

from ..rules import *
from . import game


@game
def gomoku(
    size: Annotated[int, Whole(5, 19), "columns and rows"] = 15,
    exact: Annotated[bool, "six or more in a row do not win"] = False,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    return Game(
        board=Square(size, look="points"),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(Line(5, exact=exact)), Draw(No(empty))],
    )
