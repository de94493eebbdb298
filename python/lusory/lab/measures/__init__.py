"""Measures: each a small function with its formula and its source. Importing this registers them."""

from __future__ import annotations

from . import curves, hidden_information, lead, length, maps, seats, skill, tables
from .collect import collect
from .registry import MEASURES, GameContext, Measure, choose_measures, names

__all__ = ["MEASURES", "GameContext", "Measure", "choose_measures", "collect", "names"]

ORDER = [module.__name__ for module in (seats, length, lead, skill, hidden_information, tables, curves, maps)]
MEASURES.sort(key=lambda measure: ORDER.index(measure.module))
