"""A picture of a position before it is drawn: what stands where, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from .geometry import Geometry


class Stone(msgspec.Struct, frozen=True):
    """A piece on a cell. side: 0 is nobody's, 1 the first side. hidden: the opponent does not see it."""

    cell: int
    side: int
    kind: str = "stone"
    hidden: bool = False


class Picture(msgspec.Struct, frozen=True):
    """All that a drawing needs, and no rules.

    geometry: the board (cells, centres, names). stones: pieces seen, in cell order; two on one cell are drawn both.
    last: cells of the last ply. line: cells that show the result. targets: cells to point out (legal targets).
    letters: cells with the letter that a text calls them by.
    symbols: the letters of the sides in text, nobody's first: ("*", "x", "o").
    notes: lines below the board (score, hands, who is to move).
    """

    geometry: Geometry
    stones: tuple[Stone, ...] = ()
    last: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    letters: tuple[tuple[int, str], ...] = ()
    symbols: tuple[str, ...] = ("*", "x", "o", "#", "%")
    notes: tuple[str, ...] = ()
