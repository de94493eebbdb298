"""Whether the positions that a game has seen matter where its draw by repetition is left out of the rules.

Distances to a win shrink, so on the way to it no position stands twice. A win that the rest of the rules gives holds,
then, unless a position of the past stands there once more, and so often that the rules draw.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..play.position import Position
from ..reference import Reference
from ..reference.state import State
from ..rules.ends import Repeats
from ..rules.game import Game
from ..rules.plies import Place
from ..rules.traversal import words
from .reduction import may_lose_pieces


def past_matters(game: Game, position: Position, plies: bool = False) -> bool:
    """Whether they may keep a player from a win from this position. plies: from each of its plies, too, after which the
    position itself may come again."""
    if not may_have_stood(position, often_before(game), plies):
        return False
    reference = Reference(game)
    state = reference.start()
    for past_ply in position.past:
        state = reference.play(state, past_ply.action)[0]
    return standings_matter(game, reference, state, plies)


def often_before(game: Game) -> int:
    """A position that stood so often draws, or worse, when it comes once more."""
    return min((word.n for word in words(game) if isinstance(word, Repeats)), default=2) - 1


def may_have_stood(position: Position, often: int, plies: bool) -> bool:
    """Whether the same pieces stood so often at beginnings of turns: a quick look before the reference is asked."""
    seen: Counter[Any] = Counter()
    at = position.first
    for past_ply in position.past:
        seen[at.to_move, *board_of(at)] += bool(at.contract.turn_over(at.state))
        at = at.follow(past_ply.action)
    seen[at.to_move, *board_of(at)] += plies
    return max(seen.values()) >= often


def board_of(position: Position) -> tuple[tuple[int, int, str], ...]:
    """The pieces: cell, side, kind, in order."""
    return tuple(sorted((stone.cell, stone.side, stone.kind) for stone in position.picture().stones))


def standings_matter(game: Game, reference: Reference, state: State, plies: bool = False) -> bool:
    """The same for a state of the reference. Boards with more or fewer pieces than can come any more do not matter."""
    often = often_before(game)
    stood = [key for key, times in state.standings if times >= often and (plies or not is_standing(key, state))]
    if not stood:
        return False
    gains = any(isinstance(word, Place) for word in words((game.opening, game.turn, game.effects)))
    loses = may_lose_pieces(game)
    after = [piece_count(reference.play(state, ply)[0].pieces) for ply in reference.legal(state)]
    counts = [piece_count(pieces[: len(state.pieces)]) for pieces, _, _ in stood]
    return any((loses or count >= min(after)) and (gains or count <= max(after)) for count in counts if after)


def is_standing(key: tuple[tuple[int, ...], int, tuple[int, ...]], state: State) -> bool:
    """Whether a position that stood is the one that stands now."""
    pieces, side, seats = key
    return state.fresh and pieces[: len(state.pieces)] == state.pieces and (side, seats) == (state.side, state.seats)


def piece_count(pieces: tuple[int, ...]) -> int:
    """How many pieces these sets of cells hold."""
    return sum(cells.bit_count() for cells in pieces)
