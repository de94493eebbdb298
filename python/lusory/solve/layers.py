"""Games that are solved layer by layer: their pieces never leave the board, so that a placement leads for good to a
position with one piece more, and other plies stay among those with as many (the engine's crates/solve, module layers).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ..rules.cells import Empty, Last, Marked, Own
from ..rules.ends import Draw, Most, Quiet, Repeats
from ..rules.game import Game
from ..rules.numbers import Captured, Hand, Rolled, Score
from ..rules.plies import Leap, Place, Slide, Step
from ..rules.traversal import words
from ..rules.turns import Either
from .symmetry import GameSymmetry

CELLS = 26
"""The most cells of a board."""
MOVES = (Step, Slide, Leap)
ELSEWHERE = (Captured, Score, Rolled, Hand, Last, Marked, Most, Quiet, Repeats)
"""Words that read more of a position than its pieces and who moves."""


class Layers(NamedTuple):
    """bare: the rules without their draw by quiet plies. limit: so many plies in a row without a
    placement are a draw; None: play without end is. cells: of the board. positions: about how many there are, but for
    symmetry."""

    bare: Game
    limit: int | None
    cells: int
    positions: int


def layers(game: Game, symmetries: tuple[GameSymmetry, ...]) -> Layers | None:
    """How a game with these symmetries is solved layer by layer; None where its rules do not allow that. A draw by
    quiet plies names neither cells nor sides, so the rules without it have the same symmetries."""
    cells = len(game.geometry.names)
    if game.players != 2 or cells > CELLS or game.opening or game.setup or game.effects:
        return None
    bare, limit = without_quiet(game)
    if any(isinstance(word, ELSEWHERE) for word in words(bare)) or not places_and_moves(bare.turn):
        return None
    if not any(exchanges(symmetry) for symmetry in symmetries):
        return None
    images = 1 + sum(not symmetry.exchange for symmetry in symmetries)
    return Layers(bare, limit, cells, 3**cells // images)


def exchanges(symmetry: GameSymmetry) -> bool:
    """Whether it exchanges the sides and nothing else."""
    return symmetry.exchange and all(cell == image for cell, image in enumerate(symmetry.cells))


def without_quiet(game: Game) -> tuple[Game, int | None]:
    """The rules without a last end that draws after so many plies without a placement, and that number."""
    last = game.ends[-1] if game.ends else None
    if not isinstance(last, Draw) or not isinstance(last.when, Quiet):
        return game, None
    quiet = last.when
    if quiet.without != "placement" or quiet.unit != "ply":
        return game, None
    return msgspec.structs.replace(game, ends=game.ends[:-1]), quiet.n


def places_and_moves(turn: Any) -> bool:
    """Whether a turn is one ply that places a piece on an empty cell, or moves one there."""
    plies = turn.parts if isinstance(turn, Either) else (turn,)
    return all(type(ply) in (Place, *MOVES) and is_plain(ply) for ply in plies) and any(
        isinstance(ply, MOVES) for ply in plies
    )


def is_plain(ply: Any) -> bool:
    """Whether a ply puts one piece of its player on an empty cell, and has no further effect."""
    of_mover = ply.owner == Own() and not ply.shape if isinstance(ply, Place) else ply.what == Own()
    return ply.to == Empty() and of_mover and not ply.then
