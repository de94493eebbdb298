"""Boards for paper: the drawing without its coloured background, and its cells for a spreadsheet."""

from __future__ import annotations

import re

from ..draw import svg
from ..draw.canvas import SvgCanvas
from ..rules.geometry import Geometry
from ..rules.picture import Picture
from .document import PrintedBoard, PrintedSquare

BACKGROUND = re.compile(r'<rect class="paper"[^>]*/>\n?')
VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def board(picture: Picture, coordinates: bool = True) -> PrintedBoard:
    """The board with the pieces that the picture shows."""
    geometry = picture.geometry
    drawing = BACKGROUND.sub("", svg.board(picture, coordinates=coordinates), count=1)
    width, height = (float(side) for side in VIEW.search(drawing).groups())  # type: ignore[union-attr]
    return PrintedBoard(
        svg=drawing,
        width=width,
        height=height,
        spacing=geometry.pitch * SvgCanvas(geometry, labels=coordinates).scale,
        cell=max(xs) - min(xs) if (xs := [x for x, _ in geometry.outlines[0]]) else 1.0,
        squares=squares(picture),
        rows=tuple((label, geometry.named(cells)) for label, cells in geometry.rows),
        columns=tuple((label, geometry.named(cells)) for label, cells in geometry.columns),
    )


def blank(geometry: Geometry) -> PrintedBoard:
    """The empty board."""
    return board(Picture(geometry))


def squares(picture: Picture) -> tuple[PrintedSquare, ...]:
    """Each cell with the letters of what stands there; hidden pieces are capitals."""
    signs, on = picture.symbols, dict[int, list[str]]()
    for stone in picture.stones:
        sign = signs[stone.side].upper() if stone.hidden else signs[stone.side]
        on.setdefault(stone.cell, []).append(sign if stone.kind == "stone" else f"{sign} {stone.kind}")
    geometry = picture.geometry
    cells = zip(geometry.names, geometry.centres, strict=True)
    return tuple(PrintedSquare(name, x, y, " ".join(on.get(cell, ()))) for cell, (name, (x, y)) in enumerate(cells))
