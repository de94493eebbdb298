"""Move generation: the plies that each word of a turn offers, and the rest of the turn after each.

An agenda is the rest of a turn: a tuple of numbers, node * 2 + stop, where node is the number of a part of the turn
(tables.py) and stop means that the player may end the turn before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..rules import static_evaluation
from ..rules import turns as t
from ..rules.actions import END, key_of
from ..rules.geometry import bits
from ..rules.logic import BySide, If
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from .evaluation import part_of
from .evaluation_context import Scene
from .offered_ply import Agenda, OfferedPly, with_ply
from .tentative_ply import violates_unless


def options(scene: Scene, agenda: Agenda) -> Iterator[OfferedPly]:
    """All plies the agenda offers, unless `end` is all there is."""
    plies = filter_unless(scene, offered_plies(scene, agenda))
    first = next(plies, None)
    if first is None:
        return
    yield first
    yield from plies
    if may_end(scene, agenda) and not is_chance_ply(scene, agenda):
        yield OfferedPly(scene.tables.actions.blocks[END][0], None)


def offered_plies(scene: Scene, agenda: Agenda) -> Iterator[OfferedPly]:
    """The plies of the first step that is not skipped."""
    if not agenda:
        return
    word, stop = scene.tables.parts[agenda[0] >> 1], agenda[0] & 1
    yield from OFFER[type(word)](scene, word, stop, agenda[1:])


def may_end(scene: Scene, agenda: Agenda) -> bool:
    """Whether the turn may be ended here, or by leaving out an optional step at its end."""
    if not agenda:
        return True
    word, stop = scene.tables.parts[agenda[0] >> 1], agenda[0] & 1
    if stop:
        return True
    if isinstance(word, t.Repeat):
        obliged = word.must and bool(once_more(scene, word, stop, agenda[1:]))
        return not obliged and may_end(scene, agenda[1:])
    if isinstance(word, t.Sequence):
        return may_end(scene, steps(scene, word, stop, agenda[1:]))
    if isinstance(word, (If, BySide)):
        part = part_of(scene, word)
        return may_end(scene, agenda[1:] if part is None else (entry(scene, part, stop), *agenda[1:]))
    if isinstance(word, (t.Either, t.First)):
        return any(
            may_end(scene, (entry(scene, part, stop), *agenda[1:])) for part in in_force(scene, word, stop, agenda)
        )
    return False


def in_force(scene: Scene, word: t.Either | t.First, stop: int, agenda: Agenda) -> list[Any]:
    """The parts of a choice that have a ply here; of a First only the first such part."""
    parts = []
    for part in word.parts:
        if next(filter_unless(scene, offered_plies(scene, (entry(scene, part, stop), *agenda[1:]))), None):
            parts.append(part)
            if isinstance(word, t.First):
                break
    return parts


def is_chance_ply(scene: Scene, agenda: Agenda) -> bool:
    """Whether the next ply is a chance ply."""
    while agenda:
        word, stop = scene.tables.parts[agenda[0] >> 1], agenda[0] & 1
        if isinstance(word, t.Sequence):
            agenda = steps(scene, word, stop, agenda[1:])
        elif isinstance(word, (If, BySide)):
            part = part_of(scene, word)
            agenda = agenda[1:] if part is None else (entry(scene, part, stop), *agenda[1:])
        else:
            return isinstance(word, t.Chance)
    return False


def entry(scene: Scene, word: Any, stop: int) -> int:
    """The number of a part of the turn in an agenda."""
    return scene.tables.nodes[word] * 2 + stop


def steps(scene: Scene, word: t.Sequence, stop: int, rest: Agenda) -> Agenda:
    """The agenda of a turn that begins with this sequence."""
    return (*(entry(scene, part, stop | word.stop) for part in word.parts), *rest)


def sequence(scene: Scene, word: t.Sequence, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    yield from offered_plies(scene, steps(scene, word, stop, rest))


def choice(scene: Scene, word: Any, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    part = part_of(scene, word)
    yield from offered_plies(scene, rest if part is None else (entry(scene, part, stop), *rest))


def either(scene: Scene, word: t.Either, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    for part in word.parts:
        yield from offered_plies(scene, (entry(scene, part, stop), *rest))


def first(scene: Scene, word: t.First, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    for part in word.parts:
        plies = list(filter_unless(scene, offered_plies(scene, (entry(scene, part, stop), *rest))))
        if plies:
            yield from plies
            return


def repeat(scene: Scene, word: t.Repeat, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    """The repeated ply, followed by the repeat again; or the rest, where stopping is allowed or forced."""
    plies = once_more(scene, word, stop, rest)
    yield from plies
    if not (plies and word.must) and (entry(scene, word, stop), *rest) not in scene.repeating:
        yield from offered_plies(scene, rest)


def once_more(scene: Scene, word: t.Repeat, stop: int, rest: Agenda) -> list[OfferedPly]:
    """The plies of the repeat itself. Where its ply is skipped (an `If`, a finished repeat inside it) the agenda leads
    back to the repeat, which then offers none."""
    this_repeat = (entry(scene, word, stop), *rest)
    if this_repeat in scene.repeating or not (word.while_ is None or scene.holds(word.while_)[0]):
        return []
    scene.repeating.append(this_repeat)
    plies = list(filter_unless(scene, offered_plies(scene, (entry(scene, word.ply, stop), *this_repeat))))
    scene.repeating.pop()
    return plies


def chance(scene: Scene, word: t.Chance, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    yield from offered_plies(scene, (entry(scene, word.ply, stop), *rest))


def filter_unless(scene: Scene, plies: Iterator[OfferedPly]) -> Iterator[OfferedPly]:
    """The plies whose `unless` does not hold after they are made."""
    return (option for option in plies if not violates_unless(scene, option))


def _needs_hold(scene: Scene, word: Any, option: OfferedPly) -> bool:
    """Whether `needs` holds in the context of the ply."""
    return word.needs is None or with_ply(scene, option, lambda: scene.holds(word.needs)[0])


def place(scene: Scene, word: Place, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    if not in_hand(scene, word):
        return
    key, targets = key_of(word), scene.cells(word.to)
    for cell in bits(targets):
        filled = scene.geometry.shape(cell, word.shape)
        if filled & ~targets:
            continue
        option = OfferedPly(scene.tables.actions.cell(key, cell), word, rest, cell, filled=filled)
        if _needs_hold(scene, word, option):
            yield option


def in_hand(scene: Scene, word: Place) -> bool:
    """Whether the mover has such a piece in hand. Kinds without an InHand are unlimited."""
    tables = scene.tables
    if word.kind not in tables.handed or word.owner.atom != "own":
        return True
    return scene.hands[scene.side * len(tables.kinds) + tables.kinds.index(word.kind)] > len(word.shape)


def _pieces(scene: Scene, word: Any) -> int:
    return scene.cells(word.what) & scene.occupied()


def step(scene: Scene, word: Step, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    targets = scene.cells(word.to)
    for origin in bits(_pieces(scene, word)):
        for direction in bits(static_evaluation.neighbour_directions(scene, word.directions)):
            cell = scene.geometry.steps[direction][origin]
            if cell >= 0 and targets >> cell & 1:
                yield from _move(scene, word, rest, OfferedPly(0, word, rest, cell, origin, direction=direction))


def _move(scene: Scene, word: Any, rest: Agenda, option: OfferedPly) -> Iterator[OfferedPly]:
    if _needs_hold(scene, word, option):
        yield option._replace(id=scene.tables.actions.move(key_of(word), option.origin, option.to))


def slide(scene: Scene, word: Slide, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    targets, through = scene.cells(word.to), scene.cells(word.through)
    for origin in bits(_pieces(scene, word)):
        for direction in bits(static_evaluation.neighbour_directions(scene, word.directions)):
            far = distance(scene, word, origin, direction)
            for steps, cell in enumerate(scene.geometry.ray(origin, direction), 1):
                if targets >> cell & 1 and far in (None, steps):
                    yield from _move(scene, word, rest, OfferedPly(0, word, rest, cell, origin, direction=direction))
                if not through >> cell & 1 or steps == far:
                    break


def distance(scene: Scene, word: Slide, origin: int, direction: int) -> int | None:
    """The distance a slide must go, evaluated with its own origin and heading."""
    far = word.distance
    if far is None:
        return None
    return int(with_ply(scene, OfferedPly(0, word, (), -1, origin, direction=direction), lambda: scene.number(far)))


def leap(scene: Scene, word: Leap, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    targets = scene.cells(word.to)
    for origin in bits(_pieces(scene, word)):
        for cell in bits(targets & reach(scene, word, origin) & ~(1 << origin)):
            yield from _move(scene, word, rest, OfferedPly(0, word, rest, cell, origin))


def reach(scene: Scene, word: Leap, origin: int) -> int:
    """The cells whose shortest path from the origin has exactly that many steps."""
    if word.distance is None:
        return scene.geometry.all
    directions = static_evaluation.neighbour_directions(scene, word.directions)
    reached = front = 1 << origin
    for _ in range(word.distance):
        front = scene.geometry.adjacent(front, directions) & ~reached
        reached |= front
    return front


def hop(scene: Scene, word: Hop, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    over, targets = scene.cells(word.over) & scene.occupied(), scene.cells(word.to)
    for origin in bits(_pieces(scene, word)):
        for direction in bits(static_evaluation.neighbour_directions(scene, word.directions)):
            steps = scene.geometry.steps[direction]
            middle = steps[origin]
            if middle < 0 or not over >> middle & 1:
                continue
            cell = steps[middle]
            if cell >= 0 and cell != origin and targets >> cell & 1:
                yield from _move(scene, word, rest, OfferedPly(0, word, rest, cell, origin, middle, direction))


def remove(scene: Scene, word: Remove, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    for cell in bits(_pieces(scene, word)):
        option = OfferedPly(scene.tables.actions.cell(key_of(word), cell), word, rest, cell)
        if _needs_hold(scene, word, option):
            yield option


def bare(scene: Scene, word: Any, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    option = OfferedPly(scene.tables.actions.cell(key_of(word), 0), word, rest)
    if _needs_hold(scene, word, option):
        yield option


def roll(scene: Scene, word: Roll, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    for face in range(word.sides):
        weight = word.weights[face] if word.weights else 1
        option = OfferedPly(scene.tables.actions.cell(key_of(word), face), word, rest, choice=face + 1, weight=weight)
        if _needs_hold(scene, word, option):
            yield option


def commit(scene: Scene, word: t.Commit, stop: int, rest: Agenda) -> Iterator[OfferedPly]:
    key = key_of(word)
    for inner in place(scene, word.ply, stop, rest):  # type: ignore[arg-type]
        for choice in range(max(1, len(word.announce))):
            action = scene.tables.actions.cell(key, inner.to, choice)
            yield inner._replace(id=action, word=word, choice=choice)


def answers(scene: Scene, word: t.Reveal) -> Iterator[OfferedPly]:
    """Every subset of the pieces that may be shown, the empty one first. A hidden piece may share its cell."""
    cells = scene.cells(word.what) & scene.announced & scene.secret()
    subset = 0
    while True:
        yield OfferedPly(scene.tables.actions.reveal(key_of(word), subset), word, filled=subset)
        subset = (subset - cells) & cells
        if not subset:
            return


OFFER: dict[type, Callable[[Scene, Any, int, Agenda], Iterator[OfferedPly]]] = {
    t.Sequence: sequence,
    t.Either: either,
    t.First: first,
    t.Repeat: repeat,
    t.Chance: chance,
    t.Commit: commit,
    If: choice,
    BySide: choice,
    Place: place,
    Step: step,
    Slide: slide,
    Leap: leap,
    Hop: hop,
    Remove: remove,
    Pass: bare,
    Swap: bare,
    Keep: bare,
    Roll: roll,
}
