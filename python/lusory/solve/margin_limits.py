"""How far ahead a side can be in the end at most, read off the rules: bounds of a margin before any search."""

from __future__ import annotations

from typing import Any

from ..rules.effects import Earn
from ..rules.ends import Most
from ..rules.game import Game
from ..rules.logic import BySide
from ..rules.numbers import Count, Score
from ..rules.traversal import words
from ..rules.word import Sum
from .gain_limits import places_one
from .winning_sets import pieces_stay


def margin_limit(game: Game) -> int | None:
    """The most points by which a side may be ahead in the end, handicaps included; None where that is not known, or
    something else may end the game."""
    ends = [end for end in game.ends if isinstance(end, Most)]
    if not ends or len(ends) < len(game.ends):
        return None
    limits = [number_limit(game, number) for end in ends for number in sides_of(end.number)]
    known = [limit for limit in limits if limit is not None]
    return max(known) if len(known) == len(limits) else None


def sides_of(number: Any) -> tuple[Any, ...]:
    """The number of each side."""
    return tuple(number.parts) if isinstance(number, BySide) else (number,)


def number_limit(game: Game, number: Any) -> int | None:
    """The most that a number can be; none is less than 0. None where that is not known."""
    cells = len(game.geometry.names)
    if isinstance(number, int):
        return number if number >= 0 else None
    if isinstance(number, Count):
        return cells
    if isinstance(number, Score):
        return points_limit(game)
    if isinstance(number, Sum):
        limits = [number_limit(game, part) for part in number.parts]
        return sum(limit or 0 for limit in limits) if None not in limits else None
    return None


def points_limit(game: Game) -> int | None:
    """The most points that a side can earn, where each ply places pieces that stay: there are no more plies than
    cells."""
    earned = [word.n for word in words(game) if isinstance(word, Earn)]
    earnings = [points for points in earned if isinstance(points, int) and points >= 0]
    fills_the_board = pieces_stay(game) and all(places_one(turn) for turn in (*game.opening, game.turn))
    if not fills_the_board or len(earnings) < len(earned):
        return None
    return len(game.geometry.names) * sum(earnings)
