"""Maps in reports: numbers on a board. Blue cells are good for the first player, vermilion ones for the second, pale
ones are even; maps that favour nobody are darker for larger numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ..._counts import count_phrase
from ...draw.heat import Tint, heat
from ...errors import LusoryError
from ..figures import CellMap, Figure, Measurement
from . import numbers
from .figure_names import MAPS
from .rules import game_of

Colour = tuple[int, int, int]

DIVERGING: tuple[Colour, ...] = ((213, 94, 0), (240, 180, 120), (250, 244, 230), (130, 186, 219), (0, 114, 178))
RISING: tuple[Colour, ...] = ((250, 244, 230), (190, 205, 215), (96, 150, 186), (28, 86, 130))
PAPER: Colour = (238, 238, 238)
DARK, PALE = "#000000", "#ffffff"
FAVOUR = 0.5
"""The score of an even game; the palette spans what is found, and at least WIDTH to either side."""
WIDTH = 0.1
SAMPLE = 10
"""A cell with fewer games is blank; scores are shrunk towards even by so many added even games."""
AGAINST_EVEN = ("openings",)
"""Maps of scores."""


def board(measurement: Measurement, name: str) -> str:
    """The map of this name as SVG that stands alone.

    Raises LusoryError where there is no such map, or no board to draw it on.
    """
    cell_map = next((m for m in measurement.maps if m.name == name), CellMap(name, why="not measured"))
    drawing = draw_map(measurement, cell_map)
    if not drawing:
        reason = cell_map.why or "its rules are not known here" if cell_map.cells else cell_map.why or "not measured"
        raise LusoryError(f"map {name!r}: {reason}")
    return drawing


def draw_map(measurement: Measurement, cell_map: CellMap) -> str:
    """The board with the map on it; empty where there is nothing to draw."""
    game = game_of(measurement)
    share_of = {cell: numbers.as_share(figure) for cell, figure in cell_map.cells.items() if figure.value is not None}
    if game is None or not share_of:
        return ""
    return heat(
        game.geometry,
        tints(share_of, cell_map.name in AGAINST_EVEN),
        MAPS[cell_map.name].title if cell_map.name in MAPS else cell_map.name,
    )


def tints(cells: dict[str, Figure], against_even: bool) -> dict[str, Tint]:
    """The colour and the text of each cell."""
    values = [figure.value for figure in cells.values() if figure.value is not None]
    if against_even:
        wide = max(WIDTH, *(abs(value - FAVOUR) for value in values))
        return {name: tint(name, f, DIVERGING, shrunk(f) / (2 * wide) + 0.5, "0") for name, f in cells.items()}
    most = max(values) or 1.0
    return {name: tint(name, f, RISING, max(0.0, (f.value or 0) / most)) for name, f in cells.items()}


def shrunk(figure: Figure) -> float:
    """The distance of a score from even, shrunk where it rests on few games."""
    return ((figure.value or 0) - FAVOUR) * figure.games / (figure.games + SAMPLE)


def sample(cells: dict[str, Figure]) -> str:
    """A sentence about the number of games of the cells of a map."""
    counts = [figure.games for figure in cells.values() if figure.value is not None]
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    span = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    blank = f"; a cell with fewer than {SAMPLE} is blank" if least < SAMPLE else ""
    return f"Each cell rests on {span} {'game' if most == 1 else 'games'}{blank}."


def tint(name: str, figure: Figure, palette: Sequence[Colour], at: float, zero_text: str = "") -> Tint:
    """The colour at a place of the palette, 0 to 1, with readable ink. zero_text: what is written for 0."""
    too_few = figure.games < SAMPLE
    colour = PAPER if too_few else blend(palette, at)
    fill = "#" + "".join(f"{part:02x}" for part in colour)
    ink = max((DARK, PALE), key=lambda candidate: contrast(fill, candidate))
    text = "" if too_few else brief(figure, zero_text)
    return Tint(fill, ink, text, f"{name}: {numbers.with_interval(figure)}, {count_phrase(figure.games, 'game')}")


def brief(figure: Figure, zero_text: str) -> str:
    """A number short enough for a cell: two digits, shares in hundredths."""
    assert figure.value is not None
    value = figure.value * numbers.scale(figure.unit)
    if value == 0:
        return zero_text
    return f"{value:.0f}" if abs(value) >= 9.95 else f"{value:.1f}"


def blend(palette: Sequence[Colour], at: float) -> Colour:
    """The colour at a place from 0 to 1."""
    place = min(max(at, 0.0), 1.0) * (len(palette) - 1)
    i = min(int(place), len(palette) - 2)
    red, green, blue = (round(a + (b - a) * (place - i)) for a, b in zip(palette[i], palette[i + 1], strict=True))
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The luminance of `#rrggbb`, 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
