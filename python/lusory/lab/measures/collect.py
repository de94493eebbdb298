"""From one game to all that is gathered."""

from __future__ import annotations

from collections.abc import Sequence

from ..gather.gathered import Gathered
from ..gather.observe import Observed
from .course import excitement
from .registry import Measure


def collect(found: Gathered, game: Observed, measures: Sequence[Measure]) -> None:
    """Adds a game to all that is gathered."""
    if not found.add(game):
        return
    found.samples.add(game, excitement(game))
    for measure in measures:
        if measure.per is not None:
            found.number(measure.name, measure.per(game))
        if measure.along is not None:
            found.along(measure.name, measure.along(game))
