"""Everything slides as far as it can; bring the neutron to your own home row."""

from ...rules import *
from .. import game


@game
def neutron() -> Game:
    stopped = No(empty & Shift(to, heading))
    soldier = Slide(own, directions=every, needs=stopped)
    return Game(
        board=Square(5),
        setup=[*(Put(Ranks(1), side=side, kind="soldier") for side in (1, 2)), Put(Center(), side=0, kind="neutron")],
        opening=[soldier],
        turn=Sequence(Slide(neutral, directions=every, needs=stopped), soldier),
        ends=[Win(neutral & Ranks(1)), Loss(neutral & Ranks(-1)), Win(NoPly()), Draw(Repeats(3))],
    )
