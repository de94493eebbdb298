"""Move as far as there are pieces in the line; unite all of your own."""

from ...rules import *
from .. import game


@game
def lines_of_action() -> Game:
    line = origin | Ray(origin, heading, through=everywhere) | Ray(origin, -heading, through=everywhere)
    move = Slide(own, to=empty | enemy, directions=every, distance=Count(line & ~empty), through=empty | own)
    return Game(
        board=Square(8),
        setup=[
            Put((Ranks(1) | Ranks(-1)) & ~Corners(), side=1),
            Put(Edges("left right") & ~Corners(), side=2),
        ],
        turn=First(move, Pass()),
        ends=[Win(Groups(own, every) <= 1), Loss(Groups(enemy, every) <= 1), Draw(Repeats(3))],
    )
