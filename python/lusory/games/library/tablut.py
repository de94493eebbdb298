"""A king and eight defenders against sixteen: the king makes for the edge."""

from ...rules import *
from .. import game


@game
def tablut() -> Game:
    king = Kind("king")
    beset = enemy & king & ~Adjacent(~own)
    return Game(
        board=Square(9),
        setup=[
            Put(At("d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5"), side=1, kind="soldier"),
            Put(At("e3 e4 e6 e7 c5 d5 f5 g5"), side=2, kind="soldier"),
            Put(At("e5"), side=2, kind="king"),
        ],
        turn=Slide(own, to=empty & ~Center()),
        effects=[Capture(Ray(to, orthogonal, through=enemy & ~king, until=own, length=1) | beset)],
        ends=[Win(own & king & Edges()), Win(No(king)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(200, "capture"))],
    )
