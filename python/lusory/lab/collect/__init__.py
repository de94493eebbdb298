"""What is collected from games: played by players, by the engine at random, or by people."""

from __future__ import annotations

from .collected import Gathered
from .observe import Observed, Watch, observe
from .tallies import Counts, Moments, Pairs, Results

__all__ = ["Counts", "Gathered", "Moments", "Observed", "Pairs", "Results", "Watch", "observe"]
