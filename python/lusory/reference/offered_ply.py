"""The class OfferedPly: a ply on offer, with all data needed to apply it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .evaluation_context import Scene

Agenda = tuple[int, ...]
"""The rest of a turn (see move_generation.py)."""


class OfferedPly(NamedTuple):
    """One ply on offer. word: the word that offers it; None for `end`. Cells are numbers, -1 where there is none;
    `direction` likewise; `filled`: the cells of a shape; `choice`: which announcement; `weight`: of a chance ply."""

    id: int
    word: Any
    agenda: Agenda = ()
    to: int = -1
    origin: int = -1
    over: int = -1
    direction: int = -1
    filled: int = 0
    choice: int = 0
    weight: int = 1


def with_ply(scene: Scene, option: OfferedPly, evaluate: Callable[[], Any]) -> Any:
    """Call `read` with the ply's cells and heading in the scene."""
    before = scene.to, scene.origin, scene.heading
    scene.to = 1 << option.to if option.to >= 0 else 0
    scene.origin = 1 << option.origin if option.origin >= 0 else 0
    scene.heading = 1 << option.direction if option.direction >= 0 else 0
    try:
        return evaluate()
    finally:
        scene.to, scene.origin, scene.heading = before
