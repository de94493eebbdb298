"""Ends that need not be written: those that can be proven never to apply, and draws where no ply is left anyway.

Where every ply puts a piece on an empty cell, and nothing leaves the board, no position stands twice. Where the side to
move has no ply and no end applies, a game is drawn (docs/how-a-game-runs.md), so the last end need not say so.
"""

from __future__ import annotations

from typing import Any

from ..rules.cells import Empty
from ..rules.effects import Again, Earn, Flip, Mark, Promote, Tell, Unmark
from ..rules.ends import Draw, NoPly, Repeats
from ..rules.logic import No
from ..rules.plies import Place
from ..rules.turns import Either, First, Sequence
from ..rules.word import And

LASTING = (Again, Earn, Flip, Mark, Promote, Tell, Unmark)
"""Effects that leave every piece on the board."""


def needed_ends(ends: tuple[Any, ...], fields: dict[str, Any]) -> tuple[Any, ...]:
    """The ends of a game of two sides that must be written. fields: its other fields."""
    if fields["players"] != 2:
        return ends
    fills = fills_up(fields)
    reachable = [end for end in ends if not (fills and isinstance(getattr(end, "when", None), Repeats))]
    decided = max((number for number, end in enumerate(reachable, 1) if not isinstance(end, Draw)), default=0)
    draws = [end for end in reachable[decided:] if not says_nothing(end, fills)]
    return (*reachable[:decided], *draws)


def fills_up(fields: dict[str, Any]) -> bool:
    """Whether each turn puts a piece on an empty cell, and every piece stays."""
    turns = (*fields["opening"], fields["turn"])
    return all(map(only_places, turns)) and all(isinstance(effect, LASTING) for effect in fields["effects"])


def only_places(ply: Any) -> bool:
    """Whether the ply is a placement on empty cells, or composed of such placements alone."""
    if isinstance(ply, (Either, First)) or (isinstance(ply, Sequence) and not ply.stop):
        return all(map(only_places, ply.parts))
    if not isinstance(ply, Place) or not all(isinstance(effect, LASTING) for effect in ply.then):
        return False
    return isinstance(ply.to, Empty) or (isinstance(ply.to, And) and any(isinstance(w, Empty) for w in ply.to.parts))


def says_nothing(end: Any, fills: bool) -> bool:
    """Whether the end is a draw where the next side has no ply. fills: every ply takes an empty cell."""
    if not isinstance(end, Draw):
        return False
    is_full_board_end = fills and isinstance(end.when, No) and isinstance(end.when.of, Empty)
    return is_full_board_end or (isinstance(end.when, NoPly) and end.when.ply is None)
