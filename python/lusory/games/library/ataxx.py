"""Grow beside a stone or leap two away; enemies beside the new stone change sides."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def ataxx(size: Annotated[int, Whole(3, 8), "columns and rows"] = 7) -> Game:
    move = Either(Place(to=empty & Adjacent(own, every)), Leap(own, distance=2, directions=every))
    last = "abcdefgh"[size - 1]
    return Game(
        board=Square(size),
        setup=[Put(At(f"a{size} {last}1"), side=1), Put(At(f"a1 {last}{size}"), side=2)],
        turn=First(move, Pass()),
        effects=[Flip(enemy & Adjacent(to, every))],
        ends=[
            Win(No(enemy)),
            Most(Count(own), when=No(empty)),
            Most(Count(own), when=NoPly(move, by="all")),
            Draw(Quiet(100, without="placement")),
        ],
    )
