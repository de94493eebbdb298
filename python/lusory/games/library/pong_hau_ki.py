"""Two stones each on five points: shut the opponent in."""

from ...rules import *
from .. import game

POINTS = (("a1", 0.0, 2.0), ("a3", 0.0, 0.0), ("b2", 1.0, 1.0), ("c1", 2.0, 2.0), ("c3", 2.0, 0.0))
LINES = (
    ("N", "a1", "a3"), ("N", "c1", "c3"), ("E", "a1", "c1"),
    ("NE", "a1", "b2"), ("NE", "b2", "c3"), ("SE", "a3", "b2"), ("SE", "b2", "c1"),
)  # fmt: skip


@game
def pong_hau_ki() -> Game:
    return Game(
        board=Graph(POINTS, LINES, opposites=(("N", "S"), ("E", "W"), ("NE", "SW"), ("SE", "NW"))),
        setup=[Put(At("a1 c1"), side=1), Put(At("a3 c3"), side=2)],
        turn=Step(own),
        ends=[Win(NoPly()), Draw(Repeats(3))],
    )
