"""Two cars each: drive them off the far edge, and never shut the other in."""

from ...rules import *
from .. import game


@game
def dodgem() -> Game:
    directions, edges = BySide(Dir("N E W"), Dir("E N S")), BySide(Edges("top"), Edges("right"))
    return Game(
        board=Square(3),
        setup=[Put(At("b1 c1"), side=1, kind="car"), Put(At("a2 a3"), side=2, kind="car")],
        turn=Either(Step(own, directions=directions), Remove(own & edges)),
        ends=[Win(No(own)), Loss(NoPly()), Draw(Repeats(3))],
    )
