"""Hop over anything, and be the first to fill the far corner."""

from typing import Annotated

from ...rules import *
from ...rules.word import Cells
from .. import game


@game
def halma(size: Annotated[int, Whole(4, 16), "columns and rows"] = 8) -> Game:
    most = 4 if size >= 8 else 2
    x = "abcdefghijklmnop"

    def camp(opposite: bool) -> Cells:
        cells = [(i, j) for i in range(most) for j in range(most - i)]
        return At(" ".join(f"{x[size - 1 - i]}{size - j}" if opposite else f"{x[i]}{j + 1}" for i, j in cells))

    hop = Hop(own, captures=False, directions=every)
    again = Hop(just, captures=False, directions=every, to=empty & ~visited)
    return Game(
        board=Square(size),
        setup=[Put(camp(False), side=1), Put(camp(True), side=2)],
        turn=Either(Step(own, directions=every), Sequence(hop, Repeat(again))),
        ends=[Win(No(BySide(camp(True), camp(False)) & ~own)), Draw(Repeats(3))],
    )
