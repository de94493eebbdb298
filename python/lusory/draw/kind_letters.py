"""The letters of the kinds of piece, on drawn boards and in text."""

from __future__ import annotations

from ..rules.picture import Picture


def kind_letters(picture: Picture, taken: str = "") -> dict[str, str]:
    """The letter of each kind other than plain stones, the same in every position of a game, and distinct as long as
    there are letters: of two that begin alike the shorter has the first. A kind that is another in some state, as
    `unmoved-king`, has the letter of that and a dash.

    taken: capital letters that are used for something else.
    """
    kinds = {*picture.kinds, *(stone.kind for stone in picture.stones)} - {"stone"}
    piece_of = {kind: piece if (piece := kind.rpartition("-")[2]) in kinds else kind for kind in kinds}
    letter_of: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda kind: (piece_of[kind] != kind, len(kind), kind)):
        letter = letter_of.get(piece_of[kind], "")
        while letter in letter_of.values():
            letter += "'"
        free_letters = [c for c in kind.upper() if c.isalnum() and c not in letter_of.values() and c not in taken]
        letter_of[kind] = letter or (free_letters or [kind[:1].upper() or "?"])[0]
    return letter_of
