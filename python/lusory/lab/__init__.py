"""Matches between players, and measurements of games, as values and as files. No console here.

>>> from lusory import load
>>> from lusory.lab import MatchSetting, match
>>> report = match(MatchSetting.of(load("tic-tac-toe"), "greedy", "random", seed=1), games=20, workers=1)
>>> report.games, sum(report.pairs), report.wins > report.losses
(20, 10, True)
>>> from lusory.lab import measure
>>> found = measure(load("tic-tac-toe"), games=2000, workers=1)
>>> found.figure("first").low < 0.585 < found.figure("first").high
True
"""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from .figures import CellMap, Curve, Figure, FigureTable, Histogram, Measurement, Sample, TableRow
from .matches import MatchResult, MatchRun, MatchSetting, Sprt, match
from .measure import measure, measure_records
from .pool import RayCluster

__all__ = [
    "CellMap",
    "Curve",
    "Figure",
    "FigureTable",
    "Histogram",
    "MatchResult",
    "MatchRun",
    "MatchSetting",
    "Measurement",
    "RayCluster",
    "Sample",
    "Sprt",
    "TableRow",
    "match",
    "measure",
    "measure_records",
]

RENAMED = {
    "Report": "MatchResult",
    "Row": "TableRow",
    "Run": "MatchRun",
    "Setting": "MatchSetting",
    "Table": "FigureTable",
}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
