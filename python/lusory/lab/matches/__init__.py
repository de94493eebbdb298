"""Matches between players, as values and as files."""

from __future__ import annotations

from .result import Report
from .run import Run, match
from .score import Sprt
from .setting import Setting

__all__ = ["Report", "Run", "Setting", "Sprt", "match"]
