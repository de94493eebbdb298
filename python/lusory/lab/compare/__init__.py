"""Versions of a game side by side, and how their rules differ."""

from __future__ import annotations

from typing import Any

from ..._renamed import renamed
from .comparison import Comparison, Settle
from .differences import Difference, difference_lines, differences
from .gap import Gap
from .run import compare

__all__ = ["Comparison", "Difference", "Gap", "Settle", "compare", "differences", "difference_lines"]

RENAMED = {"in_words": "difference_lines"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
