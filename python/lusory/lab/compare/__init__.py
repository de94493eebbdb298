"""Versions of a game side by side, and how their rules differ."""

from __future__ import annotations

from .comparison import Comparison, Settle
from .differences import Difference, difference_lines, differences
from .gap import Gap
from .run import compare

__all__ = ["Comparison", "Difference", "Gap", "Settle", "compare", "differences", "difference_lines"]
