"""Words for the setup: pieces on the board and in hand before the first ply."""

from __future__ import annotations

from .word import Cells, SetupWord


class Put(SetupWord, frozen=True):
    """Pieces on the board."""

    at: Cells
    side: int = 1
    kind: str = "stone"
    example = "Put(Ranks(1, 2), side=1)"
    source = "Ludii's `place`"
    fields = {
        "at": "cells of the board (Ranks are counted from that side's home)",
        "side": "whose: 1, 2, ...; 0 is nobody",
        "kind": "the kind of piece",
    }


class InHand(SetupWord, frozen=True):
    """Pieces that each side holds in hand. A placed piece of that kind comes from the hand; none is placed from an
    empty hand."""

    n: int
    kind: str = "stone"
    example = "InHand(9)"
    source = "nine men's morris; Ludii's `hand`"
    fields = {"n": "how many each side holds", "kind": "the kind of piece"}

    def check(self) -> None:
        if self.n < 1:
            raise self.refuse("n", "expected 1 or more")
