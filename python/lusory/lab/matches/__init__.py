"""Matches between players, as values and as files."""

from __future__ import annotations

from .result import MatchResult
from .run import MatchRun, match
from .score import Sprt
from .setting import MatchSetting

__all__ = ["MatchResult", "MatchRun", "MatchSetting", "Sprt", "match"]
