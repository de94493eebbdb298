"""A goose each on its own track: home by an exact roll, and a six rolls again."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def race(length: Annotated[int, Whole(4, 40), "cells of a track"] = 12) -> Game:
    go = Slide(own, distance=Rolled(), directions=Dir("E"))
    return Game(
        board=Square(length, 2),
        setup=[Put(At("a1"), side=1), Put(At("a2"), side=2)],
        turn=Sequence(Chance(Roll(6)), First(go, Pass())),
        effects=[Again(when=Rolled() >= 6)],
        ends=[Win(own & Edges("right"))],
    )
