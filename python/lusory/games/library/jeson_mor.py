"""Nine knights each; whoever leaves the middle square after standing there wins."""

from ...rules import *
from .. import game
from .chess import knights


@game
def jeson_mor() -> Game:
    return Game(
        board=Square(9),
        setup=[Put(Ranks(1), side=side, kind="knight") for side in (1, 2)],
        turn=Leap(own, to=empty | enemy, distance=3, needs=to & knights(origin)),
        ends=[Win(origin & Center()), Win(No(enemy)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(100, "capture"))],
    )
