"""Games with dice."""

from typing import Annotated

from lusory.games import game
from lusory.rules import *
from lusory.rules.word import Ply


@game
def einstein() -> Game:
    """Ingo Althöfer, EinStein würfelt nicht: the die says which stone moves; if it is gone, the nearest does."""

    def move(number: int) -> Ply:
        ways = BySide(Dir("E S SE"), Dir("W N NW"))
        return Step(own & Kind(str(number)), to=everywhere, directions=ways)

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


@game
def race(length: Annotated[int, Whole(4, 40)] = 12) -> Game:
    """A goose each on its own track, as in the game of the goose: home by an exact roll; a six rolls again."""
    go = Slide(own, distance=Rolled(), directions=Dir("E"))
    return Game(
        board=Square(length, 2),
        setup=[Put(At("a1"), side=1), Put(At("a2"), side=2)],
        turn=Sequence(Chance(Roll(6)), First(go, Pass())),
        effects=[Again(when=Rolled() >= 6)],
        ends=[Win(own & Edges("right"))],
    )
