"""Matches between players, as values and as files."""

from __future__ import annotations

from typing import Any

from ..._renamed import renamed
from .result import MatchResult
from .run import MatchRun, match
from .score import Sprt
from .setting import MatchSetting

__all__ = ["MatchResult", "MatchRun", "MatchSetting", "Sprt", "match"]

RENAMED = {"Report": "MatchResult", "Run": "MatchRun", "Setting": "MatchSetting"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
