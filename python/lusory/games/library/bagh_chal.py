"""Twenty goats shut in four tigers, who want to eat five of them."""

from ...rules import *
from .. import game
from .alquerque import along, over


@game
def bagh_chal() -> Game:
    return Game(
        board=Square(5, look="points"),
        setup=[Put(Corners(), side=2, kind="tiger")],
        turn=BySide(
            If(Count(own) + Captured(enemy) < 20, Place(kind="goat"), along(own)),
            Either(over(own), along(own)),
        ),
        ends=[
            BySide(Win(NoPly()), Win(Captured(own) >= 5)),
            Draw(NoPly()),
            Draw(Repeats(3)),
            Draw(Quiet(200, "capture")),
        ],
    )
