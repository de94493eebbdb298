"""Flank stones to turn them over; the most stones win."""

from typing import Annotated

from ..rules import *
from . import game


@game
def reversi(
    size: Annotated[int, Whole(4, 20, step=2), "columns and rows, even"] = 8,
) -> Game:
    flanked = Ray(to, every, through=enemy, until=own)
    place = Place(needs=flanked)
    return Game(
        board=Square(size, first="top"),
        setup=[Put(Center() & Shade(1), side=1), Put(Center() & Shade(0), side=2)],
        turn=First(place, Pass()),
        effects=[Flip(flanked)],
        ends=[Most(Count(own), when=NoPly(place, by="all"))],
    )
