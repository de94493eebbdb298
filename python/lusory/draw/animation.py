"""Renders a game as an animation: one SVG drawing and the changes of its parts, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ..rules.picture import Picture
from . import svg
from .canvas import SvgCanvas
from .kind_letters import kind_letters

UNDER, OVER, GONE = -1, -2, -1
"""UNDER and OVER are the slots below and above the stones; every other slot is the number of a cell. GONE is the number
of the empty part."""


class Animation(msgspec.Struct, frozen=True):
    """An animation.

    final: the last drawing, with a group for each layer (classes `under`, `on`, `over`), in `on` a group for each
    cell that is used. changes: for each picture a flat list of slot, part, slot, part; the first is drawn on an
    empty board.
    """

    final: str
    changes: tuple[tuple[int, ...], ...]


class Parts:
    """Fragments of SVG, each stored once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._index: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of this fragment."""
        if text not in self._index:
            self._index[text] = len(self.texts)
            self.texts.append(text)
        return self._index[text]


def animate(pictures: Sequence[Picture], parts: Parts, title: str = "") -> Animation:
    """The animation of these pictures, all of one board. Adds to `parts`, which several animations may share."""
    all_stones = tuple(stone for picture in pictures for stone in picture.stones)
    letters = kind_letters(msgspec.structs.replace(pictures[-1], stones=all_stones))
    current_slots: dict[int, int] = {}
    changes = []
    for picture in pictures:
        slots = {slot: parts.number(text) for slot, text in layers(picture, letters).items() if text}
        changes.append(tuple(number for change in _changes(current_slots, slots) for number in change))
        current_slots = slots
    return Animation(_final(pictures[-1], current_slots, parts, title), tuple(changes))


def _changes(before: dict[int, int], after: dict[int, int]) -> Iterable[tuple[int, int]]:
    yield from ((slot, GONE) for slot in before if slot not in after)
    yield from ((slot, part) for slot, part in sorted(after.items()) if before.get(slot) != part)


def layers(picture: Picture, letters: dict[str, str]) -> dict[int, str]:
    """The SVG of each slot on the empty board. letters: of each kind of piece."""
    svg_by_slot = {
        UNDER: _layer(picture, lambda sheet: svg.paint_last(sheet, picture)),
        OVER: _layer(picture, lambda sheet: _paint_over(sheet, picture)),
    }
    for cell in dict.fromkeys(stone.cell for stone in picture.stones):
        stones = tuple(stone for stone in picture.stones if stone.cell == cell)
        svg_by_slot[cell] = _stones(msgspec.structs.replace(picture, stones=stones), letters)
    return svg_by_slot


def _paint_over(sheet: SvgCanvas, picture: Picture) -> None:
    svg.paint_marked(sheet, picture)
    svg.paint_won(sheet, picture.line)


def _stones(picture: Picture, letters: dict[str, str]) -> str:
    return _layer(picture, lambda sheet: svg.paint_stones(sheet, picture, letters))


def _layer(picture: Picture, paint: Callable[[SvgCanvas], None]) -> str:
    """One layer alone."""
    sheet = svg.blank(picture.geometry)
    sheet.parts.clear()
    paint(sheet)
    return "".join(sheet.parts)


def _final(picture: Picture, slots: dict[int, int], parts: Parts, title: str) -> str:
    """The drawing of the last picture, with its groups."""
    sheet = svg.blank(picture.geometry)
    on = "".join(f'<g data-slot="{slot}">{parts.texts[part]}</g>' for slot, part in sorted(slots.items()) if slot >= 0)
    for name, inner in (("under", _text(slots, UNDER, parts)), ("on", on), ("over", _text(slots, OVER, parts))):
        sheet.parts.append(f'<g class="{name}">{inner}</g>')
    return svg.document(sheet, title)


def _text(slots: dict[int, int], slot: int, parts: Parts) -> str:
    return parts.texts[slots[slot]] if slot in slots else ""
