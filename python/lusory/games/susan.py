"""Place or slide stones; whoever has a stone without an empty cell beside it loses."""

from typing import Annotated

from ..rules import *
from . import game


@game
def susan(
    size: Annotated[int, Whole(2, 8), "cells along an edge"] = 5,
    draw: Annotated[DrawRule, heads(slides=1, repeat=2, last=1), "when the game is a draw"] = DrawRule("slides:6"),
) -> Game:
    return Game(
        board=Hexagon(size),
        turn=Either(Place(), Step(own)),
        ends=[Loss(Enclosed(own, unit="cell")), Win(Enclosed(enemy, unit="cell")), *draw.ends],
    )
