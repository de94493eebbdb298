"""What every ply of a position is worth, by proofs that go through it, and by short searches where they do not."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ..play.position import Position
from .lookup import ProofPath
from .solver import Solver, Unsolvable

POSITIONS = 1 << 16
"""Searched for one question, at most."""
MEMORY = 1 << 26


class ExactPly(NamedTuple):
    """A ply. halves: what who makes it gets at the end with best play, in half points; None where it was not found out.
    within: the game ends within so many plies, this one included, if the winner follows the proof."""

    action: int
    halves: int | None
    within: int | None


class PlyBounds(NamedTuple):
    """What is known of a ply, for who makes it: half points, at least and at most."""

    least: int
    most: int
    within: int | None

    @property
    def halves(self) -> int | None:
        """The value, where it is known."""
        return self.least if self.least == self.most else None


def exact_plies(position: Position, paths: Sequence[ProofPath], seconds: float = 3.0) -> list[ExactPly]:
    """Every legal ply. seconds: for searches of those that no proof decides. The game must not be over."""
    until = time.monotonic() + seconds
    found = [(action, proven(position, action, paths)) for action in position.moves().ids]
    if any(bounds.halves is None for _, bounds in found):
        found = searched(position, found, until)
    return [ExactPly(action, bounds.halves, bounds.within) for action, bounds in found]


def proven(position: Position, action: int, paths: Sequence[ProofPath]) -> PlyBounds:
    """What the end of the game, or the proofs, say of a ply."""
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


def searched(position: Position, found: list[tuple[int, PlyBounds]], until: float) -> list[tuple[int, PlyBounds]]:
    """The same with what a search narrows down in time."""
    try:
        solver = Solver(position, memory=MEMORY)
    except Unsolvable:
        return found
    return [(action, narrowed(solver, position.to_move or 0, action, bounds, until)) for action, bounds in found]


def narrowed(solver: Solver, mover: int, action: int, bounds: PlyBounds, until: float) -> PlyBounds:
    """Asks whether the ply gets more than is known, as long as there is time."""
    least, most, within = bounds
    while least < most and time.monotonic() < until:
        gets = solver.engine.answer(
            mover,
            least + 1,
            after=[action],
            positions=POSITIONS,
            progress=lambda positions: time.monotonic() < until,
        )
        if gets is True:
            least += 1
        elif gets is False:
            most = least
        else:
            break
    return PlyBounds(least, most, within)
