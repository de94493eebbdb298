"""Studies of five games: questions, versions and players as data, and functions that turn figures into sentences.

The one place outside `games/` where games are known by name.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from ..._renamed import renamed
from ...errors import LusoryError
from .results import StudyResults, read
from .run import StudyRun
from .study import Contender, Probe, Study, StudyPlot, Version

__all__ = [
    "StudyRun",
    "Contender",
    "NAMES",
    "StudyPlot",
    "Probe",
    "StudyResults",
    "Study",
    "Version",
    "read",
    "studies_with_results",
    "study",
]

NAMES = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
"""Each is a module here, with underscores."""


def study(name: str) -> Study:
    """The study of this name. Raises LusoryError where there is none."""
    if name not in NAMES:
        raise LusoryError(f"{name}: no such study; expected one of {', '.join(NAMES)}")
    study: Study = importlib.import_module(f".{name.replace('-', '_')}", __name__).STUDY
    return study


def studies_with_results(folder: Path) -> list[tuple[Study, StudyResults]]:
    """Every study whose results are kept in a folder."""
    files = [(name, folder / "data" / f"{name}.json") for name in NAMES]
    return [(study(name), read(path)) for name, path in files if path.exists()]


RENAMED = {"Bench": "StudyRun", "Plot": "StudyPlot", "Results": "StudyResults", "known": "studies_with_results"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
