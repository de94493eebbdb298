"""A jump takes the stone jumped over and any other."""

from ...rules import *
from .. import game


@game
def yote() -> Game:
    return Game(
        board=Square(6, 5),
        setup=[InHand(12)],
        turn=Either(Place(), Step(own), Sequence(Hop(own, over=enemy), Remove(enemy))),
        ends=[Win(All(No(enemy), Hand(enemy) <= 0)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(100, "capture"))],
    )
