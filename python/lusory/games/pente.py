"""Five in a row, or five pairs captured by flanking."""

from typing import Annotated

from ..rules import *
from . import game


@game
def pente(
    size: Annotated[int, Whole(5, 19), "columns and rows"] = 19,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    pairs = Ray(to, every, through=enemy, until=own, length=2)
    return Game(
        board=Square(size, names="go", look="points"),
        opening=pie(swap, Place()),
        turn=Place(),
        effects=[Capture(pairs)],
        ends=[Win(Line(5)), Win(Captured(own) >= 10), Draw(No(empty))],
    )
