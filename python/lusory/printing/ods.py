"""A Document as an OpenDocument spreadsheet: a tab for each sheet. The date does not go into it: equal documents are
equal files. Every cell holds text, so no program takes one for a formula."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from .document import PAPERS, Document, Page, PrintedBoard, PrintedTable
from .lattice import Lattice, labels, lattice

BLANK = 40
"""Empty rows of a table that has no number of them."""
SIZE = 9.0
"""Millimetres of a cell of a board."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The time stamp of every file in the archive: the earliest that ZIP has."""
BORDER = "0.5pt solid #a39069"


def ods(document: Document) -> bytes:
    """The file."""
    return Workbook(document).file()


class Workbook:
    """An odfpy document in the making, with its styles."""

    def __init__(self, document: Document) -> None:
        from odf.opendocument import OpenDocumentSpreadsheet

        declare_namespaces()
        self.book: Any = OpenDocumentSpreadsheet()
        self.styles: dict[tuple[str, ...], Any] = {}
        self.paper = self._paper(document)
        for page in document.pages:
            self._sheet(page)

    def file(self) -> bytes:
        """The archive, without the moment in which it was made."""
        raw, target = io.BytesIO(), io.BytesIO()
        self.book.write(raw)
        with zipfile.ZipFile(raw) as source, zipfile.ZipFile(target, "w") as dated:
            for name in source.namelist():
                info = zipfile.ZipInfo(name, DATE)
                info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
                dated.writestr(info, source.read(name))
        return target.getvalue()

    def _paper(self, document: Document) -> str:
        """The page of the printer: its size, and everything of a tab on the width of one page."""
        from odf.style import MasterPage, PageLayout, PageLayoutProperties

        wide, high = PAPERS[document.paper]
        layout = PageLayout(name="paper")
        size = {"pagewidth": f"{wide}mm", "pageheight": f"{high}mm", "margin": "15mm"}
        layout.addElement(PageLayoutProperties(**size, scaletox="1", scaletoy="0"))
        self.book.automaticstyles.addElement(layout)
        self.book.masterstyles.addElement(MasterPage(name="Default", pagelayoutname=layout))
        return "Default"

    def _sheet(self, page: Page) -> None:
        """One tab."""
        from odf.style import Style
        from odf.table import Table as Tab

        style = Style(name=f"tab{len(self.styles)}", family="table", masterpagename=self.paper)
        self.book.automaticstyles.addElement(style)
        self.styles["tab", page.name] = style
        tab = Tab(name=page.name, stylename=style)
        at = lattice(page.board) if page.board else None
        self._columns(tab, page, at)
        for line in (page.title, page.about):
            self._row(tab, [line] if line else [], "title" if line == page.title else "soft")
        for field in page.fields:
            self._row(tab, [field.label, field.value], "plain")
        self._row(tab, [])
        if page.board:
            self._board(tab, page.board, at)
        if page.note:
            self._row(tab, [page.note], "plain")
        self._tallies(tab, page)
        if page.table:
            self._table(tab, page.table, SIZE / at.span if at else 0.0)
        self._text(tab, page)
        self.book.spreadsheet.addElement(tab)

    def _columns(self, tab: Any, page: Page, at: Lattice | None) -> None:
        """The widths of the columns: those of the board, else of the table."""
        from odf.table import TableColumn

        if at is not None:
            widths = [SIZE + 3, *[SIZE / at.span] * at.columns]
        elif page.table:
            widths = [max(SIZE, column.width * 1.2) for column in page.table.columns]
        else:
            widths = [180.0 if page.text else 30.0]
        for width in widths:
            tab.addElement(TableColumn(stylename=self._style("table-column", columnwidth=f"{width:.1f}mm")))

    def _board(self, tab: Any, board: PrintedBoard, at: Lattice | None) -> None:
        """The board as it is drawn; cells of boards without straight rows as a list."""
        if at is None:
            self._row(tab, ["cell", "piece"], "head")
            for square in board.squares:
                self._row(tab, [square.name, square.text], "box")
            return
        rows, columns = labels(board, at)
        has_names = not (rows and columns)
        on = {spot: square for square, spot in zip(board.squares, at.places, strict=True)}
        for y in range(at.rows):
            self._board_row(tab, rows.get(y, ""), [on.get((y, x)) for x in range(at.columns)], at.span, has_names)
        if columns:
            self._row(tab, ["", *(columns.get(x, "") for x in range(at.columns))], "centre")
        self._row(tab, [])

    def _board_row(self, tab: Any, label: str, squares: list[Any], span: int, has_names: bool) -> None:
        """A row of the board. has_names: empty cells show their names."""
        from odf.table import CoveredTableCell, TableRow

        row = TableRow(stylename=self._style("table-row", rowheight=f"{SIZE}mm"))
        row.addElement(self._cell(label, "centre"))
        covered = 0
        for square in squares:
            if covered:
                row.addElement(CoveredTableCell())
                covered -= 1
            elif square is None:
                row.addElement(self._cell("", "plain"))
            else:
                look = "piece" if square.text else "name"
                row.addElement(self._cell(square.text or (square.name if has_names else ""), look, span))
                covered = span - 1
        tab.addElement(row)

    def _tallies(self, tab: Any, page: Page) -> None:
        """The grids of announcements."""
        for tally in page.tallies:
            self._row(tab, [tally.title], "soft")
            self._row(tab, ["", *tally.head], "head")
            for player, marks in tally.rows:
                self._row(tab, [player, *marks], "box")
            self._row(tab, [])

    def _table(self, tab: Any, table: PrintedTable, narrow: float) -> None:
        """The rounds, and empty ones. narrow: millimetres of the columns of a board above, 0 where there is none; then
        a cell takes several of them."""
        spans = [max(1, round(column.width / narrow)) if narrow and i else 1 for i, column in enumerate(table.columns)]
        if any(column.group for column in table.columns):
            before = ["", *(column.group for column in table.columns)]
            groups = [c.group if c.group != b else "" for c, b in zip(table.columns, before, strict=False)]
            self._row(tab, groups, "head", spans)
        self._row(tab, [column.title for column in table.columns], "head", spans)
        for row in table.rows:
            self._row(tab, list(row), "box", spans)
        last = int(table.rows[-1][0]) if table.rows else 0
        for number in range(last + 1, last + 1 + (BLANK if table.blank is None else max(0, table.blank))):
            self._row(tab, [str(number), *[""] * (len(table.columns) - 1)], "box", spans)

    def _text(self, tab: Any, page: Page) -> None:
        """Paragraphs, one a row."""
        for title, clauses in page.text:
            self._row(tab, [])
            self._row(tab, [title], "head")
            for clause in clauses:
                self._row(tab, [clause], "wrapped")

    def _row(self, tab: Any, texts: list[str], look: str = "plain", spans: Sequence[int] = ()) -> None:
        """A row of texts. spans: columns that each takes, one if not given."""
        from odf.table import CoveredTableCell, TableRow

        row = TableRow()
        for text, span in zip(texts or [""], spans or [1] * max(1, len(texts)), strict=True):
            row.addElement(self._cell(text, look, span))
            for _ in range(span - 1):
                row.addElement(CoveredTableCell())
        tab.addElement(row)

    def _cell(self, text: str, look: str, span: int = 1) -> Any:
        """A cell with a text."""
        from odf.table import TableCell
        from odf.text import P

        spans = {"numbercolumnsspanned": span, "numberrowsspanned": 1} if span > 1 else {}
        cell = TableCell(stylename=self._look(look), **({"valuetype": "string"} if text else {}), **spans)
        if text:
            cell.addElement(P(text=text))
        return cell

    def _look(self, look: str) -> Any:
        """The style of a cell."""
        from odf.style import ParagraphProperties, Style, TableCellProperties, TextProperties

        if ("look", look) not in self.styles:
            style = Style(name=look, family="table-cell", parentstylename="Default")
            cell, paragraph, text = LOOKS[look]
            style.addElement(TableCellProperties(**cell))
            style.addElement(ParagraphProperties(**paragraph))
            style.addElement(TextProperties(**text))
            self.book.automaticstyles.addElement(style)
            self.styles["look", look] = style
        return self.styles["look", look]

    def _style(self, family: str, **sizes: str) -> Any:
        """The style of a column or a row."""
        from odf.style import Style, TableColumnProperties, TableRowProperties

        key = (family, *sizes.values())
        if key not in self.styles:
            style = Style(name=f"size{len(self.styles)}", family=family)
            style.addElement((TableColumnProperties if family == "table-column" else TableRowProperties)(**sizes))
            self.book.automaticstyles.addElement(style)
            self.styles[key] = style
        return self.styles[key]


def declare_namespaces() -> None:
    """Every file declares all namespaces in one order: odfpy adds those it has met in the process so far."""
    from odf.element import Element
    from odf.namespaces import nsdict

    Element.namespaces.clear()
    Element.namespaces.update(sorted(nsdict.items()))


CENTRE = {"textalign": "center"}
MIDDLE = {"verticalalign": "middle"}
LOOKS: dict[str, tuple[dict[str, str], dict[str, str], dict[str, str]]] = {
    "plain": ({}, {}, {}),
    "title": ({}, {}, {"fontsize": "16pt", "fontweight": "bold"}),
    "soft": ({}, {}, {"color": "#655a47"}),
    "head": ({"border": BORDER}, {}, {"fontweight": "bold"}),
    "box": ({"border": BORDER}, {}, {}),
    "wrapped": ({"wrapoption": "wrap"}, {}, {}),
    "centre": (MIDDLE, CENTRE, {}),
    "piece": ({"border": BORDER, **MIDDLE}, CENTRE, {"fontsize": "12pt", "fontweight": "bold"}),
    "name": ({"border": BORDER, **MIDDLE}, CENTRE, {"fontsize": "7pt", "color": "#b4ac9e"}),
}
"""The properties of the cell, of its paragraph and of its letters."""
