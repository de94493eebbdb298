"""Go until the first capture, which wins."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def atari_go(size: Annotated[int, Whole(2, 19), "columns and rows"] = 9) -> Game:
    return Game(
        board=Square(size, names="go", look="points"),
        turn=Place(unless=Enclosed(own)),
        effects=[Capture(Enclosed(enemy))],
        ends=[Win(Captured(own) >= 1), Win(NoPly())],
    )
