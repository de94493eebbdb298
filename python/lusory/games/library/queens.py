"""Place queens that attack no other; whoever cannot loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def queens(size: Annotated[int, Whole(1, 19), "columns and rows"] = 8) -> Game:
    attacked = Row(neutral) | Column(neutral) | Ray(neutral, diagonal, through=everywhere)
    return Game(
        board=Square(size),
        turn=Place(to=empty & ~attacked, kind="queen", owner=neutral),
        ends=[Win(NoPly())],
    )
