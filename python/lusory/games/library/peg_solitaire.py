"""Jump pegs off a triangle until one is left: a game for one."""

from ...rules import *
from .. import game


@game
def peg_solitaire() -> Game:
    return Game(
        board=Triangle(5),
        setup=[Put(~At("a1"), side=0, kind="peg")],
        turn=Hop(neutral),
        ends=[Win(Count(neutral) <= 1), Loss(NoPly())],
        players=1,
    )
