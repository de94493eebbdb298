"""Place three men, then move them; three in a line win."""

from ...rules import *
from .. import game


@game
def three_mens_morris() -> Game:
    return Game(
        board=Square(3, look="points"),
        setup=[InHand(3)],
        turn=If(Hand(own) >= 1, Place(), Step(own, directions=every)),
        ends=[Win(Line(3)), Draw(Repeats(3))],
    )
