"""Thirteen geese, who never go back, hem in a fox, who jumps over them."""

from ...rules import *
from .. import game


@game
def fox_and_geese() -> Game:
    holes = [(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
    name = {(x, y): f"{'abcdefg'[x]}{y + 1}" for x, y in holes}
    links = [
        (label, name[x, y], name[x + right, y + up])
        for x, y in holes
        for label, right, up in (("E", 1, 0), ("N", 0, 1))
        if (x + right, y + up) in name
    ]
    flock = " ".join(name[x, y] for x, y in holes if y > 3)
    return Game(
        board=Graph(
            tuple((name[x, y], float(x), float(6 - y)) for x, y in holes),
            tuple(links),
            opposites=(("E", "W"), ("N", "S")),
            forward=("N", "S"),
        ),
        setup=[Put(At("d4"), side=1, kind="fox"), Put(At(flock), side=2, kind="goose")],
        turn=BySide(
            Either(Sequence(Hop(own, over=enemy), Repeat(Hop(just, over=enemy))), Step(own)),
            Step(own, directions=~-forward),
        ),
        ends=[
            BySide(Win(Count(enemy) <= 5), Win(NoPly())),
            Draw(NoPly()),
            Draw(Repeats(3)),
            Draw(Quiet(100, "capture")),
        ],
    )
