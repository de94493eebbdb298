"""Batches of children: what a worker is asked for, and what it answers.

A batch says who the parents of each child are, and which quality holds which niche; so its answer is the same in
whatever process, and whenever, it is worked on.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import msgspec

from ..rules.game import Game
from .aim import Aim
from .archive import Kept, read
from .children import Birth, child, on_shape, stream
from .screening import KEPT, Ladder

SIZE = 16
"""Children of a batch."""
UNBORN = "unborn"
"""The fate of a child of which no draft was valid."""
CRASHED = "crashed"
"""The fate of a child whose screening killed its process, or never ended."""


class Pair(NamedTuple):
    """The parents of a child: as they are called, and their rules as JSON. Twice the same where there is one.
    board: the shape of board that the child has, its rules being those of the parent; empty where it varies rules."""

    names: tuple[str, str]
    rules: tuple[str, str]
    board: str = ""


class Batch(NamedTuple):
    """A job. number: which batch. children: their numbers, each with its parents. niches: the quality to beat."""

    number: int
    seed: int
    children: tuple[tuple[int, Pair], ...]
    niches: tuple[tuple[str, float], ...]

    def parts(self) -> list[Batch]:
        """The same child by child."""
        return [self._replace(children=(child,)) for child in self.children]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a batch. born: children that are valid. refused: drafts that the checks refused. fates: how often
    each. reached: children that met so many screens or more, from one. kept: those that met all."""

    number: int
    children: int = 0
    born: int = 0
    refused: int = 0
    fates: dict[str, int] = {}
    reached: tuple[int, ...] = ()
    kept: tuple[Kept, ...] = ()

    def join(self, other: Answer) -> Answer:
        """Both parts of a batch."""
        length = max(len(self.reached), len(other.reached))
        own_counts, other_counts = (
            (*counts, *(0,) * (length - len(counts))) for counts in (self.reached, other.reached)
        )
        return Answer(
            self.number,
            self.children + other.children,
            self.born + other.born,
            self.refused + other.refused,
            dict(sorted((Counter(self.fates) + Counter(other.fates)).items())),
            tuple(a + b for a, b in zip(own_counts, other_counts, strict=True)),
            (*self.kept, *other.kept),
        )


class BatchTask(NamedTuple):
    """Starts workers. founders: the rules of known games with their names, JSON; parts may be taken from them, and
    nothing kept is nearly one of them. aim: what is bred for."""

    founders: tuple[tuple[str, str], ...]
    aim: Aim = Aim()

    def worker(self) -> BatchWorker:
        """See lab.jobs.JobTask."""
        return BatchWorker([read(rules) for _, rules in self.founders], self.aim)


class BatchWorker:
    """Makes and screens children."""

    def __init__(self, founders: list[Game], aim: Aim | None = None) -> None:
        self.founders, self.aim = founders, aim or Aim()

    def do(self, batch: Batch) -> Answer:
        """All children of a batch."""
        ladder = self.ladder(batch)
        answer = Answer(batch.number)
        for number, pair in batch.children:
            answer = answer.join(self.make_child(batch, ladder, number, pair))
        return answer

    def ladder(self, batch: Batch) -> Ladder:
        """The screens for a batch."""
        return Ladder(self.founders, dict(batch.niches), self.aim)

    def make_child(self, batch: Batch, ladder: Ladder, number: int, pair: Pair) -> Answer:
        """One child."""
        parents = [read(rules) for rules in dict.fromkeys(pair.rules)]
        birth = self.birth(parents, pair.board, stream(batch.seed, number))
        if birth.game is None:
            return Answer(batch.number, 1, 0, birth.refused, {UNBORN: 1})
        names = tuple(dict.fromkeys(pair.names))
        verdict = ladder.screen(birth.game, [parents[i] for i in birth.parents])
        elites: tuple[Kept, ...] = ()
        if verdict.fate == KEPT:
            rules = tuple(dict.fromkeys(pair.rules))
            parent_rules = [(names[i], rules[i]) for i in birth.parents]
            elites = (
                Kept(
                    number, tuple(n for n, _ in parent_rules), tuple(r for _, r in parent_rules), birth.steps, verdict
                ),
            )
        return Answer(batch.number, 1, 1, birth.refused, {verdict.fate: 1}, (1,) * verdict.reached, elites)

    def birth(self, parents: list[Game], board: str, rng: random.Random) -> Birth:
        """A child of these parents; the first of them on another shape of board, where one is named."""
        return on_shape(parents[0], board, rng) if board else child(parents, rng, self.founders)

    def close(self) -> None:
        """Nothing is held."""


def crash_answer(batch: Batch) -> Answer:
    """Of a batch that killed its process; it has one child."""
    return Answer(batch.number, len(batch.children), len(batch.children), 0, {CRASHED: len(batch.children)})
