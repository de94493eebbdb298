"""One-turn tactics of all searching players: they take a turn that wins and, among few choices, avoid a ply after
which the next player has one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._engine import State
from ..play.contract import CHANCE
from ..play.position import Position
from .player import Seen, legal

CHOICES = 100
"""Where more plies are legal, they are not checked for losses."""
MOST = 5_000
"""The most plies tried to find a turn that wins."""


def winning_ply(seen: Seen) -> int | None:
    """The first ply of a turn that wins; None where none was found, or the game hides something."""
    if not isinstance(seen, Position):
        return None
    if isinstance(seen.state, State):
        turn = seen.state.winning_turn(MOST)
        return turn[0] if turn else None
    return _winning_ply(seen.contract, seen.state)


def _winning_ply(contract: Any, state: Any) -> int | None:
    """The same for any contract, one ply ahead."""
    player = contract.to_move(state)
    for action in contract.legal(state)[:MOST] if player != CHANCE else ():
        result = contract.result(contract.play(state, action)[0])
        if result is not None and result.values[player] >= 1:
            winning: int = action
            return winning
    return None


def loses(seen: Position, ply: int) -> bool:
    """Whether a ply loses at once, or lets the next player win with one turn, whatever follows it in this turn."""
    if isinstance(seen.state, State):
        return seen.state.loses(ply, MOST)
    contract: Any = seen.contract
    player, after = contract.to_move(seen.state), contract.play(seen.state, ply)[0]
    result = contract.result(after)
    if result is not None:
        return bool(result.values[player] <= 0)
    return contract.to_move(after) != player and _winning_ply(contract, after) is not None


def avoid_blunder(seen: Seen, ply: str | int, candidates: Iterable[str | int] = ()) -> str | int:
    """The chosen ply, unless another wins at once or this one surely loses. Then the first ply that does not surely
    lose, of `candidates` and after them of the remaining legal plies."""
    winning = winning_ply(seen)
    if winning is not None:
        return winning
    plies = legal(seen)
    if not isinstance(seen, Position) or len(plies) > CHOICES or not loses(seen, int(ply)):
        return ply
    order = dict.fromkeys((*candidates, *plies))
    return next((candidate for candidate in order if not loses(seen, int(candidate))), ply)
