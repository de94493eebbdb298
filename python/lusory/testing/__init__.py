"""For tests: hypothesis strategies for rule values and for play, and the promises every game must keep.

    from hypothesis import given
    from lusory.testing import check, games

    @given(games())
    def test_it(game): ...

    check(my_game)      # plays a hundred random games of a rule value, or of a class with the contract

The strategies draw over the whole vocabulary: a new word is drawn from the day it is registered.
"""

from .contract import BrokenPromise, check, random_play
from .coverage import arguments, said
from .games import draw_game
from .secrets import draw_secret_game
from .strategies import (
    boards,
    cells,
    conditions,
    directions,
    effects,
    ends,
    games,
    numbers,
    plays,
    plies,
    regions,
    secret_games,
    setups,
)

__all__ = [
    "BrokenPromise",
    "arguments",
    "boards",
    "cells",
    "check",
    "conditions",
    "directions",
    "draw_game",
    "draw_secret_game",
    "effects",
    "ends",
    "games",
    "numbers",
    "plays",
    "plies",
    "random_play",
    "regions",
    "said",
    "secret_games",
    "setups",
]
