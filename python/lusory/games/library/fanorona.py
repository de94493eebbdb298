"""Capture whole lines by moving up to them or away from them."""

from ...rules import *
from ...rules.word import Cells, Ply
from .. import game


@game
def fanorona() -> Game:
    ahead, behind = Ray(to, heading, through=enemy), Ray(origin, -heading, through=enemy)
    lines = ((everywhere, orthogonal), (Shade(0), diagonal))

    def capture(pieces: Cells, target: Cells, barred: bool) -> Ply:
        return Either(
            *(
                Step(
                    pieces & points,
                    to=target,
                    directions=directions & ~heading if barred else directions,
                    needs=captured,
                    then=(Capture(captured),),
                    mark=mark,
                )
                for points, directions in lines
                for mark, captured in (("a", ahead), ("w", behind))
            )
        )

    chain = Sequence(capture(own, empty, False), Repeat(capture(just, empty & ~visited, True)))
    return Game(
        board=Square(9, 5, look="points"),
        setup=[
            Put(Ranks(1, 2) | At("b3 d3 g3 i3"), side=1),
            Put(Ranks(1, 2) | At("a3 c3 f3 h3"), side=2),
        ],
        turn=First(chain, Either(*(Step(own & points, directions=directions) for points, directions in lines))),
        ends=[Win(No(enemy)), Win(NoPly()), Draw(Repeats(3))],
        colours=("white", "black"),
    )
