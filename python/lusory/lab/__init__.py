"""Matches between players, and measurements of games, as values and as files. No console here.

>>> from lusory import load
>>> from lusory.lab import Setting, match
>>> report = match(Setting.of(load("tic-tac-toe"), "greedy", "random", seed=1), games=20, workers=1)
>>> report.games, sum(report.pairs), report.wins > report.losses
(20, 10, True)
>>> from lusory.lab import measure
>>> found = measure(load("tic-tac-toe"), games=2000, workers=1)
>>> found.figure("first").low < 0.585 < found.figure("first").high
True
"""

from __future__ import annotations

from .figures import CellMap, Curve, Figure, Histogram, Measurement, Row, Sample, Table
from .matches import Report, Run, Setting, Sprt, match
from .measure import measure, measure_records

__all__ = [
    "CellMap",
    "Curve",
    "Figure",
    "Histogram",
    "Measurement",
    "Report",
    "Row",
    "Run",
    "Sample",
    "Setting",
    "Sprt",
    "Table",
    "match",
    "measure",
    "measure_records",
]
