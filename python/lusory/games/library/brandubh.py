"""A king and four defenders against eight: the king makes for a corner."""

from ...rules import *
from .. import game


@game
def brandubh() -> Game:
    special = Center() | Corners()
    guarded = Kind("king") & (Center() | Adjacent(Center()))
    flanked = Ray(to, through=enemy & ~guarded, until=own | (empty & special), length=1)
    beset = enemy & guarded & Adjacent(to) & ~Adjacent(~(own | Center()))
    soldiers = Slide(own & ~Kind("king"), to=empty & ~special)
    return Game(
        board=Square(7),
        setup=[
            Put(At("d1 d2 d6 d7 a4 b4 f4 g4"), side=1, kind="soldier"),
            Put(At("d3 d5 c4 e4"), side=2, kind="soldier"),
            Put(Center(), side=2, kind="king"),
        ],
        turn=Either(soldiers, Slide(own & Kind("king"))),
        effects=[Capture(flanked | beset)],
        ends=[Win(own & Kind("king") & Corners()), Win(No(Kind("king"))), Win(NoPly()), Draw(Repeats(3))],
        terms={"guarded": guarded},
    )
