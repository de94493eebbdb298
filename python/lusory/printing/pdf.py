"""A Document as PDF, by Typst. Neither the date nor the fonts of the machine go into it: equal documents are equal
files."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec

from .document import PAPERS, Document, Page, PrintedBoard, PrintedTable

MARGIN = 15.0
"""Millimetres on each side. The template has the same measures: they come with the data."""
MEASURES = {"margin": MARGIN, "row": 7.0, "heading": 5.0, "head": 21.0, "field": 9.0, "gap": 3.0}
"""Millimetres: of a row to be filled in by hand, a heading of a table, the title and the line below it, a line of
fields, and the space above boards, tables and grids."""
FIELDS = 3
"""Fields on a line."""
CAPTION = 9.0
SMALL = 92.0
"""Millimetres of a board beside which there is something else, at most."""
INSET, LEAST = 50.0, 22.0
"""Millimetres of the small board with the pieces at the start; where less is left below the board it stands above."""


def pdf(document: Document) -> bytes:
    """The file."""
    data = compiler(document).compile(template(), format="pdf", timestamp=0)
    assert isinstance(data, bytes)
    return data


def compiler(document: Document) -> Any:
    """Typst, with all that the template prints."""
    import typst

    inputs = {"document": json.dumps(template_data(document), sort_keys=True)}
    return typst.Compiler(ignore_system_fonts=True, sys_inputs=inputs)


def template() -> bytes:
    """The template of all sheets."""
    return (resources.files("lusory.printing") / "templates" / "sheets.typ").read_bytes()


def template_data(document: Document) -> dict[str, Any]:
    """The values that the template prints. Lengths in millimetres."""
    wide, high = PAPERS[document.paper]
    pages = [page_data(page, wide, high) for page in document.pages]
    return {"title": document.title, "width": wide, "height": high, "pages": pages, **MEASURES}


def page_data(page: Page, wide: float, high: float) -> dict[str, Any]:
    """A sheet with its measures: boards get a size, tables their empty rows."""
    is_turned = page.kind == "board" and page.board is not None and lies(page.board, wide, high)
    if is_turned:
        wide, high = high, wide
    data: dict[str, Any] = msgspec.to_builtins(page)
    data |= {"turned": is_turned, "caption": "", "board": None, "start": None}
    inner, height_left = wide - 2 * MARGIN, below_head(high) - fields_height(page) - tallies_height(page)
    if page.board:
        alone = page.kind == "board"
        size = fit_size(page.board, inner, below_head(high) - CAPTION if alone else SMALL)
        height_left -= size[1] + MEASURES["gap"]
        data["board"] = {"svg": page.board.svg, "width": size[0]}
        data["caption"] = caption(page.board, size[0]) if alone else ""
    if page.start:
        below = height_left - CAPTION - 2 * MEASURES["gap"]
        room = (INSET, min(INSET, below)) if below > LEAST else (INSET, 16.0)
        data["start"] = {"svg": page.start.svg, "width": fit_size(page.start, *room)[0], "below": below > LEAST}
    if page.table:
        data["table"] = table_data(page.table, height_left, high - 2 * MARGIN, inner)
    return data


def below_head(high: float) -> float:
    """Millimetres of a page below its title."""
    return high - 2 * MARGIN - MEASURES["head"] - MEASURES["gap"]


def lies(board: PrintedBoard, wide: float, high: float) -> bool:
    """Whether the board is larger on paper in landscape."""
    upright = fit_size(board, wide - 2 * MARGIN, below_head(high) - CAPTION)
    return fit_size(board, high - 2 * MARGIN, below_head(wide) - CAPTION)[0] > upright[0] * 1.05


def fit_size(board: PrintedBoard, wide: float, high: float) -> tuple[float, float]:
    """The width and height of a board in a room."""
    scale = min(wide / board.width, high / board.height)
    return board.width * scale, board.height * scale


def caption(board: PrintedBoard, width: float) -> str:
    """How far apart the cells are: which stones fit."""
    return f"Neighbouring cells are {board.spacing * width / board.width:.0f} mm apart."


def fields_height(page: Page) -> float:
    """Millimetres that the fields take."""
    return MEASURES["field"] * -(-len(page.fields) // FIELDS)


def tallies_height(page: Page) -> float:
    """Millimetres that the grids of announcements take."""
    row_height = MEASURES["gap"] + MEASURES["heading"] + MEASURES["row"]
    return sum(row_height + MEASURES["row"] * len(tally.rows) for tally in page.tallies)


def table_data(table: PrintedTable, first: float, page: float, width: float) -> dict[str, Any]:
    """The rows with the empty ones. first, page: millimetres of height on the first page and on the others."""
    gap = 5.0 * (table.blocks - 1)
    scale = (width - gap) / table.blocks / sum(column.width for column in table.columns)
    rows = [list(row) for row in table.rows]
    numbers = range(int(rows[-1][0]) + 1 if rows else 1, 10**6)
    least = len(rows) + (table.blank if table.blank is not None else 1)
    total = len(rows) if table.blank == 0 else rows_that_fill(table, least, first - MEASURES["gap"], page)
    rows += [[str(n), *[""] * (len(table.columns) - 1)] for n in numbers[: total - len(rows)]]
    return {
        "blocks": table.blocks,
        "columns": [{"title": c.title, "group": c.group, "width": c.width * scale} for c in table.columns],
        "rows": rows,
    }


def rows_that_fill(table: PrintedTable, least: int, first: float, page: float) -> int:
    """The number of rows that fills the last page, at least the wanted number."""
    heading = MEASURES["heading"] * (2 if any(column.group for column in table.columns) else 1)
    fit, later = (max(1, int((high - heading) / MEASURES["row"])) * table.blocks for high in (first, page))
    return fit + later * max(0, -(-(least - fit) // later))
