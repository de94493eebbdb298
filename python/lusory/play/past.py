"""The plies of a game so far, which the positions of one game share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple, overload

from ..rules.events import Event


class PastPly(NamedTuple):
    """A ply of the past: its id, its player (CHANCE: a chance ply), its events, whether it ended a turn."""

    action: int
    player: int
    events: tuple[Event, ...]
    turn_over: bool


class Past(Sequence[PastPly]):
    """An immutable sequence, equal to a tuple of the same plies. Its length and its last ply take constant time.

    Each holds its last ply and the plies before it, so that all positions of a game together take as much memory as
    the game is long.
    """

    __slots__ = ("_before", "_length", "_ply")

    def __init__(self, plies: Sequence[PastPly] = ()) -> None:
        self._before: Past | None = None
        self._ply: PastPly | None = None
        self._length = 0
        if plies:
            before = reduce(Past.followed_by, plies[:-1], Past())
            self._before, self._ply, self._length = before, plies[-1], len(plies)

    def followed_by(self, ply: PastPly) -> Past:
        """These plies and one more."""
        after = Past()
        after._before, after._ply, after._length = self, ply, self._length + 1
        return after

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[PastPly]:
        past = self
        while past._before is not None and past._ply is not None:
            yield past._ply
            past = past._before

    def __iter__(self) -> Iterator[PastPly]:
        return reversed(list(reversed(self)))

    @overload
    def __getitem__(self, index: int) -> PastPly: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[PastPly, ...]: ...

    def __getitem__(self, index: int | slice) -> PastPly | tuple[PastPly, ...]:
        if isinstance(index, int) and index == -1 and self._ply is not None:
            return self._ply
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Past, tuple)):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[Past], tuple[tuple[PastPly, ...]]]:
        return Past, (tuple(self),)

    def __repr__(self) -> str:
        return repr(tuple(self))
