"""Draw lines; whoever closes a box gets it and goes again."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def dots_and_boxes(boxes: Annotated[int, Whole(1, 9), "boxes along an edge"] = 4) -> Game:
    size = 2 * boxes + 1
    letters = "abcdefghijklmnopqrs"[:size]
    dots = At(" ".join(f"{x}{y + 1}" for x in letters[::2] for y in range(0, size, 2)))
    cells = At(" ".join(f"{x}{y + 1}" for x in letters[1::2] for y in range(1, size, 2)))
    closed = Enclosed(Kind("box"), unit="cell")
    return Game(
        board=Square(size),
        setup=[Put(dots, side=0, kind="dot"), Put(cells, side=0, kind="box")],
        turn=Place(to=empty & Shade(1), kind="line", owner=neutral),
        effects=[Earn(Count(closed), when=closed), Again(when=closed), Capture(closed)],
        ends=[Most(Score(own), when=No(empty & Shade(1)))],
    )
