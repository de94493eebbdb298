"""Advances the game after a ply: whether the turn is over, whether the game is over, who is next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules import ends as e
from ..rules.events import Result
from ..rules.expression_text import spell
from .evaluation import part_of
from .evaluation_context import HAPPENS, Scene
from .move_generation import is_chance_ply, may_end, options
from .next_turn import begin, next_turn, repeated_position
from .offered_ply import Agenda

NOTHING_LEGAL = "no legal ply"


def settle(scene: Scene, agenda: Agenda, ended: bool, counts: bool) -> None:
    """Advance the game after a ply and its effects. ended: the player ended the turn; counts: not a chance ply."""
    over = ended or not some_ply(scene, agenda)
    count_quiet(scene, over, counts)
    scene.agenda = agenda
    judged, upcoming = conclude_ply(scene, over)
    if not judged and upcoming is not None:
        open_turn(scene, upcoming)


def conclude_ply(scene: Scene, over: bool) -> tuple[bool, Scene | None]:
    """Test the ends: (whether the game is over, the scene of the next turn if this one is over). A loss that puts a
    side out ends its turn: then ends tested at the end of a turn, and those after the loss, are tested too."""
    before = scene.standings
    upcoming = end_turn(scene) if over else None
    ends = scene.tables.game.ends
    is_over = judge(scene, upcoming, ends)
    if scene.result is not None or is_over is None:
        return scene.result is not None, upcoming
    late = () if over else tuple(end for end in ends[:is_over] if at_turn(scene, end))
    if not over:
        count_quiet(scene, True, False)
    scene.standings = before
    upcoming = end_turn(scene)
    judge(scene, upcoming, (*late, *ends[is_over + 1 :]))
    return scene.result is not None, upcoming


def open_turn(scene: Scene, upcoming: Scene) -> None:
    """Start the next turn. It ends by itself where ending is the only ply. With secrets others could not distinguish
    another turn of the same side from the rest of this one, so an event says it."""
    for _ in range(scene.tables.sides + len(scene.tables.turns)):
        once_more = scene.acted and scene.side == upcoming.side
        begin(scene, upcoming)
        if scene.tables.says_again and once_more:
            scene.say("again")
        if some_ply(scene, scene.agenda):
            return
        if scene.tables.hidden:
            scene.say("skip")
        if not may_end(scene.copy().as_seen_by(scene.side), scene.agenda):
            break
        scene.acted = True
        count_quiet(scene, True, False)
        judged, after = conclude_ply(scene, True)
        if judged or after is None:
            return
        upcoming = after
    finish(scene, draw(scene), NOTHING_LEGAL)


def some_ply(scene: Scene, agenda: Agenda) -> bool:
    """Whether there is a legal ply other than ending, in the state as it will be when the ply is played."""
    view = look(scene.copy(), agenda)
    return next(options(view, agenda), None) is not None


def look(scene: Scene, agenda: Agenda) -> Scene:
    """The scene as the chooser of the next ply sees it: the mover, or chance, which sees what is public."""
    view = scene.as_seen_by(scene.side)
    is_chance = is_chance_ply(view, agenda)
    view = scene.as_seen_by(None) if is_chance else view
    view.is_chance = is_chance
    return view


def count_quiet(scene: Scene, over: bool, counts: bool) -> None:
    """Update the counter of every Quiet: 0 where something happened, else one more."""
    for i, (without, unit) in enumerate(scene.tables.quiets):
        has_happened = scene.happened & HAPPENS[without]
        if unit == "ply" and counts:
            scene.quiet[i] = 0 if scene.ply_did & HAPPENS[without] else scene.quiet[i] + 1
        if unit == "turn" and over and scene.acted:
            scene.quiet[i] = 0 if has_happened else scene.quiet[i] + 1


def end_turn(scene: Scene) -> Scene:
    """At the end of a turn: the scene of the next turn, with the count of its position for Repeats. A turn in which no
    player made a ply (chance, or the choice of a side) does not count its position again."""
    upcoming = next_turn(scene)
    scene.times = 0
    if scene.tables.repeats:
        key, times = repeated_position(scene, upcoming)
        if scene.acted or times == 1:
            scene.times = times
            scene.standings = upcoming.standings = frozenset((dict(scene.standings) | {key: times}).items())
    return upcoming


def at_turn(scene: Scene, end: Any) -> bool:
    """Whether an end is tested only when a turn is over."""
    word = part_of(scene, end)
    return word is not None and word.at == "turn"


def judge(scene: Scene, upcoming: Scene | None, ends: Sequence[Any]) -> int | None:
    """Test the ends in order until one ends the game or puts the mover out; returns its index. upcoming: given when the
    turn is over. A mover who is out can neither win nor lose."""
    scene.stuck = None if upcoming is None else lambda word: is_stuck(upcoming, word)
    is_out = scene.out >> scene.side & 1
    for number, end in enumerate(ends):
        word = part_of(scene, end)
        if word is None or (word.at == "turn" and upcoming is None) or (is_out and isinstance(word, (e.Win, e.Loss))):
            continue
        is_true, cells = scene.holds(word.when)
        if is_true:
            conclude(scene, word, spell(end), cells)
            return number
    return None


def is_stuck(upcoming: Scene, word: e.NoPly) -> bool:
    """Whether the next side (or every side) has no ply at all, or not the given one."""
    agenda = upcoming.agenda if word.ply is None else (upcoming.tables.nodes[word.ply] * 2,)
    sides = [upcoming.side] if word.by == "next" else range(upcoming.tables.sides)
    return not any(can_move(upcoming, side, agenda) for side in sides if not upcoming.out >> side & 1)


def can_move(upcoming: Scene, side: int, agenda: Agenda) -> bool:
    """Whether this side would have a ply of the agenda if it were to move."""
    mover, upcoming.side = upcoming.side, side
    has_ply = some_ply(upcoming, agenda)
    upcoming.side = mover
    return has_ply


def conclude(scene: Scene, word: Any, by: str, cells: int) -> bool:
    """Apply an end that holds; with three players or more a loss may only put its side out."""
    if isinstance(word, e.Win):
        return finish(scene, [float(side == scene.side) for side in range(scene.tables.sides)], by, cells)
    if isinstance(word, e.Draw):
        return finish(scene, draw(scene), by, cells)
    if isinstance(word, e.Most):
        counts = numbers(scene, word)
        return finish(scene, most(counts), by, cells, counts)
    scene.out |= 1 << scene.side
    sides_left = [side for side in range(scene.tables.sides) if not scene.out >> side & 1]
    if len(sides_left) > 1:
        scene.say("out", 0 if scene.tables.hidden else cells)
        return False
    return finish(scene, [float(side in sides_left) for side in range(scene.tables.sides)], by, cells)


def draw(scene: Scene) -> list[float]:
    """The values of a draw: the point shared among the sides still in, half of it where there is one."""
    sides_left = [side for side in range(scene.tables.sides) if not scene.out >> side & 1]
    share = 1 / len(sides_left) if scene.tables.sides > 1 else 0.5
    return [share if side in sides_left else 0.0 for side in range(scene.tables.sides)]


def numbers(scene: Scene, word: e.Most) -> list[int | None]:
    """Each side's number, evaluated with that side as the mover; None for a side that is out."""
    mover = scene.side
    counts: list[int | None] = []
    for side in range(scene.tables.sides):
        scene.side = side
        counts.append(None if scene.out >> side & 1 else scene.number(word.number))
    scene.side = mover
    return counts


def most(counts: list[int | None]) -> list[float]:
    """The values of a Most: the sides with the most share the point."""
    top = max(count for count in counts if count is not None)
    return [1 / counts.count(top) if count == top else 0.0 for count in counts]


def finish(scene: Scene, sides: list[float], by: str, cells: int = 0, counts: Sequence[int | None] = ()) -> bool:
    """End the game, with values and counts by player."""
    order = [scene.seats.index(player) for player in range(len(sides))]
    values = tuple(sides[side] for side in order)
    parts = tuple(counts[side] for side in order) if counts else ()
    scene.result = Result(values, by, scene.geometry.named(cells), parts)
    return True
