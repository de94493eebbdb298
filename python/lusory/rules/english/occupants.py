"""The pieces on cells, where rules name the cells and mean what stands there: every stone on the edge."""

from __future__ import annotations

import re
from dataclasses import replace

from .grammar import Speech
from .nouns import Noun, join

PLACE = re.compile(r"(not )?(on|in|outside|within|next to|directly|diagonally|right|just|one step) ")
"""How a place begins that can be said of a piece, too: a stone *on the edge*; others are said of its cell."""


def occupants(s: Speech, phrase: Noun) -> Noun:
    """The noun for the pieces on these cells."""
    if phrase.either:
        return replace(phrase, either=tuple(occupants(s, part) for part in phrase.either))
    if phrase.piece or phrase.figure or s.fills:
        return phrase
    if phrase.definite:
        return _on_one_cell(s, phrase)
    if phrase.adj in ((), ("dark",), ("light",)) and all(PLACE.match(post) for post, _ in phrase.post):
        return join(Noun(s.stone, True), phrase)
    return Noun(s.stone, True, post=((f"on {phrase.one()}", f"on {phrase.many()}"),))


def _on_one_cell(s: Speech, phrase: Noun) -> Noun:
    """The piece on a cell; the cell of a ply is called by its piece already: `the stone just placed`."""
    if phrase.post or phrase.definite.startswith(f"the {s.stone} "):
        return phrase
    return Noun(s.stone, True, definite=f"the {s.stone} on {phrase.definite}")
