"""What a ply brings its player at most, and so all plies that are left: how far a lead can still change."""

from __future__ import annotations

from typing import Any

from ..rules.cells import Adjacent, Empty, Neutral
from ..rules.effects import Earn
from ..rules.game import Game
from ..rules.plies import Place
from ..rules.traversal import words
from ..rules.turns import Chance, Either
from ..rules.word import And
from .winning_sets import pieces_stay


def gain_of_ply(game: Game) -> int | None:
    """The most points that a ply brings its player, where each ply places a piece that stays and nobody is without a
    ply before the board is full; None for other rules."""
    earned = [word.n for word in words(game) if isinstance(word, Earn)]
    points = [number for number in earned if isinstance(number, int) and number >= 0]
    turns = (*game.opening, game.turn)
    if len(points) < len(earned) or not pieces_stay(game) or not all(places_one(turn) for turn in turns):
        return None
    return sum(points) if all(any(may_go_on(game, ply) for ply in plies_of(turn)) for turn in turns) else None


def places_one(turn: Any) -> bool:
    """Whether a turn is one ply that places one piece."""
    return all(isinstance(ply, Place) and not ply.shape for ply in plies_of(turn))


def plies_of(turn: Any) -> tuple[Any, ...]:
    """The plies among which a turn chooses."""
    turn = turn.ply if isinstance(turn, Chance) else turn
    return turn.parts if isinstance(turn, Either) else (turn,)


def may_go_on(game: Game, place: Place) -> bool:
    """Whether there is always a cell for a placement: any empty one will do, or one beside a piece of nobody on a board
    in one part, where all pieces are nobody's and the first one may stand anywhere."""
    if place.to == Empty():
        return True
    beside = place.to == And(Empty(), Adjacent(Neutral()))
    placed = [word for word in words((game.opening, game.turn)) if isinstance(word, Place)]
    begun = bool(game.opening) and all(ply.to == Empty() for ply in plies_of(game.opening[0]))
    return beside and begun and all(word.owner == Neutral() for word in placed) and is_in_one_part(game)


def is_in_one_part(game: Game) -> bool:
    """Whether every cell can be reached from every other one, by sides."""
    board = game.geometry
    cells = (1 << len(board.names)) - 1
    return board.flood(1, cells, board.sides) == cells
