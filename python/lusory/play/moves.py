"""The legal plies of a position as a sequence of texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from .._numbers import whole
from .contract import Contract
from .notation import find


class Moves(Sequence[str]):
    """The legal plies of a position, in the order of their ids.

    A sequence of canonical texts: `len`, iteration, indexing, slices (lists of texts); `in`, `index` and `count` read
    any spelling that needs no board, or an id; `position.find` reads short ones (`Nf3`), too. `ids` are the integers.
    """

    def __init__(self, contract: Contract, ids: tuple[int, ...]) -> None:
        self._contract, self.ids = contract, ids

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[str]:
        return (self._contract.text(action) for action in self.ids)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._contract.text(action) for action in self.ids[index]]
        return self._contract.text(self.ids[index])

    def index(self, ply: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a ply. Raises ValueError where it is not legal."""
        action = find(self._contract, self.ids, ply) if isinstance(ply, str) else whole(ply)
        if action is None or action not in self.ids:
            raise ValueError(f"{ply!r}: not a legal ply here")
        return self.ids.index(action, start, len(self.ids) if stop is None else stop)

    def count(self, ply: object) -> int:
        """1 for a legal ply, 0 for anything else."""
        return int(ply in self)

    def __contains__(self, ply: object) -> bool:
        if isinstance(ply, str):
            return find(self._contract, self.ids, ply) is not None
        return whole(ply) in self.ids

    def __repr__(self) -> str:
        return f"<{len(self)} plies: {' '.join(self)}>"
