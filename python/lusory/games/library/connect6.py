"""Six in a row, with two stones a turn."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def connect6(size: Annotated[int, Whole(6, 19), "columns and rows"] = 19) -> Game:
    return Game(
        board=Square(size, look="points"),
        opening=[Place()],
        turn=Sequence(Place(), Place()),
        ends=[Win(Line(6)), Draw(No(empty))],
    )
