"""Tic-tac-toe where nobody sees the other's stones."""

from ...rules import *
from .. import game


@game
def phantom_tic_tac_toe() -> Game:
    return Game(
        board=Square(3),
        turn=Commit(Place(to=~own & ~open), fails=to & enemy),
        ends=[Win(Line(3)), Draw(No(empty))],
    )
