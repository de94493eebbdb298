"""Adds one observed game to the totals."""

from __future__ import annotations

from collections.abc import Sequence

from ..collect.collected import Collected
from ..collect.observe import Observed
from .lead import excitement
from .registry import Measure


def collect(collected: Collected, game: Observed, measures: Sequence[Measure]) -> None:
    """Adds a game to the totals. What a game comes to as a whole is not known of one that was cut; what there
    is at each ply, and ratios of plies, are."""
    if not collected.add(game):
        return
    collected.samples.add(game, excitement(game))
    for measure in measures:
        if measure.per is not None:
            value = measure.per(game)
            if game.finished or isinstance(value, tuple):
                collected.add_number(measure.name, value)
        if measure.along is not None:
            collected.add_curve(measure.name, measure.along(game))
