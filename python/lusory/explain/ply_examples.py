"""Examples of plies: where a piece may go, and a place near by where it may not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from ..reference import Reference, State
from ..reference.evaluation_context import Scene
from ..reference.move_generation import OFFER
from ..reference.offered_ply import OfferedPly
from ..reference.tentative_ply import acting_word, scene_after, violates_unless
from ..rules.cells import Empty, Just, Moved
from ..rules.directions import forward
from ..rules.english import Example
from ..rules.english.cells import noun
from ..rules.english.conditions import clause, negate
from ..rules.english.grammar import LETTERS, Speech, join_with_and, sentence
from ..rules.english.nouns import as_predicate
from ..rules.geometry import bits, mask_of
from ..rules.logic import Any as AnyOf
from ..rules.picture import Picture
from ..rules.plies import ActionWord, Hop, Place, Step
from ..rules.traversal import walk, words
from ..rules.word import And, Not
from .random_plies import offers, trials, wander, weight

PLIES = 150
WALK, LOOKS = 40_000, 600_000
"""What bounds the search: plies, and plies tried out, times the weight of the game."""

TRIAL, SAMPLE = 10, 6
"""A look costs so many trials besides those it makes; so many are tried before it."""

FEW = 14
"""More cells than these are not pointed out one by one."""

MOVES = ("move", "jump")


def ply_examples(reference: Reference, chance: random.Random) -> Iterator[Example]:
    """For each kind of ply that has conditions: a right one and a wrong one."""
    sought = {path: word for path, word in walk(reference.game.turn, "turn") if is_puzzling(word)}
    best: dict[str, tuple[int, list[Example]]] = {}
    cost, looks_left = weight(reference.game), LOOKS
    for state, _ in wander(reference, chance, min(PLIES, 1 + WALK // cost)):
        view, plies = offers(reference, state) if state.pending is None else (None, [])
        unsolved = [word for path, word in sought.items() if path not in best or best[path][0]]
        if view is None or not worth_a_look(view, plies, unsolved, chance):
            continue
        looks_left -= cost * (TRIAL + trials(plies))
        if looks_left < 0:
            break
        options = reference.options(state)
        for path, word in sought.items():
            for score, *examples in pair(reference, state, options, path, word):
                if path not in best or score < best[path][0]:
                    best[path] = (score, examples)
        if len(best) == len(sought) and not any(score for score, _ in best.values()):
            break
    for path in sought:
        yield from best.get(path, (0, []))[1]


def worth_a_look(view: Scene, plies: list[OfferedPly], sought: list[Any], chance: random.Random) -> bool:
    """Whether this position is worth a close look. Where plies must be tried out, only if one that fails is soon
    met."""
    relevant = [option for option in plies if acting_word(option.word) in sought]
    if not trials(relevant):
        return bool(relevant)
    sample = chance.sample(relevant, min(len(relevant), SAMPLE))
    return any(violates_unless(view, option) for option in sample)


def is_puzzling(word: Any) -> bool:
    """Whether this ply has conditions that a beginner may overlook."""
    if not isinstance(word, ActionWord):
        return False
    if isinstance(word, Place):
        return word.to != Empty() or word.needs is not None or word.unless is not None
    if chooses(word):
        return True
    if isinstance(word, Step):
        return word.to != Empty() or word.directions is not None
    return isinstance(word, Hop)


def chooses(word: Any) -> bool:
    """Whether only some of the pieces may go."""
    return any(isinstance(w, (Moved, Just)) for w in words(getattr(word, "what", ())))


RefusalPair = tuple[Any, ...]
"""How far from ideal (0), the right example, the wrong one."""


def pair(
    reference: Reference, state: State, options: tuple[OfferedPly, ...], path: str, word: Any
) -> Iterator[RefusalPair]:
    """The plies of each piece, and one it has not."""
    legal = [o for o in options if o.word == word or getattr(o.word, "ply", None) == word]
    if not legal or state.pending is not None:
        return
    scene, base = Scene(reference.tables, state), reference.picture(state, None)
    s = Speech(reference.game, brief=True)
    s = s if s.nobody else replace(s.of(LETTERS[scene.side], ""), whose="")
    for origin in dict.fromkeys(o.origin for o in legal):
        landings = mask_of(o.to for o in options if o.origin == origin and o.to >= 0)
        mine = mask_of(o.to for o in legal if o.origin == origin and o.to >= 0)
        marked = (origin,) if origin >= 0 else ()
        if are_many := mine.bit_count() > FEW:
            mine = telling_cell(scene, mine)
        text = _right_caption(s, scene, word, origin, mine, among_others=are_many)
        legal_example = Example(path, True, text, _mark(base, marked, targets=mine))
        if chooses(word):
            for other_cell in bits(stuck(scene, word)):
                yield (
                    0,
                    legal_example,
                    Example(
                        path,
                        False,
                        _why_not_this_piece(s, scene, word, other_cell),
                        _mark(base, (), line=1 << other_cell),
                    ),
                )
            continue
        for score, illegal_example in illegal_cells(scene, word, origin, landings):
            text = _wrong_caption(s, scene, word, origin, illegal_example)
            yield (
                score + (scene.tables.hidden and not mine & scene.others()),
                legal_example,
                Example(path, False, text, _mark(base, marked, line=1 << illegal_example)),
            )
            break


def telling_cell(scene: Scene, cells: int) -> int:
    """One cell of many: with a piece the mover does not see, if there is one."""
    return next(1 << cell for candidates in (cells & scene.others(), cells) if candidates for cell in bits(candidates))


def stuck(scene: Scene, word: Any) -> int:
    """Pieces that could go if they were among those that may."""
    unrestricted = msgspec.structs.replace(word, what=Not(Empty()))
    plies = OFFER[type(word)](scene, unrestricted, 0, ())
    return mask_of(o.to if o.origin < 0 else o.origin for o in plies) & ~scene.cells(word.what)


def _why_not_this_piece(s: Speech, scene: Scene, word: Any, cell: int) -> str:
    part = word.what
    if isinstance(part, And):
        part = next(part for part in part.parts if not scene.cells(part) >> cell & 1)
    phrase = noun(s, part.of if isinstance(part, Not) else part)
    if isinstance(part, Not) and phrase.post:
        reason = f"it {' and '.join(as_predicate(post) for post, _ in phrase.post)}"
    else:
        reason = f"it is {'' if isinstance(part, Not) else 'not '}{phrase.one()}"
    return sentence(f"not the {s.stone} on {scene.geometry.names[cell]}: {reason}")


def why_left_out(s: Speech, scene: Scene, word: Any, cell: int) -> str:
    """Which part of a set of cells leaves this cell out."""
    if isinstance(word, And):
        return next(why_left_out(s, scene, part, cell) for part in word.parts if not scene.cells(part) >> cell & 1)
    if isinstance(word, Not):
        return "it " + join_with_and(noun(s, word.of).preds())
    phrase = noun(s, word)
    preds = phrase.preds() if not (phrase.piece or phrase.adj or phrase.either) else []
    if len(preds) == 1 and preds[0].startswith("is "):
        return f"it is not {preds[0][3:]}"
    return f"it is not {phrase.one()}"


def _mark(base: Picture, last: tuple[int, ...], targets: int = 0, line: int = 0) -> Picture:
    return msgspec.structs.replace(base, last=last, targets=tuple(bits(targets)), line=tuple(bits(line)))


def illegal_cells(scene: Scene, word: Any, origin: int, landings: int) -> Iterator[tuple[int, int]]:
    """Cells near by where it may not go, the most instructive first: (how far from ideal, cell)."""
    geometry, occupied = scene.geometry, scene.occupied()
    if word.form not in MOVES:
        neighbours = geometry.adjacent(landings, geometry.every)
        ranked = (
            neighbours & ~occupied & ~landings,
            ~occupied & ~landings & geometry.all,
            neighbours & occupied & ~landings,
        )
    elif word.form == "jump":
        ahead = (geometry.shift(geometry.shift(1 << origin, d), d) for d in range(len(geometry.steps)))
        ends = mask_of(cell for cells in ahead for cell in bits(cells))
        over = mask_of(cell for d in range(len(geometry.steps)) for cell in bits(_beyond(scene, origin, d)))
        ranked = (ends & occupied & over & ~landings, ends & ~occupied & ~landings, ends & occupied & ~landings)
    else:
        neighbours = geometry.near(origin, geometry.every)
        cells_ahead = geometry.adjacent(1 << origin, scene.directions(forward))
        ranked = (
            neighbours & cells_ahead & scene.others() & ~landings,
            neighbours & cells_ahead & ~landings,
            neighbours & ~landings,
        )
    for score, cells in enumerate(ranked):
        yield from ((score, cell) for cell in bits(cells))


def _beyond(scene: Scene, origin: int, direction: int) -> int:
    """The cell two steps away, if there is something to jump over."""
    geometry = scene.geometry
    return geometry.shift(geometry.shift(1 << origin, direction) & scene.occupied(), direction)


def _right_caption(s: Speech, scene: Scene, word: Any, origin: int, cells: int, among_others: bool) -> str:
    marked = f"the marked {s.cell}{'s' if cells.bit_count() > 1 else ''}"
    others = ", among others" if among_others else ""
    if word.form in MOVES:
        does = "jump" if word.form == "jump" else "move"
        return sentence(f"the {s.stone} on {scene.geometry.names[origin]} may {does} to {marked}{others}")
    for_whom = "" if s.nobody else f" for {LETTERS[scene.side]}"
    unseen = ", though a hidden stone stands there" if cells & scene.others() else ""
    return sentence(f"legal{for_whom} here{'' if unseen else others}: {marked}{unseen}")


def violated_condition(scene: Scene, word: Any, origin: int, cell: int) -> Any:
    """Of several conditions in `unless`, the one that would hold."""
    parts = word.unless.parts if isinstance(word.unless, AnyOf) else (word.unless,)
    for option in OFFER[type(word)](scene, word, 0, ()):
        if option.to == cell and option.origin == origin:
            after = scene_after(scene, option)
            return next((part for part in parts if after.holds(part)[0]), word.unless)
    return word.unless


def reaches(scene: Scene, word: Any, origin: int, cell: int) -> bool:
    """Whether the piece could go there, were it not for the conditions of the ply."""
    unconditional = msgspec.structs.replace(word, needs=None, unless=None)
    return any(
        (option.origin, option.to) == (origin, cell) for option in OFFER[type(word)](scene, unconditional, 0, ())
    )


def _wrong_caption(s: Speech, scene: Scene, word: Any, origin: int, cell: int) -> str:
    """Which condition fails."""
    name = scene.geometry.names[cell]
    reason = ""
    if not scene.cells(word.to) >> cell & 1:
        reason = f": {why_left_out(s, scene, word.to, cell)}"
    elif isinstance(word, Hop):
        reason = f": there is no {s.stone} to jump over"
    elif word.form == "move" and not reaches(scene, word, origin, cell):
        reason = ": not in that direction"
    elif word.unless is not None:
        reason = f": afterwards {clause(s, violated_condition(scene, word, origin, cell))}"
    elif word.needs is not None:
        reason = f": {negate(s, word.needs)}"
    return sentence(f"not {'to ' if word.form in MOVES else ''}{name}{reason}")
