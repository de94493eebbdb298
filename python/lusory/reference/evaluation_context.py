"""The class Scene: a mutable state in which words are evaluated, during move generation and while a ply is applied."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from ..rules.events import Event, Result, Witness
from ..rules.geometry import Geometry, union
from .state import Pending, State
from .tables import Tables

PLACEMENT, CAPTURE, ANYTHING = 1, 2, 4
HAPPENS = {"placement": PLACEMENT, "capture": CAPTURE, "anything": ANYTHING}
"""Flags for what a ply has done, as Quiet distinguishes it."""

LISTS = ("pieces", "shown", "captured", "scores", "hands", "quiet", "marks")
"""Fields of State that are tuples there and lists in a Scene."""
FIXED = tuple(name for name in State.__struct_fields__ if name not in LISTS)
get_fixed = attrgetter(*FIXED)


class Scene:
    """A mutable state. It has the fields of State and:

    here: the cell that a Where asks about. announced, revealed: of the placement being answered. is_chance: the ply is
    a chance ply. ply_did: what this ply has done. times: how often this position has occurred at the start of a turn.
    stuck: evaluates a NoPly at the end of a turn. repeating: the repeats whose plies are being generated. events: the
    events since the scene was created.
    """

    def __init__(self, tables: Tables, state: State) -> None:
        self.tables = tables
        self.geometry: Geometry = tables.geometry
        self.pieces = list(state.pieces)
        self.shown = list(state.shown)
        self.side, self.seats, self.turn, self.agenda = state.side, state.seats, state.turn, state.agenda
        self.captured, self.scores = list(state.captured), list(state.scores)
        self.hands, self.quiet = list(state.hands), list(state.quiet)
        self.fresh, self.to, self.origin, self.heading = state.fresh, state.to, state.origin, state.heading
        self.just, self.moved, self.visited, self.lasts = state.just, state.moved, state.visited, state.lasts
        self.standings, self.happened, self.told, self.out = state.standings, state.happened, state.told, state.out
        self.acted, self.again, self.dice, self.pending = state.acted, state.again, state.dice, state.pending
        self.log, self.plies, self.result = state.log, state.plies, state.result
        self.marks = list(state.marks)
        self._begin()

    def _begin(self) -> None:
        """Nothing is known yet of a ply."""
        self.here = self.announced = self.revealed = 0
        self.is_chance = False
        self.times = self.ply_did = 0
        self.stuck: Callable[[Any], bool] | None = None
        self.repeating: list[tuple[int, ...]] = []
        self.events: list[Event] = []

    def freeze(self) -> State:
        """The scene as an immutable State."""
        fields: dict[str, Any] = dict(zip(FIXED, get_fixed(self), strict=True))
        for name in LISTS:
            fields[name] = tuple(getattr(self, name))
        return State(**fields)

    def copy(self) -> Scene:
        """A scene of the same state, which changes apart from this one."""
        twin, fields = Scene.__new__(Scene), self.__dict__.copy()
        for name in LISTS:
            fields[name] = fields[name].copy()
        twin.__dict__ = fields
        twin._begin()
        return twin

    def take_state(self, other: Scene) -> None:
        """Take the state of another scene over; what is known of the ply stays."""
        fields = self.__dict__
        fields.update(zip(FIXED, get_fixed(other), strict=True))
        for name in LISTS:
            fields[name] = getattr(other, name).copy()

    def as_seen_by(self, side: int | None) -> Scene:
        """The scene as a side sees it (None: as an observer does), without hidden pieces of others. Move generation
        uses it, so that legal plies reveal no secret."""
        if not self.tables.hidden:
            return self
        view = self.copy()
        view.announced, view.revealed, view.is_chance = self.announced, self.revealed, self.is_chance
        own_pieces = () if side is None else self.tables.owned(side + 1)
        view.pieces = [p if plane in own_pieces else p & self.shown[plane] for plane, p in enumerate(self.pieces)]
        view.lasts = tuple((s, cell if is_public or s == side else -1, is_public) for s, cell, is_public in self.lasts)
        view.pending, view.standings, view.log, view.plies = None, frozenset(), (), ()
        return view

    def owner(self, owner: int) -> int:
        """The cells with a piece of an owner (0 neutral, 1 the first side)."""
        cells = 0
        for plane in self.tables.owned(owner):
            cells |= self.pieces[plane]
        return cells

    def secret(self) -> int:
        """The cells with a hidden piece of the mover's."""
        cells = 0
        for plane in self.tables.owned(self.side + 1):
            cells |= self.pieces[plane] & ~self.shown[plane]
        return cells

    def occupied(self) -> int:
        """The cells with any piece."""
        cells = 0
        for pieces in self.pieces:
            cells |= pieces
        return cells

    def others(self) -> int:
        """The cells with a piece of another side."""
        cells = 0
        for side in range(self.tables.sides):
            if side != self.side:
                cells |= self.owner(side + 1)
        return cells

    def plane_at(self, cell: int) -> int:
        """The number of the set that holds the piece on a cell, as the mover sees it: his own before a neutral one
        before another's; -1 if there is none."""
        bit = 1 << cell
        if self.tables.hidden:
            return self._plane_seen(bit)
        order = [self.side + 1, 0, *(s + 1 for s in range(self.tables.sides) if s != self.side)]
        planes = (plane for owner in order for plane in self.tables.owned(owner))
        return next((plane for plane in planes if self.pieces[plane] & bit), -1)

    def _plane_seen(self, bit: int) -> int:
        own_pieces = self.tables.owned(self.side + 1)
        order = [*own_pieces, *(plane for plane in range(self.tables.planes) if plane not in own_pieces)]
        visible_planes = (
            plane for plane in order if self.pieces[plane] & bit & (-1 if plane in own_pieces else self.shown[plane])
        )
        return next(visible_planes, -1)

    def marked(self, name: str) -> int:
        """The cells that bear a mark of this name."""
        return union(self.marks[layer] for layer in self.tables.marks[name])

    @property
    def player(self) -> int:
        """The player of the side to move."""
        return self.seats[self.side]

    def mark_happened(self, happenings: int) -> None:
        """Record what this ply, and so this turn, has done. Chance plies do not count."""
        if not self.is_chance:
            self.happened |= happenings
            self.ply_did |= happenings

    def say(self, kind: str, cells: int = 0, **fields: Any) -> None:
        """Record an event of the player to move (or of chance)."""
        player = fields.pop("player", -1 if self.is_chance else self.player)
        names = fields.pop("names", None) or self.geometry.named(cells)
        self.events.append(Event(kind, names, player, **fields))

    def public_witness(self, planes: dict[int, int]) -> Witness:
        """The cells of pieces that have become open, by owner, and by kind where there are several. As public events
        they remain part of every player's knowledge."""
        if not (self.tables.hidden and self.tables.many_kinds):
            return ()
        return tuple((self.tables.label(plane), self.geometry.named(cells)) for plane, cells in planes.items() if cells)

    def cells(self, word: Any) -> int:
        """The value of a word for a set of cells."""
        return READ.cells[type(word)](self, word)

    def directions(self, word: Any) -> int:
        """The value of a word for a set of directions."""
        return READ.directions[type(word)](self, word)

    def number(self, word: Any) -> int:
        """The value of a word for a number."""
        return word if isinstance(word, int) else READ.numbers[type(word)](self, word)

    def holds(self, word: Any) -> tuple[bool, int]:
        """Whether a condition holds, and the cells that show it."""
        evaluator = READ.conditions.get(type(word))
        if evaluator is not None:
            return evaluator(self, word)
        cells = self.cells(word)
        return cells != 0, cells


class Readings(msgspec.Struct):
    """The functions that evaluate words, by sort; cells.py and evaluation.py register theirs."""

    cells: dict[type, Callable[[Any, Any], int]] = {}
    directions: dict[type, Callable[[Any, Any], int]] = {}
    numbers: dict[type, Callable[[Any, Any], int]] = {}
    conditions: dict[type, Callable[[Any, Any], tuple[bool, int]]] = {}


READ = Readings()


__all__ = ["READ", "Pending", "Result", "Scene"]
