"""The parts of any report: sentences, plots, tables, games to replay. `page`, `text` and
`pdf` print any Report; a new kind of report is a function that makes one."""

from __future__ import annotations

from typing import Any

import msgspec

from ...rules.english import Sheet
from ..figures import Figure, FigureTable
from . import numbers
from .figure_names import name_of
from .games import Replay


class Plot(msgspec.Struct, frozen=True):
    """name: of the file and the place. description: what it shows, in words, for those who do not see it.
    chart: an Altair chart; or board: the SVG of a board. note: a line below."""

    name: str
    title: str
    description: str
    chart: Any = None
    board: str = ""
    note: str = ""


class Grid(msgspec.Struct, frozen=True):
    """A table in print: the first column says what a row is about, the others hold numbers. about: a note for each row
    (its meaning, or why a figure has no value), or empty. why: the reason where it is empty."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    about: tuple[str, ...] = ()
    why: str = ""


class ReportSection(msgspec.Struct, frozen=True):
    """A part with its heading: sentences, plots, and the numbers behind them."""

    key: str
    title: str
    lead: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = ()
    grids: tuple[Grid, ...] = ()


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """about: a summary in one line. sections stand before the games, figures after them. parts: the shared parts of the
    replays' animations. rules: a sheet, or several. facts: (what, value) of how it was made, the command among them.
    definitions: of the figures, with formula and source."""

    title: str
    about: str
    verdict: tuple[str, ...]
    sections: tuple[ReportSection, ...]
    figures: tuple[ReportSection, ...] = ()
    replays: tuple[Replay, ...] = ()
    parts: tuple[str, ...] = ()
    rules: tuple[Sheet, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    definitions: tuple[tuple[str, str], ...] = ()


def figure_text(figure: Figure) -> str:
    """A figure with its interval; scores in hundredths."""
    return numbers.with_interval(numbers.as_share(figure) if figure.name == "score" else figure)


def figures_grid(title: str, figures: tuple[Figure, ...]) -> Grid:
    """Figures as rows, with their meaning."""
    rows = tuple((name_of(f.name).title, figure_text(f), games((f,))) for f in figures)
    about = tuple(map(figure_meaning, figures))
    return Grid(title, ("Figure", "Value, 95 % interval", "Games"), rows, about)


def figure_meaning(figure: Figure) -> str:
    """The meaning of a figure, and why it has no value or no interval."""
    if figure.value is None and figure.why:
        return f"No value: {figure.why}"
    equal = " It was equal in every game, so nothing tells how far it may be off." if numbers.equal(figure) else ""
    return f"{name_of(figure.name).description}{equal}".strip()


def table_grid(
    title: str, table: FigureTable, head: str, labels: tuple[str, ...] = (), about: tuple[str, ...] = ()
) -> Grid:
    """A FigureTable as rows, each figure with its interval."""
    rows = tuple(
        (labels[i] if labels else row.label, *(figure_text(figure) for figure in row.figures), games(row.figures))
        for i, row in enumerate(table.rows)
    )
    columns = tuple(column[:1].upper() + column[1:] for column in table.columns)
    return Grid(title, (head, *columns, "Games"), rows, about, table.why)


def games(figures: tuple[Figure, ...]) -> str:
    """The number of games of a row; the least where figures differ."""
    least = min((figure.games for figure in figures if figure.games), default=0)
    return f"{least:,}" if least else numbers.NONE
