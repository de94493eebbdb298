"""Sow seeds round the board, and take houses of two and three."""

from typing import Annotated

from ...rules import *
from ...rules.word import Cells
from .. import game

EAST, WEST, NORTH, SOUTH = (Dir(name) for name in "EWNS")


@game
def oware(capacity: Annotated[int, Whole(6, 40), "most seeds in a house"] = 20) -> Game:
    half = [Column(At("a1 b1 c1 d1 e1 f1")), Column(At("g1 h1 i1 j1 k1 l1"))]
    own_houses, enemy_houses = BySide(half[0], half[1]), BySide(half[1], half[0])
    top = neutral & ~Shift(neutral, SOUTH)
    lowest = empty & (Shift(neutral, NORTH) | Row(At("a1")))
    emptied = Column(visited & empty)

    def after(house: Cells) -> Cells:
        return Shift(house, EAST) | (Column(At("a1")) & Row(house & Column(At("l1"))))

    following = after(Column(Last(own)))
    target = (following & ~emptied) | after(following & emptied)
    small_houses = enemy_houses & Column(neutral & Row(At("a2"))) & ~Column(neutral & Row(At("a4")))
    last = Column(to) & small_houses
    captured = neutral & (last | Ray(last, WEST, through=small_houses))
    final_seeds = Captured(own) + Count(neutral & own_houses)
    return Game(
        board=Square(12, capacity),
        setup=[Put(Row(At("a1 a2 a3 a4")), side=0, kind="seed")],
        turn=Sequence(
            Leap(own_houses & top, to=lowest, needs=to & after(Column(origin))),
            Repeat(Leap(emptied & top, to=lowest, needs=to & target), must=True),
        ),
        effects=[If(No(neutral & emptied), Capture(captured))],
        ends=[Win(Captured(own) >= 25), Most(final_seeds, when=NoPly()), Most(final_seeds, when=Repeats(2))],
        terms={
            "top": top,
            "lowest empty": lowest,
            "in the emptied column": emptied,
            "in the next column": following,
            "in the column to sow": target,
            "in an enemy column of two or three": small_houses,
        },
    )
