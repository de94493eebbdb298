"""Measures: each a small function with its formula and its source. Importing this registers them."""

from __future__ import annotations

from typing import Any

from ..._renamed import renamed
from . import curves, hidden_information, lead, length, maps, seats, skill, tables
from .collect import collect
from .registry import MEASURES, GameContext, Measure, choose_measures, names

__all__ = ["MEASURES", "GameContext", "Measure", "choose_measures", "collect", "names"]

ORDER = [module.__name__ for module in (seats, length, lead, skill, hidden_information, tables, curves, maps)]
MEASURES.sort(key=lambda measure: ORDER.index(measure.module))

RENAMED = {"Ground": "GameContext", "chosen": "choose_measures"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
