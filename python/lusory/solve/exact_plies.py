"""Exact values of all plies of a position, from proofs that contain it, else by short searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..play.position import Position
from .bounded_questions import BoundedQuestions
from .lookup import ProofPath
from .unsolvable import Unsolvable

POSITIONS = 1 << 16
"""The most positions searched for one question."""


class ExactPly(NamedTuple):
    """A ply with its exact value. halves: of its player with best play, in half points; None where it is unknown.
    within: the most plies to the end of the game, this one included, if the winner follows the proof."""

    action: int
    halves: int | None
    within: int | None


class PlyBounds(NamedTuple):
    """Bounds of the value of a ply for the player who makes it, in half points."""

    least: int
    most: int
    within: int | None

    @property
    def halves(self) -> int | None:
        """The exact value, if the bounds agree."""
        return self.least if self.least == self.most else None


def exact_plies(position: Position, paths: Sequence[ProofPath], seconds: float = 3.0) -> list[ExactPly]:
    """The exact values of all legal plies. seconds: for the search of those that no proof decides. The game must not be
    over."""
    bounds = {action: bounds_from_proofs(position, action, paths) for action in position.moves().ids}
    if any(ply_bounds.halves is None for ply_bounds in bounds.values()):
        bounds = narrow_by_search(position, bounds, seconds)
    return [ExactPly(action, ply_bounds.halves, ply_bounds.within) for action, ply_bounds in bounds.items()]


def bounds_from_proofs(position: Position, action: int, paths: Sequence[ProofPath]) -> PlyBounds:
    """The bounds of a ply from the end of the game or from proofs."""
    mover, result = position.to_move or 0, position.follow(action).result
    if result is not None:
        halves = round(2 * result.values[mover])
        return PlyBounds(halves, halves, 1)
    least, most, within = 0, 2, None
    for path in paths:
        for claim, depth in path.after(position, action):
            if claim.player == mover:
                least = max(least, claim.halves)
            else:
                most = min(most, 2 - claim.halves)
            if claim.halves == 2 and depth is not None:
                within = depth + 1
    return PlyBounds(least, most, within)


def narrow_by_search(position: Position, bounds: dict[int, PlyBounds], seconds: float) -> dict[int, PlyBounds]:
    """The bounds of a ply, narrowed by a search in time."""
    try:
        questions = BoundedQuestions(position, POSITIONS, seconds)
    except Unsolvable:
        return bounds
    mover = position.to_move or 0
    return {action: narrow(questions, mover, action, ply_bounds) for action, ply_bounds in bounds.items()}


def narrow(questions: BoundedQuestions, mover: int, action: int, bounds: PlyBounds) -> PlyBounds:
    """Narrows the bounds of a ply by questions to the solver, until the time is up."""
    least, most, within = bounds
    while least < most:
        gets = questions.gets(mover, least + 1, action)
        if gets is None:
            break
        if gets:
            least += 1
        else:
            most = least
    return PlyBounds(least, most, within)
