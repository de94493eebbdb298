"""The results of a study, stored beside its page: figures and tables, no games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ...errors import LusoryError
from ..figures import Figure, FigureTable, Measurement, TableRow
from ..intervals import wilson

FORMAT, VERSION, KIND = "lusory", 1, "study"
KEPT_TABLES = ("ends",)


class StudyEntry(msgspec.Struct, frozen=True):
    """The measurement of one player in one version. rules: their hash."""

    version: str
    player: str
    rules: str
    measurement: Measurement


class StudyResults(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The results of a study. scale: of the numbers of games. seed: of all randomness. tables: of its probes."""

    format: str = FORMAT
    version: int = VERSION
    kind: str = KIND
    study: str
    scale: float = 1.0
    seed: int = 0
    lusory: str = ""
    entries: tuple[StudyEntry, ...] = ()
    tables: tuple[FigureTable, ...] = ()

    def at(self, version: str, player: str) -> Measurement | None:
        """The measurement of a version and a player, by their labels; None where it was not made."""
        matching = (e.measurement for e in self.entries if (e.version, e.player) == (version, player))
        return next(matching, None)

    def figure(self, version: str, player: str, name: str) -> Figure:
        """One of its figures; one without a value where it was not measured."""
        measurement = self.at(version, player)
        return measurement.figure(name) if measurement is not None else Figure(name, why="not measured")

    def end(self, version: str, player: str, *words: str) -> Figure:
        """The share of games that ended by clauses whose spelling holds one of these words."""
        measurement = self.at(version, player)
        games = 0 if measurement is None else measurement.games - measurement.cut
        if measurement is None or not games:
            return Figure("share", unit="share", why="not measured")
        rows = [row for row in measurement.table("ends").rows if any(word in row.label for word in words)]
        share = wilson(sum(round((row.figures[0].value or 0.0) * games) for row in rows), games)
        return Figure("share", share.value, share.low, share.high, games, "share", share.how, share.error)

    def table(self, name: str) -> FigureTable:
        """The table of a probe; an empty one where it was not made."""
        return next((table for table in self.tables if table.name == name), FigureTable(name, why="not measured"))

    def row(self, table: str, label: str, column: str) -> Figure:
        """A figure of the table of a probe."""
        figure_table = self.table(table)
        row = next((row for row in figure_table.rows if row.label == label), TableRow(label, ()))
        return dict(zip(figure_table.columns, row.figures, strict=False)).get(
            column, Figure(column, why="not measured")
        )

    def json(self) -> bytes:
        """The results as stored JSON: a line an entry and a line a table, for readable differences."""
        document: Any = round_floats(msgspec.to_builtins(self))
        parts = [(name, document.pop(name, [])) for name in ("entries", "tables")]
        lists = [
            b'"%s":[\n%s\n]' % (name.encode(), b",\n".join(map(msgspec.json.encode, rows))) for name, rows in parts
        ]
        return msgspec.json.encode(document)[:-1] + b"," + b",".join(lists) + b"}\n"


def round_floats(value: object) -> object:
    """Rounds floats to nine digits: the last ones differ between machines."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: round_floats(part) for key, part in value.items()}
    return [round_floats(part) for part in value] if isinstance(value, list | tuple) else value


def slim(measurement: Measurement) -> Measurement:
    """A measurement without the parts that a page does not show or that differ from run to run."""
    return msgspec.structs.replace(
        measurement,
        game="",
        seconds=0.0,
        samples=(),
        curves=(),
        maps=(),
        tables=tuple(table for table in measurement.tables if table.name in KEPT_TABLES),
        histograms=(),
    )


def read(path: Path) -> StudyResults:
    """The results in a file. Raises LusoryError for one that holds none."""
    try:
        results = msgspec.json.decode(path.read_bytes(), type=StudyResults)
    except FileNotFoundError:
        raise LusoryError(f"{path}: no such file; expected the results of a study, which a run of it writes") from None
    except (msgspec.DecodeError, RecursionError) as fault:
        raise LusoryError(f"{path}: not the results of a study ({fault})") from None
    if (results.format, results.version, results.kind) != (FORMAT, VERSION, KIND):
        actual = f"{results.format} {results.kind}, version {results.version}"
        raise LusoryError(f"{path}: {actual}; expected {FORMAT} {KIND}, version {VERSION}")
    return results
