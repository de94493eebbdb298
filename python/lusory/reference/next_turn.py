"""Prepares the next turn: who is to move, and the state of the new turn."""

from __future__ import annotations

from .evaluation_context import Scene
from .state import Standing


def next_turn(scene: Scene) -> Scene:
    """A copy of the scene as it would be at the start of the next turn."""
    tables = scene.tables
    after = scene.copy()
    after.events = scene.events
    is_out = scene.out >> scene.side & 1
    if is_out or (scene.acted and not scene.again):
        after.side = following_side(scene, scene.side)
    after.agenda = tables.agenda(scene.turn)
    after.turn = min(scene.turn + 1, len(tables.turns))
    after.fresh, after.acted, after.again = True, False, False
    after.to = after.origin = after.heading = after.just = after.moved = after.visited = after.happened = 0
    lapse(after)
    return after


def lapse(scene: Scene) -> None:
    """At the end of a turn: marks stay one turn less, and those that were to stay for this turn only are gone."""
    for layers in scene.tables.marks.values():
        if len(layers) > 1:
            scene.marks[layers.start : layers.stop] = [*scene.marks[layers.start + 1 : layers.stop], 0]


def following_side(scene: Scene, side: int) -> int:
    """The next side still in the game."""
    for k in range(1, scene.tables.sides + 1):
        candidate = (side + k) % scene.tables.sides
        if not scene.out >> candidate & 1:
            return candidate
    return side


def begin(scene: Scene, upcoming: Scene) -> None:
    """Change the scene into the one at the start of the next turn."""
    scene.take_state(upcoming)


def repeated_position(scene: Scene, upcoming: Scene) -> tuple[Standing, int]:
    """The position at the start of the next turn, and how often it will have occurred."""
    key = ((*scene.pieces, *upcoming.marks), upcoming.side, scene.seats)
    return key, dict(scene.standings).get(key, 0) + 1
