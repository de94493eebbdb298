"""Collects data from games: of players, random ones on the engine, or recorded ones."""

from __future__ import annotations

from .collected import Collected
from .observe import Observed, Watch, observe
from .tallies import Counts, Moments, RatioSums, ResultCounts

__all__ = ["Counts", "Collected", "Moments", "Observed", "RatioSums", "ResultCounts", "Watch", "observe"]
