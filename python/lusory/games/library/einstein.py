"""Six numbered stones each; the die says which one moves."""

from ...rules import *
from ...rules.word import Ply
from .. import game


@game
def einstein() -> Game:

    def move(number: int) -> Ply:
        directions = BySide(Dir("E S SE"), Dir("W N NW"))
        return Step(own & Kind(str(number)), to=everywhere, directions=directions)

    def rolled(number: int) -> Ply:
        lower = [move(n) for n in range(number - 1, 0, -1)]
        higher = [move(n) for n in range(number + 1, 7)]
        return First(move(number), Either(*(First(*near) for near in (lower, higher) if near)))

    moves = rolled(6)
    for number in range(5, 0, -1):
        moves = If(Rolled() <= number, rolled(number), moves)
    corner = BySide(At("a5 b5 c5 a4 b4 a3"), At("e1 d1 c1 e2 d2 e3"))
    place = Sequence(*(Place(to=empty & corner, kind=str(number)) for number in range(1, 7)))
    return Game(
        board=Square(5),
        opening=[place, place],
        turn=Sequence(Chance(Roll(6)), moves),
        ends=[Win(own & BySide(At("e1"), At("a5"))), Win(All(No(enemy), Captured(own) >= 1))],
    )
