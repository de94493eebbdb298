"""Fill squares next to filled ones; points for echoing the move before one's own last."""

from typing import Annotated

from ..rules import *
from . import game


@game
def doppel(
    size: Annotated[int, Whole(2, 19), "columns and rows"] = 8,
    growth: Annotated[bool, "only squares filled before the opponent's last count"] = False,
) -> Game:
    p, q, b = Last(own, 2), Last(own, 1), Last(enemy, 1)
    echo = Shift(b, -Heading(p, q, distance=1)) & neutral
    return Game(
        board=Square(size),
        opening=[Chance(Place(owner=neutral))],
        turn=Place(owner=neutral, to=empty & Adjacent(neutral)),
        effects=[Earn(1, when=echo & ~to if growth else echo)],
        ends=[Most(Score(own), when=No(empty))],
    )
