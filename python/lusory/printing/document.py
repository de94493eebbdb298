"""A printable document as data: sheets of texts, tables and boards, with all drawings rendered.

A Document holds no rules and no position: what is not in it cannot be printed. It goes through JSON, so that another
process can make the file.
"""

from __future__ import annotations

import msgspec


class Field(msgspec.Struct, frozen=True):
    """A line to be filled in: `First ______`; value: what is known already."""

    label: str
    value: str = ""


class PrintedSquare(msgspec.Struct, frozen=True):
    """A cell of a board for a spreadsheet. x, y: its centre, y downwards. text: what stands there, empty if nothing."""

    name: str
    x: float
    y: float
    text: str = ""


class PrintedBoard(msgspec.Struct, frozen=True):
    """A drawn board. width, height: of the drawing, in its own units. spacing: between neighbouring cells, in the same
    units. cell: the width of a cell in the coordinates of `squares`, which are for a spreadsheet. rows, columns: labels
    with the names of their cells; empty where cells have names of their own."""

    svg: str
    width: float
    height: float
    spacing: float
    cell: float
    squares: tuple[PrintedSquare, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    columns: tuple[tuple[str, tuple[str, ...]], ...] = ()


class PrintedColumn(msgspec.Struct, frozen=True):
    """A column of a table. group: the heading above it and its neighbours with the same. width: in millimetres, for
    handwriting."""

    title: str
    group: str = ""
    width: float = 20.0


class PrintedTable(msgspec.Struct, frozen=True):
    """Rows to be filled in. rows: each as long as `columns`. blank: empty rows that follow (None: as many as fill the
    page), numbered on from the last row where the first column holds numbers. blocks: tables side by side on a page."""

    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    blank: int | None = None
    blocks: int = 1
    title: str = ""


class TallyGrid(msgspec.Struct, frozen=True):
    """Announcements by line of the board: a row for each player. head: labels of lines. rows: (player, marks of each
    line)."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Page(msgspec.Struct, frozen=True):
    """One sheet; a long one takes several pages of paper.

    kind: board, record, private, rules or puzzles. name: for the tab of a spreadsheet. title, about: printed above.
    board: with `start`, a small one of the pieces at the start. note: below. text: paragraphs, (title, clauses).
    figures: boards with captions.
    """

    kind: str
    name: str
    title: str
    about: str = ""
    fields: tuple[Field, ...] = ()
    board: PrintedBoard | None = None
    start: PrintedBoard | None = None
    note: str = ""
    tallies: tuple[TallyGrid, ...] = ()
    table: PrintedTable | None = None
    text: tuple[tuple[str, tuple[str, ...]], ...] = ()
    figures: tuple[tuple[str, str], ...] = ()


class Document(msgspec.Struct, frozen=True):
    """Everything that is printed at once. paper: a name in `PAPERS`."""

    title: str
    pages: tuple[Page, ...]
    paper: str = "a4"


PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
