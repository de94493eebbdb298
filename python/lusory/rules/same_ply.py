"""Whether two parts of a choice may offer the same ply, of which only the first would count. No proof that they cannot
means that they may."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from .actions import key_of
from .boards import Graph
from .cells import Empty, Enemy, Just, Kind, Neutral, Origin, Own, To
from .logic import All, BySide, If, No, Some
from .plies import ActionWord, Hop, Leap, Place, Step
from .static_evaluation import WORDS, BoardScene, neighbour_directions
from .traversal import words
from .turns import Commit, Either, Repeat, Sequence
from .word import And, CellsWord, Not, Or, RegionsWord

if TYPE_CHECKING:
    from .game import Game

STANDS = (Own, Enemy, Neutral, Empty)
"""What a cell may hold: each excludes the others."""


class Beginning(NamedTuple):
    """A ply with which a part of a choice may begin. rest: what follows it in the turn. when: the conditions on which
    it is offered. side: the only side that has it, or -1."""

    ply: Any
    rest: tuple[Any, ...] = ()
    when: tuple[Any, ...] = ()
    side: int = -1

    @property
    def effect(self) -> tuple[Any, ...]:
        """What follows from the ply, apart from the cells it names."""
        return self.rest, getattr(self.ply, "then", ()), isinstance(self.ply, Hop) and self.ply.captures


def shared_beginnings(game: Game, parts: tuple[Any, ...]) -> bool:
    """Whether two of these parts of a choice may offer one ply that does not mean the same in both."""
    found = [list(beginnings(part)) for part in parts]
    pairs = ((a, b) for left, right in combinations(found, 2) for a in left for b in right)
    return any(a.effect != b.effect and may_be_one(game, a, b) for a, b in pairs)


def beginnings(
    word: Any, rest: tuple[Any, ...] = (), when: tuple[Any, ...] = (), side: int = -1
) -> Iterator[Beginning]:
    """The plies with which a part of a turn may begin."""
    if isinstance(word, Sequence):
        yield from beginnings(word.parts[0], (*word.parts[1:], *rest), when, side)
    elif isinstance(word, Repeat):
        yield from beginnings(word.ply, (word, *rest), when, side)
    elif isinstance(word, If):
        yield from beginnings(word.then, rest, (*when, word.when), side)
        if word.otherwise is not None:
            yield from beginnings(word.otherwise, rest, (*when, No(word.when)), side)
    elif isinstance(word, BySide):
        for i, part in enumerate(word.parts):
            yield from beginnings(part, rest, when, i)
    elif isinstance(word, (ActionWord, Commit)):
        yield Beginning(word, rest, when, side)
    elif isinstance(word, Either):
        for part in word.parts:
            yield from beginnings(part, rest, when, side)


def may_be_one(game: Game, a: Beginning, b: Beginning) -> bool:
    """Whether no reason is found why the two plies cannot be the same one."""
    if key_of(a.ply) != key_of(b.ply) or (a.side != b.side and -1 not in (a.side, b.side)):
        return False
    if (
        isinstance(a.ply, Commit)
        or excluded(game, conditions(a), conditions(b))
        or distances_differ(game, a.ply, b.ply)
    ):
        return False
    fields = [(of(a.ply, name), of(b.ply, name)) for name in ("what", "to")]
    if any(excluded(game, left, right) for left, right in fields):
        return False
    return isinstance(a.ply, (Place, Leap)) or isinstance(b.ply, Leap) or not ways_differ(game, a.ply, b.ply)


def of(ply: Any, name: str) -> tuple[Any, ...]:
    """The sets that all hold the cell of a field: the field's, and what `needs` says of that cell."""
    cell = Origin() if name == "what" else To()
    value = getattr(ply, name, None)
    needed = [part for part in parts_of(ply.needs, All) if isinstance(part, And) and cell in part.parts]
    return (*parts_of(value, And), *(part for both in needed for part in both.parts if part != cell))


def conditions(begin: Beginning) -> tuple[Any, ...]:
    """The conditions of a ply, each by itself."""
    parts = [part for when in (*begin.when, begin.ply.needs) for part in parts_of(when, All)]
    return tuple(map(spoken_of, parts))


def spoken_of(condition: Any) -> Any:
    """The set of a condition on the one cell that the ply names; else the condition, `Some` of a set that stands for
    it: some cells may be in one set, and some in another."""
    cells = condition.of if isinstance(condition, Some) else condition
    if any(isinstance(part, (To, Origin, Just)) for part in parts_of(cells, And)):
        return cells
    return Some(cells) if isinstance(cells, (CellsWord, RegionsWord, And, Or, Not)) else condition


def parts_of(word: Any, kind: Any) -> tuple[Any, ...]:
    """The parts of an intersection, or the word alone."""
    if word is None:
        return ()
    return tuple(word.parts) if isinstance(word, kind) else (word,)


def excluded(game: Game, left: tuple[Any, ...], right: tuple[Any, ...]) -> bool:
    """Whether no cell is in all of these sets, or not all of these conditions can hold."""
    return any(exclude(game, a, b) for a in left for b in right)


def exclude(game: Game, a: Any, b: Any) -> bool:
    """Whether two sets of cells share none, or one condition denies the other."""
    for word, other in ((a, b), (b, a)):
        if isinstance(word, (Or, BySide)):
            return all(exclude(game, part, other) for part in word.parts)
        if isinstance(word, And) and any(exclude(game, part, other) for part in word.parts):
            return True
        there = other.of if isinstance(word, No) and isinstance(other, Some) else other
        if isinstance(word, (Not, No)) and (word.of == there or there in parts_of(word.of, Or)):
            return True
        if isinstance(word, Kind) and (isinstance(other, Empty) or (isinstance(other, Kind) and word != other)):
            return True
    if isinstance(a, STANDS) and isinstance(b, STANDS):
        return a != b
    return apart(game, a, b)


def apart(game: Game, a: Any, b: Any) -> bool:
    """Whether two sets that depend on the board alone share no cell."""
    if not all(type(w) in WORDS for word in (a, b) for w in words(word)):
        return False
    scenes = [BoardScene(game.geometry, side) for side in range(game.players)]
    return not any(scene.cells(a) & scene.cells(b) for scene in scenes)


def ways_differ(game: Game, a: Any, b: Any) -> bool:
    """Whether two moves never go the same way."""
    directions = [getattr(ply, "directions", None) for ply in (a, b)]
    if not all(type(w) in WORDS for word in directions if word is not None for w in words(word)):
        return False
    scenes = [BoardScene(game.geometry, side) for side in range(game.players)]
    ways = [[neighbour_directions(scene, word) for word in directions] for scene in scenes]
    return not any(left & right for left, right in ways)


def distances_differ(game: Game, a: Any, b: Any) -> bool:
    """Whether two moves go to different distances, both counted alike: those of leaps by their directions."""
    if isinstance(game.board, Graph) or (Leap in (type(a), type(b)) and a.directions != b.directions):
        return False
    far = [1 if isinstance(ply, Step) else getattr(ply, "distance", None) for ply in (a, b)]
    return all(isinstance(distance, int) for distance in far) and far[0] != far[1]
