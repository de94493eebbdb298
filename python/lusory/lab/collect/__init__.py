"""What is collected from games: played by players, by the engine at random, or by people."""

from __future__ import annotations

from .collected import Collected
from .observe import Observed, Watch, observe
from .tallies import Counts, Moments, RatioSums, ResultCounts

__all__ = ["Counts", "Collected", "Moments", "Observed", "RatioSums", "ResultCounts", "Watch", "observe"]
