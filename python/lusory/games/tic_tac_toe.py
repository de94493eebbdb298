"""Three in a row on nine squares."""

from typing import Annotated

from ..rules import *
from . import game


@game
def tic_tac_toe(
    size: Annotated[int, Whole(3, 9), "columns and rows, and stones in a row"] = 3,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    return Game(
        board=Square(size),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(Line(size)), Draw(No(empty))],
    )
