"""Step, then take a square away for good; whoever is stuck loses."""

from ...rules import *
from .. import game


@game
def isola() -> Game:
    return Game(
        board=Square(7),
        setup=[Put(At("d1"), side=1, kind="king"), Put(At("d7"), side=2, kind="king")],
        turn=Sequence(Step(own, directions=every), Place(kind="hole", owner=neutral)),
        ends=[Win(NoPly())],
    )
