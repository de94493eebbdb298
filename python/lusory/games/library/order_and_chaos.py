"""Both place crosses and noughts; First wants five in a row, Second none."""

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
