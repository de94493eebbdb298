"""A position as data for drawing: board and pieces as one viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from .geometry import Geometry


class Stone(msgspec.Struct, frozen=True):
    """A piece on a cell. side: 0 is neutral, 1 the first side. hidden: the opponent does not see it."""

    cell: int
    side: int
    kind: str = "stone"
    hidden: bool = False


COLOURS = ("black", "white", "orange", "blue")
"""The colours of stones: those of each side, unless the rule value says otherwise."""


class Picture(msgspec.Struct, frozen=True):
    """All that a drawing needs, and no rules.

    geometry: the board (cells, centres, names). stones: visible pieces, in cell order, two on one cell included.
    last: cells of the last ply. line: cells that show the result. targets: cells to highlight (legal targets).
    marks: marked cells with the names of their marks, in cell order.
    letters: cells with the letter that a text refers to them by.
    hands: side, kind and number of the pieces that each side still has in hand, for the kinds that come from hands.
    symbols: the letters of the sides in text, that of neutral pieces first: ("*", "x", "o").
    notes: lines below the board (score, who is to move).
    colours: of the stones of each side.
    kinds: all kinds of piece of the game, whose letters are the same in every position.
    """

    geometry: Geometry
    stones: tuple[Stone, ...] = ()
    last: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    letters: tuple[tuple[int, str], ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    hands: tuple[tuple[int, str, int], ...] = ()
    symbols: tuple[str, ...] = ("*", "x", "o", "#", "%")
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    colours: tuple[str, ...] = COLOURS
