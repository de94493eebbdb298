"""Hypothesis strategies, one for each sort. Hypothesis is imported when the first of them is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..reference import Reference
from ..rules.game import Game
from .boards import LARGE, draw_board
from .contract import RandomGame, play_random
from .games import draw_game
from .random_secret_games import draw_secret_game
from .random_words import Drawing

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _strategy(make: Callable[[Callable[[int], int]], Any]) -> SearchStrategy[Any]:
    """A strategy for the values that `make` builds from a function `below`."""
    from hypothesis import strategies as st

    @st.composite
    def drawn(draw: Any) -> Any:
        return make(lambda n: draw(st.integers(0, n - 1)) if n > 1 else 0)

    return drawn()


def _of_sort(sort: str, board: Any, players: int, depth: int) -> SearchStrategy[Any]:
    def make(below: Callable[[int], int]) -> Any:
        place = draw_board(below, 60) if board is None else board
        d = Drawing(below, place.geometry(), players)
        if sort == "setup":
            with d.board_only("put", "in-hand"):
                return d.word(sort, depth)
        with d.allowing(*(("quiet", "repeats", "no-ply") if sort == "end" else ())):
            return d.word(sort, depth)

    return _strategy(make)


def boards(cells: int = LARGE) -> SearchStrategy[Any]:
    """Boards of every shape, of at most so many cells."""
    return _strategy(lambda below: draw_board(below, cells))


def cells(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Sets of cells; on any board if none is given."""
    return _of_sort("cells", board, players, depth)


def regions(board: Any = None, players: int = 2, depth: int = 2) -> SearchStrategy[Any]:
    """Lists of sets of cells."""
    return _of_sort("regions", board, players, depth)


def directions(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Sets of directions."""
    return _of_sort("directions", board, players, depth)


def numbers(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Numbers, constants or words."""
    return _of_sort("number", board, players, depth)


def conditions(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Conditions, sets of cells among them."""
    return _of_sort("condition", board, players, depth)


def plies(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Plies, atomic or composed."""
    return _of_sort("ply", board, players, depth)


def effects(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Effects of plies."""
    return _of_sort("effect", board, players, depth)


def ends(board: Any = None, players: int = 2, depth: int = 3) -> SearchStrategy[Any]:
    """Ends of games."""
    return _of_sort("end", board, players, depth)


def setups(board: Any = None, players: int = 2, depth: int = 2) -> SearchStrategy[Any]:
    """Setups before the first ply."""
    return _of_sort("setup", board, players, depth)


def games(cells: int = LARGE, lasting: int = 10) -> SearchStrategy[Game]:
    """Valid rule values: one to four players, several plies a turn, chance, secrets, on boards of at most `cells`
    cells; most games last `lasting` plies or more."""
    return _strategy(lambda below: draw_game(below, cells, lasting))


def secret_games() -> SearchStrategy[Game]:
    """Games with secret placements on small boards, with everything that may leak them."""
    return _strategy(draw_secret_game)


def plays(plies: int = 60, cells: int = 60) -> SearchStrategy[RandomGame]:
    """A rule value and random play of it: the states and the ids of the plies between them."""

    def make(below: Callable[[int], int]) -> RandomGame:
        return play_random(Reference(draw_game(below, cells)), below, plies)

    return _strategy(make)
