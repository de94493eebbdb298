"""Eight points round a centre: shut the opponent in."""

from ...rules import *
from .. import game


@game
def mu_torere() -> Game:
    ring = "abcdefgh"
    places = [(0, -2), (1.4, -1.4), (2, 0), (1.4, 1.4), (0, 2), (-1.4, 1.4), (-2, 0), (-1.4, -1.4)]
    centre = At("z")
    return Game(
        board=Graph(
            (*((x, float(right), float(down)) for x, (right, down) in zip(ring, places, strict=True)), ("z", 0.0, 0.0)),
            (
                *(("R", x, ring[(i + 1) % 8]) for i, x in enumerate(ring)),
                *((f"O{i}", "z", x) for i, x in enumerate(ring)),
            ),
            opposites=(("R", "L"), *((f"O{i}", f"I{i}") for i in range(8))),
        ),
        setup=[Put(At("a b c d"), side=1), Put(At("e f g h"), side=2)],
        turn=Either(
            Step(own, to=empty & ~centre),
            Step(own & Adjacent(enemy), to=empty & centre),
        ),
        ends=[Win(NoPly()), Draw(Repeats(3))],
    )
