"""The queen's guards: a queen and six guards go round and inwards, never back, to the centre of the board."""

from ...rules import *
from .. import game

FLANKED = Ray(enemy, every, through=own, until=enemy, length=1)
"""Pieces of the mover between two enemies in a line."""


@game
def agon() -> Game:
    inwards = Distance(to, Center(), everywhere) <= Distance(origin, Center(), everywhere)
    around = Adjacent(Center()) & own & Kind("guard")
    step = Either(
        Step(own & Kind("queen"), needs=inwards, unless=to & FLANKED),
        Step(own & Kind("guard"), to=empty & ~Center(), needs=inwards, unless=to & FLANKED),
    )
    return Game(
        board=Hexagon(6),
        setup=[
            Put(At("f1"), kind="queen", side=1),
            Put(At("d1 b1 a2 h1 j1 k2"), kind="guard", side=1),
            Put(At("f11"), kind="queen", side=2),
            Put(At("d9 b7 a5 h9 j7 k5"), kind="guard", side=2),
        ],
        turn=If(
            FLANKED & Kind("queen"),
            Leap(FLANKED & Kind("queen"), to=empty & ~Center()),
            If(FLANKED, Leap(FLANKED, to=empty & Edges()), step),
        ),
        ends=[
            Win(All(Center() & own & Kind("queen"), Count(around) >= 6)),
            Loss(All(Center() & empty, Count(around) >= 6)),
            Win(NoPly()),
            Draw(Repeats(3)),
        ],
    )
