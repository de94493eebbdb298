"""The result of a measurement: figures, each with its interval and its number of games.

A figure that the data cannot support has no value and says why. All of it is plain data: it goes to JSON and back, is
drawn by `lab/report`, compared by `lab/compare.py`, and knows no game by name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from importlib import import_module
from typing import Any

import msgspec

from ..errors import LusoryError, MeasurementError
from .intervals import wilson

FORMAT, VERSION, KIND = "lusory", 1, "measurement"
BY = "by "
"""How figures of end clauses begin: `by quiet`."""


class Tabular:
    """Results that convert to rows, a dictionary each, and to a data frame where a library for them is installed."""

    __slots__ = ()

    def to_dict(self) -> list[dict[str, Any]]:
        """The rows."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """In a notebook: its rows as a table."""
        rows = self.to_dict()
        head = "".join(f"<th>{escape(name)}</th>" for name in (rows[0] if rows else ()))
        body = "".join(f"<tr>{''.join(f'<td>{cell_html(value)}</td>' for value in row.values())}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_pandas(self) -> Any:
        """A data frame of pandas. Raises LusoryError where that is not installed."""
        return data_frame("pandas", self.to_dict())

    def to_polars(self) -> Any:
        """A data frame of polars. Raises LusoryError where that is not installed."""
        return data_frame("polars", self.to_dict())


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number. name: which measure (`first`, `length`, `drama`). value: None where it is unknown; `why` says
    what is missing. low, high: it lies between these with 95 % confidence. games: how many are behind it. unit:
    `share`, `plies`, `turns`, `bits`, `Elo`, `log10`, `points` or nothing. how: the interval's kind (`wilson`, `mean`,
    `ratio`, `exact`); `equal` where a number was the same in every game, so that it has no bounds. error:
    the standard error, for comparisons."""

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0
    unit: str = ""
    how: str = ""
    error: float | None = None
    why: str = ""

    def _repr_html_(self) -> str:
        """In a notebook: one row."""
        return f"<table><tr><th>{escape(self.name)}</th>{cells(self)}</tr></table>"


class Point(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number at a place of a curve: after x plies, say."""

    x: float
    value: float
    low: float | None = None
    high: float | None = None
    games: int = 0


class Curve(Tabular, msgspec.Struct, frozen=True, omit_defaults=True):
    """A number as a function of the course of the game. along: what x counts (`ply`)."""

    name: str
    points: tuple[Point, ...] = ()
    unit: str = ""
    along: str = "ply"
    why: str = ""

    def to_dict(self) -> list[dict[str, Any]]:
        """Its points."""
        return [msgspec.structs.asdict(point) for point in self.points]


class Histogram(Tabular, msgspec.Struct, frozen=True, omit_defaults=True):
    """How often each number came: bars from `low[i]` to below `low[i] + width`."""

    name: str
    low: tuple[float, ...] = ()
    count: tuple[int, ...] = ()
    width: float = 1.0
    unit: str = ""
    why: str = ""

    def to_dict(self) -> list[dict[str, Any]]:
        """Its bars."""
        return [{"low": low, "count": count} for low, count in zip(self.low, self.count, strict=True)]


class CellMap(Tabular, msgspec.Struct, frozen=True, omit_defaults=True):
    """A number for cells of the board, by their names."""

    name: str
    cells: dict[str, Figure] = {}
    unit: str = ""
    why: str = ""

    def to_dict(self) -> list[dict[str, Any]]:
        """Its cells."""
        return [{"cell": cell} | flat(figure) for cell, figure in self.cells.items()]


class TableRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a table: its label, and a figure for each column."""

    label: str
    figures: tuple[Figure, ...]


class FigureTable(Tabular, msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures for each of several things: each end clause, each first ply, each rung of a ladder."""

    name: str
    columns: tuple[str, ...] = ()
    rows: tuple[TableRow, ...] = ()
    why: str = ""

    def to_dict(self) -> list[dict[str, Any]]:
        """A dictionary for each figure: its row, its column, its value and bounds."""
        return [
            {"row": row.label, "column": column} | flat(figure)
            for row in self.rows
            for column, figure in zip(self.columns, row.figures, strict=True)
        ]


class Sample(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sample game. why: why it was chosen (`the longest`, `typical`). plies: canonical texts. values: what each
    player got. by: what ended it. after: what the search gave the first player after each ply, where one played."""

    why: str
    plies: tuple[str, ...]
    values: tuple[float, ...] = ()
    by: str = ""
    after: tuple[float | None, ...] = ()


class Measurement(Tabular, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of measuring a game. game: its rules as they are stored (canonical JSON, or the name of a Python
    class). name, options: as given by the caller. player: the spec of the players, or `records`. second: that of the
    second of two, where it differs. recorded: who played, as the records say, and "others"
    where not all say it. games: finished and cut. cut: those that
    were too long, which count for no figure of results. seed: of all randomness. command: reproduces it. lusory: the
    version that made it. seconds: spent. notes: remarks for the reader (games cut, records left out).
    """

    game: str
    name: str
    options: dict[str, str] = {}
    player: str
    second: str = ""
    recorded: tuple[str, ...] = ()
    seed: int = 0
    games: int
    cut: int = 0
    command: str = ""
    lusory: str = ""
    seconds: float = 0.0
    figures: tuple[Figure, ...] = ()
    tables: tuple[FigureTable, ...] = ()
    curves: tuple[Curve, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    maps: tuple[CellMap, ...] = ()
    samples: tuple[Sample, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def players(self) -> str:
        """Who played: the spec of the players, or of both."""
        return f"{self.player} against {self.second}" if self.second else self.player

    def figure(self, name: str) -> Figure:
        """The figure of this name; one without a value where there is none. `by quiet`: how many games an end clause
        with that word in it ended."""
        if name.startswith(BY):
            return self._ended_by(name)
        return next((figure for figure in self.figures if figure.name == name), Figure(name, why="not measured"))

    def _ended_by(self, name: str) -> Figure:
        """The same of end clauses, from their table."""
        table = self.table("ends")
        if not table.rows:
            return Figure(name, unit="share", why=table.why)
        column = table.columns.index("share")
        games = table.rows[0].figures[column].games
        shares = (row.figures[column].value or 0.0 for row in table.rows if ended_by(row.label, name[len(BY) :]))
        interval = wilson(sum(round(share * games) for share in shares), games)
        return Figure(name, interval.value, interval.low, interval.high, games, "share", interval.how, interval.error)

    def table(self, name: str) -> FigureTable:
        """The table of this name; an empty one where there is none."""
        return next((table for table in self.tables if table.name == name), FigureTable(name, why="not measured"))

    def json(self) -> bytes:
        """The measurement as stored JSON."""
        head = {"format": FORMAT, "version": VERSION, "kind": KIND}
        return msgspec.json.encode(head | msgspec.to_builtins(self))

    def to_dict(self) -> list[dict[str, Any]]:
        """Its figures, a dictionary each."""
        return [dict(msgspec.structs.asdict(figure)) for figure in self.figures]

    def chart(self, name: str) -> Any:
        """A chart of one of its parts (`plies`), as an object of altair."""
        from . import report

        return report.chart(self, name)

    def __repr__(self) -> str:
        return f"<measurement of {self.name}: {self.games:,} games of {self.players}>"

    def __str__(self) -> str:
        """The figures that have a value, a line each, with their intervals."""
        with_value = [figure for figure in self.figures if figure.value is not None]
        rows = [(figure.name, *texts(figure)) for figure in with_value]
        wide = [max(len(row[i]) for row in rows) for i in range(5)] if rows else []
        parts = ["  ".join(part.ljust(width) for part, width in zip(row, wide, strict=True)).rstrip() for row in rows]
        return "\n".join([f"{self.name}: {self.games:,} games of {self.players}", *parts])

    def _repr_html_(self) -> str:
        """In a notebook: a small table of the figures that have a value."""
        with_value = [figure for figure in self.figures if figure.value is not None]
        head = f"{escape(self.name)}: {self.games:,} games, {escape(self.players)}"
        rows = "".join(f"<tr><td>{escape(figure.name)}</td>{cells(figure)}</tr>" for figure in with_value)
        columns = "<tr><th></th><th>value</th><th>95 %</th><th>unit</th><th>games</th></tr>"
        return f"<table><caption>{head}</caption><thead>{columns}</thead><tbody>{rows}</tbody></table>"


def cells(figure: Figure) -> str:
    """A figure in a row of a table in HTML."""
    return "".join(f"<td>{escape(part)}</td>" for part in texts(figure))


def cell_html(value: Any) -> str:
    """A value of a row as HTML."""
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else escape(str(value))


def texts(figure: Figure) -> tuple[str, str, str, str]:
    """A figure as texts: its value, its bounds, its unit, how many games are behind it."""
    sure = figure.low is not None and figure.high is not None
    bounds = f"{figure.low:.4g} to {figure.high:.4g}" if sure else ""
    value = "" if figure.value is None else f"{figure.value:.4g}"
    return value, bounds, figure.unit, f"{figure.games:,}"


def flat(figure: Figure) -> dict[str, Any]:
    """A figure as a row beside others."""
    return {name: getattr(figure, name) for name in ("value", "low", "high", "games")}


def data_frame(library: str, rows: list[dict[str, Any]]) -> Any:
    """A data frame of a library, where there is one."""
    try:
        module = import_module(library)
    except ImportError:
        raise LusoryError(f"{library} is not installed: `uv pip install {library}`, or take to_dict()") from None
    return module.DataFrame(rows)


@lru_cache(maxsize=1024)
def ended_by(end: str, word: str) -> bool:
    """Whether this word stands in an end clause as it is spelled."""
    return re.search(rf"\b{re.escape(word)}\b", end, re.IGNORECASE) is not None


LARGEST = 256 << 20
"""Bytes of JSON above this are refused unread."""


def read(data: bytes | str) -> Measurement:
    """A measurement from its JSON. Raises MeasurementError, which says what was found and what expected."""
    if len(data) > LARGEST:
        raise MeasurementError(f"{len(data)} characters, expected a measurement of at most {LARGEST}")
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise MeasurementError(f"text that is not JSON, expected a measurement: {fault}") from None
    if not isinstance(document, dict):
        raise MeasurementError(f"a {type(document).__name__}, expected an object with format, version and kind")
    for name, expected in (("format", FORMAT), ("version", VERSION), ("kind", KIND)):
        if document.get(name) != expected or isinstance(document.get(name), bool):
            raise MeasurementError(f"{name}: {str(document.get(name, 'nothing'))[:60]}, expected {expected}")
    try:
        return msgspec.convert(document, Measurement)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise MeasurementError(f"the measurement: {fault}") from None
