"""Both place crosses and noughts; one player wants five in a row, the other none."""

from ...rules import *
from .. import game


@game
def order_and_chaos() -> Game:
    five = Any(*(Some(Line(5, neutral & Kind(kind), exact=True)) for kind in ("cross", "nought")))
    return Game(
        board=Square(6),
        turn=Either(*(Place(kind=kind, owner=neutral) for kind in ("cross", "nought"))),
        ends=[BySide(Win(five), Loss(five)), BySide(Loss(No(empty)), Win(No(empty)))],
    )
