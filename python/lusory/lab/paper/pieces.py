"""What a paper is made of, whatever it is about: sentences, plots, tables, games to play through. `page`, `text` and
`pdf` print any Paper; a new kind of report is a function that makes one."""

from __future__ import annotations

from typing import Any

import msgspec

from ...rules.english import Sheet
from ..figures import Figure, Table
from . import words
from .games import Replay
from .names import name_of


class Plot(msgspec.Struct, frozen=True):
    """name: of the file and the place. told: what it shows, in words, for those who do not see it. chart: an Altair
    chart; or board: the SVG of a board. note: a line below."""

    name: str
    title: str
    told: str
    chart: Any = None
    board: str = ""
    note: str = ""


class Grid(msgspec.Struct, frozen=True):
    """A table in print: the first column says what a row is about, the others hold numbers. foot: what is to be said
    of rows, by their number from 0 (why a figure has no value)."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    about: tuple[str, ...] = ()
    why: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part with its heading. folded: its tables are shown when asked for."""

    key: str
    title: str
    lead: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = ()
    grids: tuple[Grid, ...] = ()
    folded: bool = False


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """facts: (what, value) of how it was made, the command among them. parts: what films of the replays are made of.
    rules: one sheet, or several, each under its heading."""

    title: str
    about: str
    verdict: tuple[str, ...]
    sections: tuple[Section, ...]
    replays: tuple[Replay, ...] = ()
    parts: tuple[str, ...] = ()
    rules: tuple[Sheet, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


def figures_grid(title: str, figures: tuple[Figure, ...]) -> Grid:
    """Figures one below the other, with what they mean."""
    rows = tuple((name_of(f.name).title, *cells(f), f"{f.games:,}" if f.games else words.NONE) for f in figures)
    about = tuple(f"No value: {f.why}" if f.value is None and f.why else name_of(f.name).told for f in figures)
    return Grid(title, ("Figure", "Value", "95 % interval", "Games"), rows, about)


def cells(figure: Figure) -> tuple[str, str]:
    """The value, and the interval with its unit."""
    told = words.interval(figure)
    return words.number(figure), told or words.NONE


def table_grid(title: str, table: Table, head: str, labels: tuple[str, ...] = (), about: tuple[str, ...] = ()) -> Grid:
    """A table of figures as it is, each with its interval."""
    rows = tuple(
        (labels[i] if labels else row.label, *(words.both(figure) for figure in row.figures), games(row.figures))
        for i, row in enumerate(table.rows)
    )
    columns = tuple(column[:1].upper() + column[1:] for column in table.columns)
    return Grid(title, (head, *columns, "Games"), rows, about, table.why)


def games(figures: tuple[Figure, ...]) -> str:
    """How many games are behind a row."""
    most = max((figure.games for figure in figures), default=0)
    return f"{most:,}" if most else words.NONE
