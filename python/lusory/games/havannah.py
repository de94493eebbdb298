"""A bridge, a fork or a ring."""

from typing import Annotated

from ..rules import *
from . import game


@game
def havannah(
    size: Annotated[int, Whole(3, 13), "cells along an edge"] = 8,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = False,
) -> Game:
    bridge, fork = Connected(own, Corners(), n=2), Connected(own, Edges(corners=False), n=3)
    return Game(
        board=Hexagon(size),
        opening=pie(swap, Place()),
        turn=Place(),
        ends=[Win(bridge), Win(fork), Win(Ring()), Draw(No(empty))],
    )
