"""Rooks that take what they flank, a row of any length."""

from ...rules import *
from .. import game


@game
def hasami_shogi() -> Game:
    return Game(
        board=Square(9),
        setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2)],
        turn=Slide(own),
        effects=[Capture(Ray(to, orthogonal, through=enemy, until=own))],
        ends=[Win(Captured(own) >= 8), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(200, "capture"))],
    )
