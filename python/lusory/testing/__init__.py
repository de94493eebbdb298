"""Tools for tests: hypothesis strategies for rule values and random play, and a check of the contract for games.

    from hypothesis import given
    from lusory.testing import check, games

    @given(games())
    def test_it(game): ...

    check(my_game)      # plays a hundred random games of a rule value, or of a class with the contract

The strategies draw from the whole vocabulary: a new word is included as soon as it is registered.
"""

from .contract import BrokenPromise, check, random_play
from .coverage import arguments, words_and_arguments
from .games import draw_game
from .random_secret_games import draw_secret_game
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
    "words_and_arguments",
    "secret_games",
    "setups",
]
