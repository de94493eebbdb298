"""Roots that grow: a stone goes next to exactly one of its colour, and a root that cannot grow is taken off."""

from typing import Annotated

from ...rules import *
from .. import game


def growing(side: Cells) -> Cells:
    """The roots of a side that can still grow."""
    return Group(side, at=Adjacent(Where(empty, Compare(Count(Adjacent(here) & side), "==", 1))))


@game
def tanbo(
    size: Annotated[int, OneOf((7, 10, 13, 19)), "columns and rows"] = 13,
) -> Game:
    apart = (size - 1) // 3
    first, second = (
        " ".join(f"{chr(97 + x * apart)}{1 + y * apart}" for y in range(4) for x in range(4) if (x + y) % 2 == side)
        for side in (0, 1)
    )
    return Game(
        board=Square(size, look="points"),
        setup=[Put(At(first), side=1), Put(At(second), side=2)],
        turn=Place(needs=Compare(Count(Adjacent(to) & own), "==", 1)),
        effects=[
            Capture(Group(own, at=to) & ~growing(own)),
            Capture(If(to & own, (own & ~growing(own)) | (enemy & ~growing(enemy)))),
        ],
        ends=[Loss(No(own)), Win(No(enemy))],
    )
