"""Renders a heat map: cells of a board filled with colours, with a number on each."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..rules.geometry import Geometry
from . import svg
from .canvas import CELL, SvgCanvas, element

LETTERS, ROOM = 0.8 * CELL, 1.72 * CELL
"""The height of a number on a cell, and its greatest width."""
GLYPH = 0.58
"""The width of a digit, as a fraction of its height."""
SPOT = 0.86 * CELL
"""The radius of the spot on an intersection of lines."""


class Tint(msgspec.Struct, frozen=True):
    """The colours and text of a cell. fill: of the cell. ink: of the text. text: on the cell. tooltip: shown under
    the pointer."""

    fill: str
    ink: str
    text: str = ""
    tooltip: str = ""


def heat(geometry: Geometry, tints: Mapping[str, Tint], title: str = "") -> str:
    """The board with cells in these colours; names that are not cells of the board are ignored."""
    sheet = svg.blank(geometry)
    for name, tint in tints.items():
        if name in geometry.index:
            _paint(sheet, geometry.index[name], tint)
    return svg.document(sheet, title)


def _paint(sheet: SvgCanvas, cell: int, tint: Tint) -> None:
    x, y = sheet.cell(cell)
    sheet.open(class_="heat", pointer_events="all")
    if tint.tooltip:
        sheet.parts.append(element("title", tint.tooltip))
    if sheet.geometry.points:
        sheet.add("circle", cx=x, cy=y, r=SPOT, fill=tint.fill)
    else:
        corners = sheet.polygon(sheet.geometry.outlines[cell])
        sheet.add("polygon", points=corners, fill=tint.fill, stroke=svg.RULE)
    if tint.text:
        size = min(LETTERS, ROOM / (GLYPH * len(tint.text)))
        sheet.add("text", tint.text, x=x, y=y, dy=".35em", font_size=size, text_anchor="middle", fill=tint.ink)
    sheet.close()
