"""The legend of a board as text: a mark for every sort of stone, and the lines that explain marks."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

from ..rules.picture import Picture, Stone
from .kind_letters import kind_letters

EMPTY, TARGET = ".", "+"
MARKED = "'"
"""Stands after a marked cell."""
IN_HAND = "in hand"
"""Begins a line of pieces in hand, after their kind unless they are plain stones."""
ACUTE = "\u0301"
"""Combines with the letter of a kind that is another in some state: a king that has not moved is Ḱ."""
_SPARE = "%@&=$~^<>!?0123456789"


class Legend:
    """The mark of every sort of stone, all distinct, and the lines that explain marks."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.marks: dict[tuple[int, str, bool], str] = {}
        self.letters = text_letters(picture)
        stones = sorted(picture.stones, key=lambda s: (s.hidden, s.kind != "stone", s.side, s.kind))
        for stone in sorted(stones, key=lambda s: (s.hidden, s.kind != "stone", s.side == 0)):  # nobody's last
            if _sort(stone) not in self.marks:
                self.marks[_sort(stone)] = self._free(self._candidates(stone))
        self.marks = {_sort(stone): self.marks[_sort(stone)] for stone in stones}
        self.on: dict[int, list[Stone]] = defaultdict(list)
        for stone in picture.stones:
            self.on[stone.cell].append(stone)
        self.heap = self._free("%@&=$")

    def _candidates(self, stone: Stone) -> str:
        """The signs that suit a stone: of a kind first its letter, then those that are no other kind's or stone's.
        A third side does without the letter, which the second's piece of that kind has."""
        if stone.kind == "stone":
            return _candidates(stone, self.picture.symbols)
        own_letter = self.letters[stone.kind]
        taken = {letter for kind, letter in self.letters.items() if kind != stone.kind} | {*self.picture.symbols}
        signs = "".join(c for c in _candidates(stone, self.picture.symbols) if c.lower() not in taken)
        if stone.side > 2:
            return signs.replace(own_letter, "")
        return (own_letter.upper() if stone.side == 1 else own_letter) + signs

    def _free(self, candidates: str) -> str:
        letters = (letter for _, letter in self.picture.letters)
        used_signs = {EMPTY, TARGET, *letters, *self.marks.values()}
        return next(mark for mark in candidates + _SPARE + "".join(map(chr, range(161, 999))) if mark not in used_signs)

    def inks(self, empty: list[str]) -> list[str]:
        """The text of each cell."""
        inks = list(empty)
        for cell, stones in self.on.items():
            inks[cell] = self.heap if len(stones) > 1 else self.marks[_sort(stones[0])]
        for cell, letter in self.picture.letters:
            inks[cell] = letter
        return inks

    def lines(self) -> list[str]:
        """One line for each mark that needs an explanation."""
        lines = [f"{mark}: {self.words(*sort)}" for sort, mark in self.marks.items() if sort[1] != "stone" or sort[2]]
        lettered = {cell: letter for cell, letter in self.picture.letters if cell in self.on}
        if lettered:
            stone_words = {self.words(*_sort(self.on[cell][0])) for cell in lettered}
            lines.append(f"{', '.join(sorted(lettered.values()))}: {' or '.join(sorted(stone_words))}")
        for cell, stones in sorted(self.on.items()):
            if len(stones) > 1:
                stones_text = " and ".join(self.words(*_sort(stone)) for stone in stones)
                lines.append(f"{self.heap} on {self.picture.geometry.names[cell]}: {stones_text}")
        return [*lines, *self._marked(), *self._in_hand()]

    def _marked(self) -> list[str]:
        """A line for each name of a mark, with its cells."""
        names = self.picture.geometry.names
        on: dict[str, list[str]] = defaultdict(list)
        for cell, name in self.picture.marks:
            on[name].append(names[cell])
        return [f"{MARKED} {name}: {' '.join(cells)}" for name, cells in sorted(on.items())]

    def _in_hand(self) -> list[str]:
        """A line for each kind in hand: `in hand: x 9, o 8`."""
        of_kind: dict[str, list[str]] = defaultdict(list)
        for side, kind, number in self.picture.hands:
            of_kind[kind].append(f"{_symbol(self.picture.symbols, side)} {number}")
        return [f"{in_hand(kind)}: {', '.join(counts)}" for kind, counts in of_kind.items()]

    def words(self, side: int, kind: str, hidden: bool) -> str:
        """A sort of stone as the lines below a board call it."""
        symbol = _symbol(self.picture.symbols, side)
        piece_text = symbol if kind == "stone" else f"{kind} of {symbol}" if side else kind
        return ("hidden " if hidden else "") + piece_text


def text_letters(picture: Picture) -> dict[str, str]:
    """The small letter of each kind other than plain stones, one character each; that of side 1 is its capital."""
    signs = {*picture.symbols, *(letter for _, letter in picture.letters)}
    of_kind = kind_letters(picture, "".join(signs).upper())
    letters: dict[str, str] = {}
    for kind, letter in of_kind.items():
        sign = unicodedata.normalize("NFC", letter[0].lower() + ACUTE * (len(letter) - 1))
        letters[kind] = sign if len(sign) == 1 else ""
    return letters


def in_hand(kind: str) -> str:
    """How a line of pieces of this kind in hand begins."""
    return IN_HAND if kind == "stone" else f"{kind} {IN_HAND}"


def _sort(stone: Stone) -> tuple[int, str, bool]:
    return stone.side, stone.kind, stone.hidden


def _symbol(symbols: tuple[str, ...], side: int) -> str:
    return symbols[side] if side < len(symbols) else str(side)


def _candidates(stone: Stone, symbols: tuple[str, ...]) -> str:
    """Plain stones are their side's symbol, a capital when hidden; others a letter, a capital for side 1."""
    if stone.kind == "stone":
        symbol = _symbol(symbols, stone.side)
        return symbol.upper() if stone.hidden else symbol
    letters = "".join(c for c in stone.kind if c.isalnum())
    return letters.upper() if stone.side == 1 else letters.lower()
