"""Renders boards as self-contained SVG: classes and presentation attributes, no style sheet and no script."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from math import cos, pi, sin
from xml.sax.saxutils import escape

from ..rules.geometry import Geometry, bits, mask_of
from ..rules.picture import Picture, Stone
from .canvas import CELL, Point, SvgCanvas, border, number, runs, without_straight_points, word
from .colours import COLOURS
from .kind_letters import kind_letters

PAPER, INK, RULE, FRAME = (COLOURS[name] for name in ("paper", "board-ink", "board-rule", "board-frame"))
_FIRST, _SECOND, _THIRD = (COLOURS[f"shade-{number}"] for number in range(3))
SHADES = {1: (_THIRD,), 2: (_FIRST, _SECOND), 3: (_FIRST, _SECOND, _THIRD)}
DARK, LIGHT, WOOD = (COLOURS[name] for name in ("shade-dark", "board-ground", "wood"))
LAST, WON, AIM, EVENT = (COLOURS[name] for name in ("last", "won", "target", "event"))

NEUTRAL = "grey"
STONES = {
    name: (COLOURS[name], COLOURS[f"{name}-rim"], COLOURS[f"on-{name}"])
    for name in (NEUTRAL, "black", "white", "orange", "blue")
}
"""Fill, rim and mark of stones by their colour."""

STONE = 0.78 * CELL
MARK_AWAY, MARK_SIZE = 0.62 * CELL, 0.16 * CELL
"""How far from the middle of its cell a mark stands, right and up, and half its size."""
FONT = "Georgia, 'DejaVu Serif', 'Times New Roman', serif"


def board(picture: Picture, *, coordinates: bool = True, title: str = "", paper: str = PAPER) -> str:
    """The complete drawing. Every cell is an element with `data-cell`, every stone one with `data-on`, the cell it is
    on; only cells receive clicks. Colours are attributes, so a style sheet can override them."""
    sheet = blank(picture.geometry, coordinates)
    paint_last(sheet, picture)
    paint_stones(sheet, picture)
    paint_marked(sheet, picture)
    paint_won(sheet, picture.line)
    _paint_targets(sheet, picture)
    _paint_letters(sheet, picture)
    _paint_notes(sheet, picture.notes)
    return document(sheet, title, paper)


def thumbnail(picture: Picture) -> str:
    """A small picture for a card of any colour: without coordinates, and without paper but for boards of lines."""
    return board(picture, coordinates=False, paper=WOOD if picture.geometry.points else "none")


def blank(geometry: Geometry, coordinates: bool = True) -> SvgCanvas:
    """The empty board as a canvas to paint on; its last group is open."""
    blank_board = _bare(geometry, coordinates)
    sheet = copy(blank_board)
    sheet.parts = blank_board.parts[:]
    return sheet


@lru_cache(maxsize=64)
def _bare(geometry: Geometry, coordinates: bool) -> SvgCanvas:
    """The empty board, cached since it takes most of the time; callers must copy it before they paint."""
    sheet = SvgCanvas(geometry, labels=coordinates)
    _paint_board(sheet)
    if coordinates:
        sheet.open(class_="coordinates", pointer_events="none")
        _paint_labels(sheet)
        sheet.close()
    sheet.open(pointer_events="none")
    return sheet


def size(picture: Picture) -> tuple[float, float]:
    """The width and height of a board's drawing."""
    sheet = SvgCanvas(picture.geometry, labels=True)
    return sheet.width, sheet.height


def document(sheet: SvgCanvas, title: str = "", paper: str = PAPER) -> str:
    """The SVG document of a painted board; closes its last group."""
    sheet.close()
    title = title or sheet.geometry.described or "a board"
    width, height = number(sheet.width), number(sheet.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}">'
    )
    ground = f'<rect class="paper" width="{width}" height="{height}" rx="6" fill="{paper}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *sheet.parts, "</svg>"]) + "\n"


def _paint_board(sheet: SvgCanvas) -> None:
    geometry = sheet.geometry
    for polygon in geometry.ground:
        sheet.add("polygon", class_="ground", points=sheet.polygon(polygon), fill=LIGHT)
    if geometry.points:
        _paint_lines(sheet)
    fills = _fills(geometry)
    for cell, name in enumerate(geometry.names):
        shade, fill = fills[cell]
        look = {"fill": "none", "pointer_events": "all"} if geometry.points else {"fill": fill, "stroke": RULE}
        corners = sheet.polygon(geometry.outlines[cell])
        sheet.add("polygon", class_=f"cell shade-{shade}", data_cell=name, points=corners, **look)
    if not geometry.points:
        frame = sheet.path(border((*geometry.outlines, *geometry.ground)))
        sheet.add("path", class_="frame", d=frame, stroke=FRAME, stroke_width=2, stroke_linecap="round")


def _fills(geometry: Geometry) -> dict[int, tuple[int, str]]:
    """The shade of each cell and its colour; where the drawing has squares that are not cells, all cells are dark."""
    if geometry.ground:
        return dict.fromkeys(range(len(geometry.names)), (0, DARK))
    colours = SHADES.get(len(geometry.shades), SHADES[1])
    unshaded = dict.fromkeys(range(len(geometry.names)), (0, colours[0]))  # boards of Python classes may have no shades
    return unshaded | {
        c: (k, colours[k % len(colours)]) for k, cells in enumerate(geometry.shades) for c in bits(cells)
    }


def _paint_lines(sheet: SvgCanvas) -> None:
    geometry = sheet.geometry
    if sheet.curves:
        rim = {"stroke": FRAME, "stroke_width": 1.2, "stroke_linecap": "round", "fill": "none"}
        sheet.add("path", class_="lines", d="".join(map(sheet.curve, sheet.curves)), **rim)
        for cell in range(len(geometry.names)):
            x, y = sheet.cell(cell)
            sheet.add("circle", class_="star", cx=x, cy=y, r=3, fill=FRAME)
        return
    lines = [run for d in geometry.axes if geometry.lines >> d & 1 for run in runs(geometry, d, geometry.all)]
    strokes = [without_straight_points([geometry.centres[cell] for cell in run]) for run in lines if len(run) > 1]
    rim = {"stroke": FRAME, "stroke_width": 1.2, "stroke_linecap": "round", "fill": "none"}
    sheet.add("path", class_="lines", d=sheet.path(strokes), **rim)
    for cell in _stars(geometry) if geometry.text == "grid" else range(len(geometry.names)):
        x, y = sheet.cell(cell)
        sheet.add("circle", class_="star", cx=x, cy=y, r=3, fill=FRAME)


def _stars(geometry: Geometry) -> Iterator[int]:
    """The star points of boards of nine lines and more."""
    places = [_dots(len(lines)) for lines in (geometry.columns, geometry.rows)]
    middle = [len(lines) // 2 for lines in (geometry.columns, geometry.rows)]
    for y in places[1]:
        for x in places[0]:
            crowded = max(len(geometry.columns), len(geometry.rows)) < 15 and (x == middle[0]) != (y == middle[1])
            if not crowded:
                yield from bits(geometry.columns[x][1] & geometry.rows[y][1])


def _dots(count: int) -> tuple[int, ...]:
    if count < 9:
        return ()
    away = 2 if count < 13 else 3
    return tuple(sorted({away, count // 2, count - 1 - away})) if count % 2 else (away, count - 1 - away)


def _paint_labels(sheet: SvgCanvas) -> None:
    look: dict[str, object] = {"dy": ".35em", "font_size": 13, "text_anchor": "middle", "fill": INK}
    if sheet.geometry.points:
        look |= {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke"}
    for name in sheet.names:
        a, b = sheet.at(name.at)
        sheet.add("text", name.text, class_="label", x=a, y=b, **look | {"text_anchor": name.anchor})
    for text, x, y in () if sheet.names else sheet.geometry.labels:
        a, b = sheet.at((x, y))
        sheet.add("text", text, class_="label", x=a, y=b, **look)


def paint_last(sheet: SvgCanvas, picture: Picture) -> None:
    """The cells of the last ply, highlighted under their pieces."""
    geometry = picture.geometry
    for cell in picture.last:
        if geometry.points:
            x, y = sheet.cell(cell)
            sheet.add("circle", class_="last", cx=x, cy=y, r=STONE * 1.2, fill=LAST, fill_opacity=0.62)
        else:
            corners = sheet.polygon(geometry.outlines[cell])
            sheet.add("polygon", class_="last", points=corners, fill=LAST, fill_opacity=0.62, stroke=RULE)


def paint_marked(sheet: SvgCanvas, picture: Picture) -> None:
    """A small diamond at the upper right of each marked cell, beside what stands there; it tells the names."""
    names: dict[int, list[str]] = defaultdict(list)
    for cell, name in picture.marks:
        names[cell].append(name)
    for cell, marks in sorted(names.items()):
        x, y = sheet.cell(cell)
        x, y, r = x + MARK_AWAY, y - MARK_AWAY, MARK_SIZE
        corners = " ".join(f"{number(a)},{number(b)}" for a, b in ((x, y - r), (x + r, y), (x, y + r), (x - r, y)))
        sheet.open(class_="mark", data_mark=picture.geometry.names[cell], data_names=", ".join(marks))
        sheet.add("polygon", points=corners, fill=EVENT, stroke="#ffffff", stroke_width=1.2)
        sheet.close()


def paint_stones(sheet: SvgCanvas, picture: Picture, letter_of_kind: dict[str, str] | None = None) -> None:
    """Draws every stone; those on one cell stand side by side. letter_of_kind: the letters of kinds, if
    not from this picture alone."""
    on: dict[int, list[Stone]] = defaultdict(list)
    for stone in picture.stones:
        on[stone.cell].append(stone)
    letter_of_kind = kind_letters(picture) if letter_of_kind is None else letter_of_kind
    for cell, stones in sorted(on.items()):
        for i, stone in enumerate(sorted(stones, key=lambda s: s.hidden)):
            place, radius = _place(sheet.cell(cell), i, len(stones))
            colour = picture.colours[stone.side - 1] if 0 < stone.side <= len(picture.colours) else NEUTRAL
            _paint_stone(sheet, stone, place, radius, letter_of_kind, colour)


def _place(middle: Point, i: int, count: int) -> tuple[Point, float]:
    """The centre and scale of a stone; stones that share a cell are smaller and around its centre."""
    if count == 1:
        return middle, STONE
    turn = pi * (2 * i / count + 0.75)
    away = 0.36 * CELL
    return (middle[0] + away * cos(turn), middle[1] - away * sin(turn)), 0.6 * CELL


def _paint_stone(
    sheet: SvgCanvas, stone: Stone, place: Point, radius: float, letters: dict[str, str], colour: str
) -> None:
    fill, rim, ink = STONES[colour]
    x, y = place
    kind = "" if stone.kind == "stone" else f" kind-{word(stone.kind)}"
    hidden = {"fill_opacity": 0.55, "stroke_dasharray": "4 3"} if stone.hidden else {}
    css = f"stone side-{stone.side} {colour}{kind}" + (" hidden" if stone.hidden else "")
    sheet.open(class_=css, data_on=sheet.geometry.names[stone.cell])
    sheet.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=rim, stroke_width=1.8 if hidden else 1.4, **hidden)
    if kind:
        look = {"font_size": radius * 1.15, "font_weight": "bold", "text_anchor": "middle", "fill": ink}
        sheet.add("text", letters[stone.kind], x=x, y=y, dy=".36em", **look)
    else:
        _paint_mark(sheet, colour, place, radius, ink)
    sheet.close()


def _paint_mark(sheet: SvgCanvas, colour: str, place: Point, radius: float, ink: str) -> None:
    """The mark that distinguishes plain stones in black and white: a groove, a triangle, a square."""
    x, y = place
    r = radius * 0.5
    if colour == NEUTRAL:
        sheet.add("circle", cx=x, cy=y, r=radius * 0.62, fill="none", stroke=ink, stroke_opacity=0.45)
    elif colour in ("black", "white"):
        sheet.add("circle", cx=x, cy=y, r=radius * 0.8, fill="none", stroke=ink, stroke_opacity=0.16)
    elif colour == "orange":
        corners = ((x, y - r), (x + r * 0.87, y + r / 2), (x - r * 0.87, y + r / 2))
        sheet.add("polygon", points=" ".join(f"{number(a)},{number(b)}" for a, b in corners), fill=ink)
    else:
        sheet.add("rect", x=x - r * 0.7, y=y - r * 0.7, width=r * 1.4, height=r * 1.4, fill=ink)


def paint_won(sheet: SvgCanvas, line: tuple[int, ...]) -> None:
    """Strokes through the cells that show the result, rings around those that no stroke meets."""
    geometry = sheet.geometry
    strokes = _strokes(geometry, mask_of(line))
    path = sheet.path(without_straight_points([geometry.centres[cell] for cell in run]) for run in strokes)
    pen = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if path:
        sheet.add("path", class_="won-case", d=path, stroke="#ffffff", stroke_width=7, stroke_opacity=0.85, **pen)
        sheet.add("path", class_="won", d=path, stroke=WON, stroke_width=4, **pen)
    for cell in bits(mask_of(line) & ~mask_of(cell for run in strokes for cell in run)):
        x, y = sheet.cell(cell)
        sheet.add("circle", class_="won", cx=x, cy=y, r=STONE + 1, fill="none", stroke=WON, stroke_width=3.5)


def _strokes(geometry: Geometry, line: int) -> list[list[int]]:
    """Straight lines where these cover all cells; otherwise the links between cells that share a side."""
    lines = [run for d in geometry.axes for run in runs(geometry, d, line)]
    rows = [run for run in lines if len(run) > 2]
    if mask_of(cell for run in rows for cell in run) == line:
        return rows
    links = [run for d in geometry.axes if geometry.sides >> d & 1 for run in runs(geometry, d, line)]
    return [run for run in links if len(run) > 1]


def _paint_letters(sheet: SvgCanvas, picture: Picture) -> None:
    """The letters by which a text refers to cells, legible on an empty cell and on any stone."""
    look = {"dy": ".35em", "font_size": 17, "font_style": "italic", "text_anchor": "middle", "fill": FRAME}
    for cell, letter in picture.letters:
        x, y = sheet.cell(cell)
        sheet.add("text", letter, class_="letter", x=x, y=y, stroke=PAPER, stroke_width=4, paint_order="stroke", **look)


def _paint_targets(sheet: SvgCanvas, picture: Picture) -> None:
    for cell in picture.targets:
        x, y = sheet.cell(cell)
        sheet.add("circle", class_="target", cx=x, cy=y, r=5, fill=AIM, stroke="#ffffff", stroke_width=1.2)


def _paint_notes(sheet: SvgCanvas, notes: tuple[str, ...]) -> None:
    """Lines of text below the board; enlarges the page."""
    for note in notes:
        look = {"font_size": 13, "fill": INK}
        sheet.add("text", note, class_="note", x=CELL * 0.6, y=sheet.height + 8, **look)
        sheet.height += 19
        sheet.width = max(sheet.width, len(note) * 7.2 + CELL * 1.2)
