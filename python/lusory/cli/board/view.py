"""Textual widget of the board: coloured characters; cells are selected by mouse and arrow keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size, Spacing
from textual.message import Message
from textual.widget import Widget

from ...draw.text import lay_out
from ...rules.picture import Picture

SIDES = ("bright_black", "#56b4e9", "#e69f00", "#009e73", "#cc79a7")
"""Colours of neutral stones and of the sides, safe for colour-blind people (Okabe and Ito)."""
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
SLANT = 2.0
"""Height of a character, in widths of one."""


class BoardView(Widget, can_focus=True):
    """The widget of a picture. cursor: the cell that Enter presses. styles: of highlighted cells."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; padding: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(direction, f"walk('{direction}')", direction, show=False) for direction in DIRECTIONS),
        Binding("enter,space", "press", "Play"),
        Binding("escape", "back", "Put back", show=False),
    ]

    class Pressed(Message):
        """The message that a cell was pressed."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class Back(Message):
        """The message to forget the clicks so far."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(id="board")
        self.cover = ""
        self.styles_of: Mapping[int, str] = {}
        self.show_picture(picture, {})
        lines, columns = ([place[axis] for place in self.drawn.cells.values()] for axis in (0, 1))
        self.cursor = self._nearest((min(lines) + max(lines)) / 2, (min(columns) + max(columns)) / 2)

    def show_picture(self, picture: Picture, styles: Mapping[int, str], cover: str = "") -> None:
        """Show a picture. cover: a sentence to be shown instead."""
        self.picture, self.drawn, self.styles_of, self.cover = picture, lay_out(picture, marks=True), styles, cover
        self.refresh(layout=True)

    def _nearest(self, line: float, column: float) -> int:
        """The cell whose centre is nearest to a place."""

        def distance(cell: int) -> float:
            at, left, wide = self.drawn.cells[cell]
            return ((at - line) * SLANT) ** 2 + (left + (wide - 1) / 2 - column) ** 2

        return min(self.drawn.cells, key=distance)

    def render(self) -> Text:
        """See Widget."""
        if self.cover:
            return Text(self.cover)
        text = Text("\n").join(Text(line.ljust(self._wide())) for line in self.drawn.lines)
        starts = [i * (self._wide() + 1) for i in range(len(self.drawn.lines))]
        for stone in self.picture.stones:
            tone = SIDES[stone.side] if stone.side < len(SIDES) else SIDES[0]
            self._paint(text, starts, stone.cell, f"bold {'italic ' if stone.hidden else ''}{tone}")
        for cell, style in self.styles_of.items():
            self._paint(text, starts, cell, style)
        if self.has_focus:
            self._paint(text, starts, self.cursor, "reverse")
        if self.drawn.below:
            text.append("\n\n" + "\n".join(self.drawn.below))
        return text

    def _paint(self, text: Text, starts: list[int], cell: int, style: str) -> None:
        line, column, wide = self.drawn.cells[cell]
        text.stylize(Style.parse(style), starts[line] + column, starts[line] + column + wide)

    def _wide(self) -> int:
        return max(map(len, self.drawn.lines))

    def outer_width(self) -> int:
        """Columns that the board takes, with the blanks around it."""
        return self.get_content_width(Size(), Size()) + self.gutter.width

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """See Widget."""
        return max(self._wide(), *(len(line) for line in ["", *self.drawn.below]))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """See Widget."""
        return len(self.drawn.lines) + (1 + len(self.drawn.below) if self.drawn.below else 0)

    def at(self, line: int, column: int) -> int | None:
        """The cell at a place, or one column beside it."""
        near = [
            (max(left - column, column - left - wide + 1, 0), cell)
            for cell, (at, left, wide) in self.drawn.cells.items()
            if at == line
        ]
        beside, cell = min(near, default=(2, -1))
        return cell if beside < 2 else None

    def on_click(self, event: events.Click) -> None:
        """Press the cell under the mouse."""
        inner = event.get_content_offset(self)
        cell = self.at(inner.y, inner.x) if inner is not None and not self.cover else None
        if cell is not None:
            self.cursor = cell
            self.action_press()

    def action_walk(self, direction: str) -> None:
        """Move the cursor: to the nearest cell within 45 degrees of the direction; straight before diagonal."""
        down, right = DIRECTIONS[direction]
        line, column, _ = self.drawn.cells[self.cursor]
        best: tuple[float, int] | None = None
        for cell, (at, left, _) in self.drawn.cells.items():
            ahead = (at - line) * SLANT * down + (left - column) * right
            aside = abs((at - line) * SLANT * right) + abs((left - column) * down)
            if ahead > 0 and aside <= 2 * ahead:
                best = min(best or (float("inf"), cell), (ahead + 2 * aside, cell))
        if best is not None:
            self.cursor = best[1]
            self.refresh()
            self.show_cursor()

    def show_cursor(self) -> None:
        """Scroll to the cursor, where the terminal is smaller than the board."""
        line, column, wide = self.drawn.cells[self.cursor]
        place = Region(column, line, wide, 1).translate(Offset(*self.gutter.top_left))
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(place, spacing=Spacing(2, 4, 2, 4), animate=False)

    def action_press(self) -> None:
        """Press the cell under the cursor."""
        self.refresh()
        self.post_message(self.Pressed(self.cursor))

    def action_back(self) -> None:
        """Forget the clicks so far."""
        self.post_message(self.Back())
