"""Go without passing: whoever links two opposite edges wins."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def gonnect(
    size: Annotated[int, Whole(3, 19), "columns and rows"] = 9,
    swap: Annotated[bool, "second may exchange sides after the first stone"] = True,
) -> Game:
    place = Place(unless=Any(Enclosed(own), Repeats(2)))
    return Game(
        board=Square(size, names="go", look="points"),
        opening=pie(swap, place),
        turn=place,
        effects=[Capture(Enclosed(enemy))],
        ends=[
            Win(Connected(own, Edges("top bottom"))),
            Win(Connected(own, Edges("left right"))),
            Win(NoPly()),
        ],
    )
