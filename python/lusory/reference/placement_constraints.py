"""Constraints on secret placements, computed from a player's knowledge: the sampler draws targets from them.

They apply to games in which pieces stay where they are placed and no target has a piece of the mover's own. Targets
they exclude are impossible; targets they allow may still contradict the rules when the game is replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..rules.actions import labels
from ..rules.cells import Empty, Line, Open, Own
from ..rules.effects import Capture, Flip
from ..rules.events import Event
from ..rules.expression_text import spell
from ..rules.geometry import Geometry, bits, mask_of, union
from ..rules.plies import Hop, Leap, Place, Remove, Slide, Step
from ..rules.static_evaluation import BoardScene
from ..rules.traversal import words
from ..rules.turns import Commit
from ..rules.word import And, Not, Or
from .knowledge import Known, Observation
from .matching import solvable

if TYPE_CHECKING:
    from .interpreter import Reference

Targets = dict[int, int]
"""The target cell of each secret ply, by the number of the ply."""
RESTLESS = (Capture, Flip, Remove, Hop, Leap, Slide, Step)
"""Words by which a piece may leave the cell where it was placed."""


def plan_of(reference: Reference, knowledge: Known) -> Plan | None:
    """The plan for a game in which pieces stay; None for other games."""
    game_words = list(words(reference.game))
    places = [word for word in game_words if isinstance(word, Place) and isinstance(word.owner, Own)]
    if any(isinstance(word, RESTLESS) for word in game_words) or not all(excludes(w.to, Own) for w in places):
        return None
    return (
        None
        if any(moves_placements(reference, observation) for observation in knowledge.past)
        else Plan(reference, knowledge)
    )


def moves_placements(reference: Reference, observation: Observation) -> bool:
    """Whether a placement captured a piece, or chance placed a side's piece. Then the cells of pieces do not show who
    placed them."""
    is_chance = (
        any(event.kind == "place" and event.player < 0 for event in observation.events) and observation.action >= 0
    )
    owned = is_chance and reference.tables.actions.split(observation.action)[0][2] == "own"
    return owned or any(event.kind == "capture" for event in observation.events)


def excludes(word: Any, atom: type) -> bool:
    """Whether this set of cells certainly has no cell of `own` (or of `open`)."""
    if isinstance(word, And):
        return any(excludes(part, atom) for part in word.parts)
    if isinstance(word, Not):
        return includes(word.of, atom)
    return isinstance(word, Empty)


def includes(word: Any, atom: type) -> bool:
    """Whether this set certainly has every cell of `own` (or of `open`)."""
    return isinstance(word, atom) or (isinstance(word, Or) and any(includes(part, atom) for part in word.parts))


class Plan:
    """The constraints on all secret plies.

    domains: by side, the possible targets of each secret ply. demands: by side, the cells such plies must have filled.
    fixed: failed targets, which are known. announced_lines: the lines that the referee announced for others, each as
    (side, number of the ply that made it, its word). held_then: the cells its side was known to hold when a secret
    ply was made.
    """

    def __init__(self, reference: Reference, knowledge: Known) -> None:
        self.reference, self.knows = reference, knowledge
        self.geometry: Geometry = reference.tables.geometry
        self.domains: list[dict[int, int]] = [{} for _ in range(reference.players)]
        self.demands = [0] * reference.players
        self.fixed: Targets = {}
        self.announced_lines: list[tuple[int, int, Line]] = []
        self.held_then: dict[int, int] = {}
        self._seats = list(range(reference.players))
        self._aim: tuple[int, int] | None = None
        self._observe()

    def _observe(self) -> None:
        tables, start = self.reference.tables, self.reference.start()
        planes = [union(start.pieces[p] for p in tables.owned(owner)) for owner in range(tables.sides + 1)]
        self._held, self._open = planes[1:], union(planes)
        commits = [word for word in words(tables.game) if isinstance(word, Commit)]
        self._shy = all(excludes(word.ply.to, Open) for word in commits)  # type: ignore[union-attr]
        self._regions: dict[tuple[str, int], int] = {}
        for word in commits:
            self._add_announcements(word)
        for i, observation in enumerate(self.knows.past):
            self._ply(i, observation)
            for event in observation.events:
                self._event(event, observation)
        for stone in self.knows.board:
            if stone.side and not self._held[stone.side - 1] >> stone.cell & 1:
                self._demand(stone.side - 1, 1 << stone.cell)

    def _add_announcements(self, word: Commit) -> None:
        """For each possible announcement of this Commit the targets that have it."""
        for choice, label in enumerate(labels(word)):
            for cell in bits(self.geometry.all):
                region = BoardScene(self.geometry, 0, 1 << cell).cells(word.announce[choice]) if word.announce else 0
                key = label, region
                self._regions[key] = self._regions.get(key, 0) | 1 << cell

    def _ply(self, i: int, observation: Observation) -> None:
        """A secret ply awaits its outcome; an answer does not change that; any other ply ends it."""
        if observation.action < 0:
            side = self._seats.index(observation.player)
            closed = self._held[side] | (self._open if self._shy else 0)
            self.domains[side][i] = self._regions.get((observation.announcement, observation.region), 0) & ~closed
            self.held_then[i] = self._held[side]
            self._aim = side, i
        elif self.reference.tables.actions.split(observation.action)[0] != ("reveal",):
            self._aim = None

    def _event(self, event: Event, observation: Observation) -> None:
        cells = mask_of(self.geometry.index[name] for name in event.cells)
        if event.kind == "swap":
            self._seats.reverse()
        elif event.kind == "show" and self._aim:
            side, i = self._aim
            self.domains[side][i] &= cells
        elif event.kind == "fail" and self._aim:
            side, i = self._aim
            del self.domains[side][i]
            self.fixed[i] = cells.bit_length() - 1
        elif event.kind == "place":
            self._add_seen_placement(event, observation, cells)
        elif event.kind == "reveal":
            side = self._seats.index(event.player)
            self._demand(side, cells & ~self._held[side])
            self._held[side] |= cells
            self._open |= cells
        elif event.kind == "tell" and self._aim:
            self._line(event, *self._aim)

    def _add_seen_placement(self, event: Event, observation: Observation, cells: int) -> None:
        """A placement the viewer saw."""
        self._open |= cells if event.seen_by is None else 0
        key = ("",) if observation.action < 0 else self.reference.tables.actions.split(observation.action)[0]
        if event.player < 0 or (key[0] == "cell" and key[2] != "own"):
            return
        side = self._seats.index(event.player)
        self._held[side] |= cells
        if self._aim is None:
            for i in self.domains[side]:
                self.domains[side][i] &= ~cells

    def _demand(self, side: int, cells: int) -> None:
        """Add cells that must have been filled in secret, where a secret ply can have filled them."""
        self.demands[side] |= cells & union(self.domains[side].values())

    def _line(self, event: Event, side: int, i: int) -> None:
        """Record an announced line as a constraint: the first line of a side, made by ply i. It is the first if every
        ply was tested for it and it is announced once."""
        tells = self.reference.tables.tells
        matching = [w for w in tells if len(tells) == 1 or event.why == ((spell(w.fact), ()),)]
        is_always_told = len(matching) == 1 and matching[0].once and matching[0] in self.reference.game.effects
        fact = matching[0].fact if is_always_told else None
        is_plain_line = isinstance(fact, Line) and isinstance(fact.of, Own) and fact.directions is None
        if isinstance(fact, Line) and is_plain_line and fact.times == 1 and not fact.exact and i in self.domains[side]:
            self.announced_lines.append((side, i, fact))

    def draw(self, rng: random.Random) -> Targets | None:
        """Targets for all secret plies; None where the draw ends in a contradiction."""
        domains, demands = [dict(part) for part in self.domains], list(self.demands)
        for side, i, fact in self.announced_lines:
            line = self._some_line(domains[side], demands[side], i, fact, rng)
            if line is None:
                return None
            domains[side], demands[side] = line
        targets = dict(self.fixed)
        for part, demand in zip(domains, demands, strict=True):
            if not solvable(part, demand):
                return None
            settle(part, demand, targets, rng)
        return targets

    def _some_line(
        self, domains: dict[int, int], demands: int, i: int, fact: Line, rng: random.Random
    ) -> tuple[dict[int, int], int] | None:
        """One of the lines that ply i can have made, as narrower domains and more demands."""
        windows = list(self.windows(fact.n))
        rng.shuffle(windows)
        for window in windows:
            missing = window & ~self.held_then[i]
            if not domains[i] & missing:
                continue
            closer = {q: mask if q < i else mask & (missing if q == i else ~missing) for q, mask in domains.items()}
            if solvable(closer, demands | missing):
                return closer, demands | missing
        return None

    def windows(self, n: int) -> Iterator[int]:
        """Every straight row of n cells."""
        for direction in self.geometry.axes:
            for cell in bits(self.geometry.all):
                run = [cell, *islice(self.geometry.ray(cell, direction), n - 1)]
                if len(run) == n:
                    yield mask_of(run)

    def possible(self, targets: Targets) -> bool:
        """Whether the remaining constraints can be met with these targets fixed."""
        if any(targets.get(i, cell) != cell for i, cell in self.fixed.items()):
            return False
        for domains, demands in zip(self.domains, self.demands, strict=True):
            fixed = {i: targets[i] for i in domains if i in targets}
            fixed_cells = mask_of(fixed.values())
            if len(fixed) != fixed_cells.bit_count() or any(not domains[i] >> cell & 1 for i, cell in fixed.items()):
                return False
            if not solvable(
                {i: m & ~fixed_cells for i, m in domains.items() if i not in fixed}, demands & ~fixed_cells
            ):
                return False
        return all(self._line_possible(targets, *line) for line in self.announced_lines)

    def _line_possible(self, targets: Targets, side: int, i: int, fact: Line) -> bool:
        """Whether ply i can still have made a line."""
        current = {q: 1 << targets[q] if q in targets else mask for q, mask in self.domains[side].items() if q <= i}
        reach = self.held_then[i] | union(current.values())
        return any(not window & ~reach and window & current[i] for window in self.windows(fact.n))


def settle(domains: dict[int, int], demands: int, targets: Targets, rng: random.Random) -> None:
    """Assign all targets, most constrained choice first: the ply that filled a demanded cell, or the cell of a ply."""
    while domains:
        askers = {cell: [i for i, mask in domains.items() if mask >> cell & 1] for cell in bits(demands)}
        questions = [(len(plies), 0, cell) for cell, plies in askers.items()]
        questions += [(mask.bit_count(), 1, i) for i, mask in domains.items()]
        _, kind, subject = min(questions)
        completions = (
            [(subject, cell) for cell in bits(domains[subject])] if kind else [(i, subject) for i in askers[subject]]
        )
        rng.shuffle(completions)
        domains, demands = next(
            rest for completion in completions if (rest := assign_cell(domains, demands, targets, *completion))
        )


def assign_cell(
    domains: dict[int, int], demands: int, targets: Targets, i: int, cell: int
) -> tuple[dict[int, int], int] | None:
    """The domains and demands after ply i is assigned the cell; None where one of them becomes impossible."""
    rest = {q: mask & ~(1 << cell) for q, mask in domains.items() if q != i}
    if not solvable(rest, demands & ~(1 << cell)):
        return None
    targets[i] = cell
    return rest, demands & ~(1 << cell)
