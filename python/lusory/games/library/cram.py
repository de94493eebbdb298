"""Dominoes for both, upright or lying; whoever has no room loses."""

from typing import Annotated

from ...rules import *
from .. import game


@game
def cram(
    columns: Annotated[int, Whole(2, 19), "columns"] = 6,
    rows: Annotated[int, Whole(1, 19), "rows"] = 5,
) -> Game:
    dominoes = (Place(kind="domino", owner=neutral, shape=(direction,)) for direction in "EN")
    return Game(board=Square(columns, rows), turn=Either(*dominoes), ends=[Win(NoPly())])
