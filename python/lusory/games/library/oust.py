"""Clear the board of enemy stones; a stone that joins groups must capture smaller ones."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def oust(size: Annotated[int, Whole(2, 8), "cells along an edge"] = 5) -> Game:
    joined = Group(own, at=Adjacent(to))
    neighbours = Adjacent(joined | to)
    smaller = All(Some(Group(enemy, at=neighbours)), No(Group(enemy, at=neighbours, size=Count(joined) + 1)))
    beaten = Group(enemy, at=Adjacent(Group(own, at=to)))
    capturing = Place(to=empty & Adjacent(own), needs=smaller, then=(Capture(beaten),))
    return Game(
        board=Hexagon(size),
        turn=First(Sequence(Repeat(capturing), Place(to=empty & ~Adjacent(own))), Pass()),
        ends=[Win(All(No(enemy), Captured(own) >= 1))],
    )
