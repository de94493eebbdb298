"""Finds which parts of a state affect its value, from the rules, so that the solver can merge positions."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ..rules.cells import Empty, Last, Marked
from ..rules.effects import Capture, Flip, Promote
from ..rules.ends import Draw, Most, Quiet, Repeats
from ..rules.game import Game
from ..rules.logic import BySide
from ..rules.numbers import Captured, Hand, Rolled, Score
from ..rules.plies import MOVES, Hop, Place, Remove
from ..rules.setup import InHand
from ..rules.traversal import words
from ..rules.turns import Chance
from ..rules.word import Sum
from .symmetry import GameSymmetry, symmetries

BESIDE_THE_PIECES = (Captured, Score, Rolled, Last, Quiet, Marked)
"""Words that read what a repeated position need not have in common with the first, or what is not a piece."""


class Reduction(NamedTuple):
    """Which positions have equal values. symmetries: of the rules. captured, scores: the part of these numbers that
    affects the game, `both`, `margin` or `neither`."""

    symmetries: tuple[GameSymmetry, ...]
    captured: str
    scores: str

    @property
    def options(self) -> dict[str, Any]:
        """As the engine's Solver takes it."""
        images = [symmetry.for_engine for symmetry in self.symmetries]
        return {"symmetries": images, "captured": self.captured, "scores": self.scores}


def reduction(game: Game) -> Reduction:
    """The reduction of a game: its symmetries are proven, numbers that the rules never read are left out."""
    return Reduction(symmetries(game), part_that_counts(game, Captured), part_that_counts(game, Score))


def part_that_counts(game: Game, number: type) -> str:
    """The part of a number for each side that affects the game: only the margin where nothing but `Most` reads it."""
    everywhere = sum(isinstance(word, number) for word in words(game))
    if not everywhere:
        return "neither"
    compared = sum(len(sides(end, number)) for end in game.ends if isinstance(end, Most))
    return "margin" if game.players == 2 and compared == everywhere else "both"


def sides(end: Most, number: type) -> tuple[Any, ...]:
    """The words by which an end compares this number of both sides, and nothing else; a handicap may be added."""
    parts = end.number.parts if isinstance(end.number, BySide) else (end.number,)
    plain = [part.parts[0] if isinstance(part, Sum) and isinstance(part.parts[-1], int) else part for part in parts]
    return tuple(plain) if all(isinstance(word, number) for word in plain) else ()


def without_repetition(game: Game) -> Game | None:
    """The game without its draw by repetition; None where that could change the value of its start.

    It cannot where play without end counts as a draw, no win or loss is judged after repetition, and a position is
    nothing but its pieces and who moves: a win can then be forced without repetition (distances to it shrink), and
    whoever can put off a loss for ever repeats a position at some time. Where chance decides during the game, a
    position may come again by bad luck on the way to a win.
    """
    beside = BESIDE_THE_PIECES if keeps_pieces(game) else (*BESIDE_THE_PIECES, Hand, InHand)
    if any(isinstance(word, beside) for word in words(game)) or not game.ends:
        return None
    if any(isinstance(word, Chance) for word in words((game.turn, game.effects))):
        return None
    # Which of several draws ends a game makes no difference.
    place = next(
        (i for i, end in enumerate(game.ends) if isinstance(end, Draw) and isinstance(end.when, Repeats)), None
    )
    if place is None or not all(isinstance(end, Draw) for end in game.ends[place:]):
        return None
    rest = msgspec.structs.replace(game, ends=(*game.ends[:place], *game.ends[place + 1 :]))
    return None if any(isinstance(word, Repeats) for word in words(rest)) else rest


def keeps_pieces(game: Game) -> bool:
    """Whether a placed piece never leaves the board or changes. Then the board determines the hands."""
    changes = any(isinstance(word, (Flip, Promote)) for word in words((game.opening, game.turn, game.effects)))
    return not changes and not may_lose_pieces(game)


def may_lose_pieces(game: Game) -> bool:
    """Whether a piece may leave the board."""
    for word in words((game.opening, game.turn, game.effects)):
        if isinstance(word, (Capture, Remove)) or (isinstance(word, Hop) and word.captures):
            return True
        if isinstance(word, (Place, *MOVES)) and word.to != Empty():
            return True
    return False
