"""Draughts the other way round: whoever cannot move wins."""

from ...rules import *
from .. import game
from .draughts import checkers


@game
def giveaway_draughts() -> Game:
    return checkers(lost=True)
