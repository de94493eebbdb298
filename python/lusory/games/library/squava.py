"""Four in a row win, three lose, on five by five squares."""

from ...rules import *
from .. import game


@game
def squava() -> Game:
    return Game(
        board=Square(5),
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
    )
