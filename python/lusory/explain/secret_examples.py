"""Examples of placements made in secret: one that fails, one that does not, and two stones on one cell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ..reference import Reference, State
from ..rules.english import Example
from ..rules.english.grammar import LETTERS, Speech, join_with_and, sentence
from ..rules.geometry import bits
from ..rules.picture import Picture, Stone
from ..rules.traversal import walk
from ..rules.turns import Commit
from .random_plies import wander

PLIES = 150


def secrets(reference: Reference, chance: random.Random) -> Iterator[Example]:
    """For each Commit of the turn: what the answer does to it."""
    for path, word in walk(reference.game.turn, "turn"):
        if isinstance(word, Commit) and word.answer is not None:
            yield from _answers(reference, word, f"{path}.fails", chance)


def _answers(reference: Reference, word: Commit, path: str, chance: random.Random) -> Iterator[Example]:
    examples: dict[str, Example] = {}
    for state, option in wander(reference, chance, PLIES):
        if len(examples) == 3:
            break
        after, events = reference.follow(state, option)
        if state.pending is not None:
            kinds = {event.kind: event for event in events}
            outcome = _outcome(state, after, kinds)
            if outcome and outcome not in examples:
                cells = kinds["reveal"].cells
                revealed = f"{join_with_and(cells)} {'is' if len(cells) == 1 else 'are'}"
                examples[outcome] = _example(reference, state, path, outcome, revealed)
    yield from (examples[kind] for kind in ("fails", "open", "both") if kind in examples)


def _outcome(state: State, after: State, kinds: dict[str, Any]) -> str:
    """What the answer did, if it is worth showing."""
    assert state.pending is not None
    if "fail" in kinds:
        return "fails"
    if "show" in kinds:
        return "open"
    stones = sum(pieces >> state.pending.target & 1 for pieces in after.pieces)
    return "both" if stones > 1 else ""


def _example(reference: Reference, state: State, path: str, outcome: str, revealed: str) -> Example:
    assert state.pending is not None
    s, mover = Speech(reference.game), LETTERS[state.side]
    name = reference.tables.geometry.names[state.pending.target]
    captions = {
        "fails": f"{mover} aims at {name}, {revealed} revealed: the move fails",
        "open": f"{mover} aims at {name}, {revealed} revealed: a {s.stone} is placed, open to all",
        "both": f"{mover} aims at {name}, nothing is revealed: both {s.stone}s stand there, hidden",
    }
    picture = _picture(reference, state, outcome)
    return Example(path, True, sentence(captions[outcome]), picture)


def _picture(reference: Reference, state: State, outcome: str) -> Picture:
    """The board before the answer, the target marked; what the target shares a row with is left."""
    assert state.pending is not None
    target = state.pending.target
    keep = state.pending.announced
    stones = []
    for plane, cells in enumerate(state.pieces):
        owner, kind = reference.tables.piece(plane)
        stones += [Stone(c, owner, kind, not state.shown[plane] >> c & 1) for c in bits(cells & keep)]
    if outcome != "fails":
        stones.append(Stone(target, state.side + 1, reference.tables.kinds[0], outcome == "both"))
    marks = (target,)
    return Picture(
        reference.tables.geometry,
        tuple(sorted(stones, key=lambda stone: (stone.cell, stone.side))),
        last=marks if outcome != "fails" else (),
        line=marks if outcome == "fails" else (),
        kinds=reference.tables.kinds,
        colours=reference.game.colours_of_sides,
    )
