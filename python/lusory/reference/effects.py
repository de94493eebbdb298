"""Applies the effects that follow a ply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules import effects as e
from ..rules import turns as t
from ..rules.cells import Just, Last, Origin, To
from ..rules.events import Witness
from ..rules.expression_text import spell
from ..rules.traversal import words
from .evaluation import clamped_sum, part_of
from .evaluation_context import ANYTHING, CAPTURE, Scene
from .offered_ply import OfferedPly


def effects(scene: Scene, option: OfferedPly) -> None:
    """Apply all effects in order: the ply's own, then those of the game."""
    own_effects = () if option.word is None or isinstance(option.word, t.Commit) else option.word.then
    for effect in (*own_effects, *scene.tables.game.effects):
        part = part_of(scene, effect)
        if part is not None:
            EFFECT[type(part)](scene, part)


def lift(scene: Scene, cells: int) -> int:
    """Take every piece off these cells; returns how many were not the mover's own."""
    foreign = 0
    for plane in range(scene.tables.planes):
        lifted = scene.pieces[plane] & cells
        if lifted:
            foreign += 0 if plane in scene.tables.owned(scene.side + 1) else lifted.bit_count()
            scene.pieces[plane] &= ~cells
            scene.shown[plane] &= ~cells
    scene.moved &= ~cells
    return foreign


def capture(scene: Scene, cells: int) -> None:
    """Take pieces off the board and count those that were not the mover's own."""
    if not cells:
        return
    foreign = lift(scene, cells)
    scene.captured[scene.side] += 0 if scene.is_chance else foreign
    scene.mark_happened(CAPTURE | ANYTHING)
    # With secrets a cell may hold several pieces, the mover's own among them; the event states the number that counts.
    scene.say("capture", cells, amount=foreign if scene.tables.hidden else cells.bit_count())


def flip(scene: Scene, word: e.Flip) -> None:
    tables = scene.tables
    cells = scene.cells(word.of)
    own_planes = tables.owned(scene.side + 1)
    flipped, became = 0, dict.fromkeys(own_planes, 0)
    for plane in range(tables.planes):
        if plane not in own_planes and scene.pieces[plane] & cells:
            turning = scene.pieces[plane] & cells
            new_plane = tables.plane(scene.side + 1, tables.piece(plane)[1])
            turn_into(scene, plane, new_plane, turning)
            flipped |= turning
            became[new_plane] |= turning
    if flipped:
        scene.mark_happened(ANYTHING)
        scene.say("flip", flipped, amount=flipped.bit_count(), why=scene.public_witness(became))


def turn_into(scene: Scene, before: int, after: int, cells: int) -> None:
    """Pieces of one set become pieces of another. They are open afterwards: the event is public."""
    scene.pieces[after] |= cells
    scene.pieces[before] &= ~cells
    if scene.tables.hidden:
        scene.shown[after] |= cells
        scene.shown[before] &= ~cells


def promote(scene: Scene, word: e.Promote) -> None:
    tables, cells, raised = scene.tables, scene.cells(word.of), 0
    became: dict[int, int] = {}
    for plane in range(tables.planes):
        owner, kind = tables.piece(plane)
        promoted = scene.pieces[plane] & cells
        if promoted and kind != word.kind:
            new_plane = tables.plane(owner, word.kind)
            turn_into(scene, plane, new_plane, promoted)
            raised |= promoted
            became[new_plane] = became.get(new_plane, 0) | promoted
    if raised:
        scene.mark_happened(ANYTHING)
        scene.say("promote", raised, piece=word.kind, why=scene.public_witness(became))


def mark(scene: Scene, word: e.Mark) -> None:
    """Marks that stay for some turns go to the last of their sets, in which they stay longest."""
    cells, layers = scene.cells(word.of), scene.tables.marks[word.name]
    new_cells = cells & ~scene.marks[layers[-1]]
    for layer in layers:
        scene.marks[layer] &= ~cells
    scene.marks[layers[-1]] |= cells
    if new_cells:
        scene.say("mark", new_cells, why=((word.name, ()),))


def unmark(scene: Scene, word: e.Unmark) -> None:
    cells = scene.cells(word.of) & scene.marked(word.name)
    for layer in scene.tables.marks[word.name]:
        scene.marks[layer] &= ~cells
    if cells:
        scene.say("unmark", cells, why=((word.name, ()),))


def earn(scene: Scene, word: e.Earn) -> None:
    is_true, cells = (True, 0) if word.when is None else scene.holds(word.when)
    points = scene.number(word.n) if is_true else 0
    if points:
        scene.scores[scene.side] = clamped_sum(scene.scores[scene.side], points)
        if scene.tables.hidden:  # the reason may depend on hidden pieces; the number is public
            scene.say("earn", player=scene.player, amount=points)
        else:
            scene.say("earn", cells, player=scene.player, amount=points, why=witness(scene, word.when))


def witness(scene: Scene, word: Any) -> Witness:
    """The cells of past plies that a condition refers to, each by its word."""
    cells: dict[str, tuple[str, ...]] = {}
    for part in () if word is None else words(word):
        if isinstance(part, (Last, To, Origin, Just)):
            cells[spell(part)] = scene.geometry.named(scene.cells(part))
    return tuple(cells.items())


def again(scene: Scene, word: e.Again) -> None:
    scene.again |= word.when is None or scene.holds(word.when)[0]


def tell(scene: Scene, word: e.Tell) -> None:
    bit = 1 << (scene.tables.tells.index(word) * scene.tables.sides + scene.side)
    if (scene.told & bit and word.once) or not scene.holds(word.fact)[0]:
        return
    scene.told |= bit if word.once else 0
    several = len(scene.tables.tells) > 1
    scene.say("tell", player=scene.player, why=((spell(word.fact), ()),) if several else ())


EFFECT: dict[type, Callable[[Scene, Any], None]] = {
    e.Capture: lambda s, w: capture(s, s.cells(w.of) & s.occupied()),
    e.Flip: flip,
    e.Promote: promote,
    e.Mark: mark,
    e.Unmark: unmark,
    e.Earn: earn,
    e.Again: again,
    e.Tell: tell,
}
