"""Games that a lead decides: the rules add to a number of each side and read it only in the end, where who has more
wins. What is gained from a position on does not depend on what was gained before, so positions that differ in these
numbers alone share what the solver knows (the engine's crates/solve, module lead)."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .._engine import State
from ..play.position import Position
from ..rules.cells import Announced, Enemy, Just, Last, Marked, Moved, Open, Origin, Own, Revealed, Visited
from ..rules.effects import Earn, Promote
from ..rules.ends import Most, Quiet, Repeats
from ..rules.game import Game
from ..rules.logic import BySide
from ..rules.numbers import Captured, Hand, Rolled, Score
from ..rules.plies import Place
from ..rules.setup import InHand, Put
from ..rules.traversal import words
from ..rules.word import Sum
from .gain_limits import gain_of_ply, places_one
from .reduction import part_that_counts
from .symmetry import GameSymmetry, symmetries
from .winning_sets import pieces_stay

COUNTERS = {"captured": Captured, "score": Score}
BESIDE_THE_PIECES = (
    *(Captured, Hand, InHand, Rolled, Marked, Quiet, Repeats),
    *(Just, Moved, Origin, Visited, Open, Announced, Revealed),
)
"""Words that read what is neither a piece nor the cell of a last ply."""
MOST_RECENT = 4
"""The most last plies of a side that the engine tells positions apart by."""


class Lead(NamedTuple):
    """counted: the rules, where the first side has half a point more in the end: so that only what compares nothing can
    draw. symmetries: of the rules without a handicap. counter: which number decides, `captured` or `score`. other: the
    part of the other one that affects the game. handicap: what the second side gets added in the end. recent: where
    positions are nothing but their pieces and the cells of some last plies, how many of them count: of the side to
    move, of the other one."""

    counted: Game
    symmetries: tuple[GameSymmetry, ...]
    counter: str
    other: str
    handicap: int
    recent: tuple[int, int] | None

    def options(self, position: Position) -> dict[str, Any]:
        """As the engine's Solver takes it, for a position of the game; empty where its plies do not lead there."""
        start = self.counted.start()
        if not position.is_from_start or not isinstance(start.state, State):
            return {}
        plies = [past_ply.action for past_ply in position.past]
        images = [symmetry.for_engine for symmetry in self.symmetries]
        gain = gain_of_ply(self.counted) if self.counter == "score" else None
        state = self.recent and (len(self.counted.geometry.names), kinds_of_pieces(self.counted), self.recent, gain)
        return {"lead": (start.state, plies, images, (self.counter, self.other), self.handicap, state)}


def lead(game: Game) -> Lead | None:
    """How a lead decides a game; None where it does not, or not alone."""
    if game.players != 2 or not game.ends:
        return None
    parts = {counter: part_that_counts(game, word) for counter, word in COUNTERS.items()}
    for counter, word in COUNTERS.items():
        handicaps = {handicap_of(end, word(Own())) for end in game.ends}
        if parts[counter] != "margin" or len(handicaps) != 1:
            continue
        (handicap,) = handicaps
        if handicap is not None:
            number = word(Own())
            twice = BySide(Sum(number, number, 1), Sum(number, number))
            other = next(part for name, part in parts.items() if name != counter)
            plain = with_number(game, number)
            return Lead(with_number(game, twice), symmetries(plain), counter, other, handicap, recent_plies(plain))
    return None


def with_number(game: Game, number: Any) -> Game:
    """The rules whose ends compare another number."""
    ends = tuple(msgspec.structs.replace(end, number=number) for end in game.ends)
    return msgspec.structs.replace(game, ends=ends)


def handicap_of(end: Any, number: Any) -> int | None:
    """What the second side gets added before this number is compared; None where the end does not compare it."""
    if not isinstance(end, Most):
        return None
    first, second = end.number.parts if isinstance(end.number, BySide) else (end.number, end.number)
    added = [added_to(first, number), added_to(second, number)]
    return None if None in added else added[1] - added[0]


def added_to(sum_or_number: Any, number: Any) -> Any:
    """The constant that is added to a number, 0 for the number itself; None for others."""
    if sum_or_number == number:
        return 0
    parts = sum_or_number.parts if isinstance(sum_or_number, Sum) else ()
    return parts[1] if len(parts) == 2 and parts[0] == number and isinstance(parts[1], int) else None


def recent_plies(game: Game) -> tuple[int, int] | None:
    """How many last plies of the side to move and of the other one belong to a position, where every ply places a piece
    that stays: so that the pieces also say which side is to move, and for the how manieth time. None for other rules.
    """
    turns = (*game.opening, game.turn)
    if not pieces_stay(game) or not all(places_one(turn) for turn in turns):
        return None
    effects = (*game.effects, *(effect for word in words(turns) if isinstance(word, Place) for effect in word.then))
    if not all(isinstance(effect, Earn) for effect in effects) or any(
        isinstance(word, BESIDE_THE_PIECES) or (isinstance(word, Last) and not isinstance(word.side, (Own, Enemy)))
        for word in words(game)
    ):
        return None
    # What is judged after a ply sees that ply as the last one.
    before, after = ([look_back(rules, side) for side in (Own, Enemy)] for rules in (turns, (game.effects, game.ends)))
    mover = max(before[0], after[0] - 1, before[1] - 1, after[1] - 1, 0)
    other = max(before[1], after[1], before[0], after[0] - 1, 0)
    return (mover, other) if max(mover, other) <= MOST_RECENT else None


def look_back(rules: Any, side: type) -> int:
    """How many last plies of a side these rules look back."""
    return max(
        (word.back for word in words(rules) if isinstance(word, Last) and isinstance(word.side, side)), default=0
    )


def kinds_of_pieces(game: Game) -> int:
    """How many kinds of pieces there are."""
    return len({word.kind for word in words(game) if isinstance(word, (Put, Place, Promote, InHand))})
