"""Exact values of all plies of a position, from proofs that contain it, else by short searches; and distances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from ..play.position import Position
from .bounded_questions import BoundedQuestions
from .lookup import Lookup
from .unsolvable import Unsolvable

POSITIONS = 1 << 16
"""The most positions searched for one question."""


class ExactPly(NamedTuple):
    """A ply with its exact value. halves: of its player with best play, in half points; None where it is unknown.
    within: the most plies to the end of the game, this one included, if the winner plays well; None in a draw, and
    where it is unknown. is_fastest: whether the winner cannot force an earlier end; else `within` is the length of a
    proof."""

    action: int
    halves: int | None
    within: int | None
    is_fastest: bool = False


class PlyBounds(NamedTuple):
    """Bounds of the value of a ply for the player who makes it, in half points."""

    least: int
    most: int
    within: int | None

    @property
    def halves(self) -> int | None:
        """The exact value, if the bounds agree."""
        return self.least if self.least == self.most else None


def exact_plies(position: Position, paths: Sequence[Lookup], seconds: float = 3.0) -> list[ExactPly]:
    """The exact values of all legal plies. seconds: for the search of those that no proof decides, and of distances.
    The game must not be over."""
    bounds = {action: bounds_from_proofs(position, action, paths) for action in position.moves().ids}
    try:
        questions = BoundedQuestions(position, POSITIONS, seconds)
    except Unsolvable:
        return [ExactPly(action, ply_bounds.halves, ply_bounds.within) for action, ply_bounds in bounds.items()]
    mover = position.to_move or 0
    plies = []
    for action, ply_bounds in bounds.items():
        narrowed = narrow(questions, mover, action, ply_bounds)
        plies.append(ExactPly(action, narrowed.halves, narrowed.within, narrowed.within == 1))
    return with_distances(questions, mover, plies)


def with_distances(questions: BoundedQuestions, mover: int, plies: list[ExactPly]) -> list[ExactPly]:
    """The plies, with the distances that are found in time: whether the winner wins within two plies, three, and so on
    is asked about all of them together, so that the short distances are found first."""
    found = {ply.action: ply for ply in plies}
    open_plies = [ply for ply in plies if ply.halves in (0, 2) and not ply.is_fastest]
    for limit in count(2):
        still_open = []
        for ply in open_plies:
            winner = mover if ply.halves == 2 else 1 - mover
            is_within = ply.within == limit or questions.wins_within(winner, limit - 1, ply.action)
            if is_within:
                found[ply.action] = ply._replace(within=limit, is_fastest=True)
            elif is_within is False:
                still_open.append(ply)
        if not still_open:
            break
        open_plies = still_open
    return list(found.values())


def bounds_from_proofs(position: Position, action: int, paths: Sequence[Lookup]) -> PlyBounds:
    """The bounds of a ply from the end of the game or from proofs."""
    mover, result = position.to_move or 0, position.follow(action).result
    if result is not None:
        halves = round(2 * result.values[mover])
        return PlyBounds(halves, halves, 1)
    least, most, within = 0, 2, None
    for path in paths:
        for player, halves, plies in path.after(position, action):
            if player == mover:
                least = max(least, halves)
            else:
                most = min(most, 2 - halves)
            if halves == 2 and plies is not None:
                within = plies + 1
    return PlyBounds(least, most, within)


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
