"""Draughts on a net of lines, where captures are a duty."""

from ...rules import *
from ...rules.word import Cells, Ply
from .. import game


def along(pieces: Cells) -> Ply:
    """A step along the lines of a board of points, of which every other has diagonals."""
    return Either(Step(pieces, directions=orthogonal), Step(pieces & Shade(0), directions=diagonal))


def over(pieces: Cells) -> Ply:
    """A jump along these lines."""
    return Either(
        Hop(pieces, over=enemy, directions=orthogonal),
        Hop(pieces & Shade(0), over=enemy, directions=diagonal),
    )


@game
def alquerque() -> Game:
    return Game(
        board=Square(5, look="points"),
        setup=[Put(Ranks(1, 2) | At("d3 e3"), side=1), Put(Ranks(1, 2) | At("a3 b3"), side=2)],
        turn=First(Sequence(over(own), Repeat(over(just), must=True)), along(own)),
        ends=[Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(60, "capture"))],
    )
