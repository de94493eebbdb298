"""A queen's move, then an arrow that blocks a square; whoever cannot move loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def amazons(size: Annotated[int, Whole(6, 10), "columns and rows"] = 10) -> Game:
    near, far = 3 if size < 9 else 4, size - (2 if size < 9 else 3)
    x = "abcdefghij"
    corners = ((x[0], near), (x[near - 1], 1), (x[far - 1], 1), (x[size - 1], near))
    first = " ".join(f"{column}{row}" for column, row in corners)
    second = " ".join(f"{column}{size + 1 - row}" for column, row in corners)
    return Game(
        board=Square(size),
        setup=[Put(At(first), side=1, kind="amazon"), Put(At(second), side=2, kind="amazon")],
        turn=Sequence(Slide(own, directions=every), Place(to=Ray(just, every), kind="arrow", owner=neutral)),
        ends=[Win(NoPly())],
        colours=("white", "black"),
    )
