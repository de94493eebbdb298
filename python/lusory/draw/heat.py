"""A number for cells of a board: each filled with a colour, the number written on it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..rules.geometry import Geometry
from . import svg
from .canvas import CELL, SvgCanvas, element

LETTERS, ROOM = 0.8 * CELL, 1.72 * CELL
"""The height of a number on a cell, and how wide it may be."""
GLYPH = 0.58
"""A digit is so wide, as a part of its height."""
SPOT = 0.86 * CELL
"""The radius of the spot on a point where lines cross."""


class Tint(msgspec.Struct, frozen=True):
    """fill: a colour. ink: that of the text. text: what is written. told: what a pointer that rests there is told."""

    fill: str
    ink: str
    text: str = ""
    told: str = ""


def heat(geometry: Geometry, tints: Mapping[str, Tint], title: str = "") -> str:
    """The board with cells in these colours; names that are no cells of it are left out."""
    sheet = svg.blank(geometry)
    for name, tint in tints.items():
        if name in geometry.index:
            _paint(sheet, geometry.index[name], tint)
    return svg.document(sheet, title)


def _paint(sheet: SvgCanvas, cell: int, tint: Tint) -> None:
    x, y = sheet.cell(cell)
    sheet.open(class_="heat", pointer_events="all")
    if tint.told:
        sheet.parts.append(element("title", tint.told))
    if sheet.geometry.points:
        sheet.add("circle", cx=x, cy=y, r=SPOT, fill=tint.fill)
    else:
        corners = sheet.polygon(sheet.geometry.outlines[cell])
        sheet.add("polygon", points=corners, fill=tint.fill, stroke=svg.RULE)
    if tint.text:
        size = min(LETTERS, ROOM / (GLYPH * len(tint.text)))
        sheet.add("text", tint.text, x=x, y=y, dy=".35em", font_size=size, text_anchor="middle", fill=tint.ink)
    sheet.close()
