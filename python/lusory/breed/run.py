"""Breeds games: batches of children, whose parents come from the archive as it was some batches before.

So batches may be worked on side by side, and still one seed means the same archive whatever the number of workers. What
is finished is kept in a log in the order of the batches; work goes on from it.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .._numbers import check_quantity, check_seed, check_whole
from ..errors import LusoryError
from ..lab.json_log import JsonLog, difference_text
from ..lab.pool import WorkerSpec, open_pool
from ..rules import codec
from ..rules.game import Game
from .aim import Aim, goal_of
from .archive import Archive, Kept
from .batches import SIZE, Answer, Batch, BatchTask, Pair
from .children import ON_ANOTHER_SHAPE
from .founders import check_fit, founders
from .mutation import BOARDS
from .screens import SCREENS, digest
from .taste import Taste
from .workers import BatchPool, ThisProcess, Workers

LAG = 8
"""Parents of a batch are elites of the archive after the batch so many before it: so many are worked on at once."""
FROM_ARCHIVE = 0.65
"""How often a parent is an elite and no founder, once there are any."""
MOTHERS = 4
"""The mother is the one of so many with the shortest rules: children of short rules are kept three times as often, and
what is born reads short. The father, who gives a part, is any."""
MOVED = SIZE // 2
"""So many children of a batch at most are elites that have just entered, on another shape of board."""
LOG = "breed.jsonl"
MOST = 1_000_000_000
NAMED = 6
"""So many parents at most are named where a log is another's."""


class BreedSetting(msgspec.Struct, frozen=True):
    """What makes a run the run it is. founders: names and rules, JSON. seed: of all chance. aim: what is bred for.
    screens: the digest of the screens with their thresholds and budgets; empty in logs that did not note it."""

    founders: tuple[tuple[str, str], ...]
    seed: int = 0
    aim: Aim = Aim()
    screens: str = ""


class Bred(msgspec.Struct, frozen=True):
    """What a run has come to so far. children: asked for; born: valid; refused: drafts that the checks refused; fates:
    of all children; reached: how many met so many screens or more, from one; kept: so many met all; elites: the
    archive, the best first."""

    setting: BreedSetting
    children: int
    born: int
    refused: int
    fates: dict[str, int]
    reached: tuple[int, ...]
    elites: tuple[Kept, ...]

    @property
    def valid(self) -> float:
        """The share of drafts that the checks accept."""
        return self.born / max(1, self.born + self.refused)

    @property
    def screens(self) -> dict[str, int]:
        """How many children met each screen and all before it."""
        return dict(zip(SCREENS, (*self.reached, *(0,) * len(SCREENS)), strict=False))


class Breeding:
    """A run under way."""

    def __init__(self, setting: BreedSetting) -> None:
        self.setting = setting
        self.archive = Archive()
        self.total = Answer(-1)
        self.done = 0
        self.before: deque[tuple[Kept, ...]] = deque([()] * LAG, maxlen=LAG)
        """The elites after each of the last batches, by niche."""
        self.new: deque[tuple[Kept, ...]] = deque([()] * LAG, maxlen=LAG)
        """The elites that entered with each of the last batches, but those whose rules came from another board."""

    def take(self, answer: Answer) -> None:
        """The next batch, in order."""
        entered = [elite for elite in answer.kept if self.archive.add(elite)]
        self.before.append(tuple(self.archive.sorted_elites()) if entered else self.before[-1])
        self.new.append(tuple(elite for elite in entered if elite.steps != (ON_ANOTHER_SHAPE,)))
        self.total = msgspec.structs.replace(self.total.join(answer), kept=())
        self.done += 1

    def batch(self, number: int) -> Batch:
        """A job. Its number is less than LAG above what is done."""
        ahead = number - self.done
        elites, new = (self.before[ahead], self.new[ahead]) if ahead < LAG else ((), ())
        numbers = range(number * SIZE, (number + 1) * SIZE)
        moved = self.moved(number, new)
        pairs = (*moved, *(self.pair(child, elites) for child in numbers[len(moved) :]))
        children = tuple(zip(numbers, pairs, strict=True))
        niches = tuple((elite.cell, elite.worth) for elite in elites)
        return Batch(number, self.setting.seed, children, niches)

    def moved(self, batch: int, new: Sequence[Kept]) -> list[Pair]:
        """The rules of elites that have just entered on each other shape of board: what is good on one often is on
        another, and a mutation seldom tries it."""
        pairs = [
            Pair((elite.label,) * 2, (elite.verdict.rules,) * 2, shape.__name__)
            for elite in new
            for shape, _ in BOARDS
            if not isinstance(elite.game.board, shape)
        ]
        rng = random.Random(f"{self.setting.seed}:{batch}:boards")
        return rng.sample(pairs, min(len(pairs), MOVED))

    def pair(self, child: int, elites: Sequence[Kept]) -> Pair:
        """The parents of a child."""
        rng = random.Random(f"{self.setting.seed}:{child}:parents")
        mother = min((self.parent(elites, rng) for _ in range(MOTHERS)), key=lambda parent: len(parent[1]))
        names, rules = zip(mother, self.parent(elites, rng), strict=True)
        return Pair(names, rules)

    def parent(self, elites: Sequence[Kept], rng: random.Random) -> tuple[str, str]:
        """An elite or a founder."""
        if elites and rng.random() < FROM_ARCHIVE:
            elite = rng.choice(elites)
            return elite.label, elite.verdict.rules
        return rng.choice(self.setting.founders)

    def result(self) -> Bred:
        """What it has come to."""
        total = self.total
        best = tuple(self.archive.best())
        return Bred(self.setting, total.children, total.born, total.refused, total.fates, total.reached, best)


def breed(
    parents: Sequence[str | Game] = (),
    *,
    children: int | None = None,
    hours: float | None = None,
    seed: int = 0,
    workers: WorkerSpec = 0,
    out: Path | str | None = None,
    goal: str = "",
    taste: Taste | None = None,
    isolated: bool = True,
    on_progress: Callable[[Breeding], object] = lambda run: None,
) -> Bred:
    """Breed games from known ones: the whole catalogue, or these names, files or rule values.

    children: so many, in whole batches; hours: as long as that; one of them at least. seed: the same archive after so
    many children. workers: processes (0: one a processor), or a RayCluster. out: a folder for the log, from which an
    interrupted run goes on, and the litter. goal: figures that what is kept should have, as of a repair (`draws<=10%
    plies<=40`): the farther a game is from it, the less it is worth. taste: what people like, of lusory.breed.taste.
    isolated: children are screened in processes of their own, which a monster may kill; else in this one.
    on_progress: called after each batch.

    Raises LusoryError for games that cannot be bred from, for a goal that the screens do not measure, for numbers that
    make no sense, and where the log cannot be written.
    """
    if children is None and hours is None:
        raise LusoryError("no end: expected a number of children, or hours")
    children = None if children is None else check_whole("children", children, 1, MOST)
    hours = None if hours is None else check_quantity("hours", hours)
    setting = setting_of(parents, seed, goal, taste)
    run = Breeding(setting)
    batches = MOST if children is None else -(-children // SIZE)
    ends = None if hours is None else time.monotonic() + 3600 * hours
    task = BatchTask(setting.founders, setting.aim)
    with contextlib.ExitStack() as stack:
        log = open_log(None if out is None else Path(out), setting, run, stack, batches)
        staff: Workers = BatchPool(open_pool(task, workers, LAG)) if isolated else ThisProcess(task)
        stack.callback(staff.close)
        follow(run, staff, batches, ends, log, on_progress)
    return run.result()


def setting_of(parents: Sequence[str | Game], seed: int, goal: str = "", taste: Taste | None = None) -> BreedSetting:
    """The setting of a run. Raises LusoryError."""
    seed = check_seed(seed)
    names = [parent for parent in parents if isinstance(parent, str)]
    games = [
        *(founders(names) if names or not parents else ()),
        *(parent for parent in parents if isinstance(parent, Game)),
    ]
    for game in games:
        check_fit(game, game.name or "this game")
    labels = {codec.canonical(game).decode(): game.name or f"game {i + 1}" for i, game in enumerate(games)}
    bounds = goal_of(goal)
    named_rules = tuple((name, rules) for rules, name in labels.items())
    return BreedSetting(named_rules, seed, Aim(str(bounds or ""), taste), digest())


def open_log(
    out: Path | None, setting: BreedSetting, run: Breeding, stack: contextlib.ExitStack, batches: int
) -> JsonLog | None:
    """The log of a run, which then stands where the log ends."""
    if out is None:
        return None
    try:
        out.mkdir(parents=True, exist_ok=True)
        log = stack.enter_context(JsonLog(out / LOG, "breeding", setting, Answer, difference))
    except OSError as fault:
        raise LusoryError(f"{out}: {fault.strerror or fault}") from None
    for answer in log.entries():
        if run.done < batches and answer.number == run.done:
            run.take(answer)
    return log


def logged_children(out: Path) -> int:
    """How many children the log in a folder tells of; 0 where there is none."""
    with contextlib.suppress(OSError):
        return SIZE * max(0, (out / LOG).read_bytes().count(b"\n") - 1)
    return 0


def difference(name: str, logged: Any, expected: Any) -> str:
    """How a part of a logged setting differs from the expected one, and what would go on."""
    if name == "screens":
        return "it was screened by other thresholds or budgets than those of this version; begin in another folder"
    if name == "founders":
        return founders_difference(dict(logged), dict(expected))
    if name == "aim" and logged.goal != expected.goal:
        wanted, found = (aim.goal or "none" for aim in (expected, logged))
        return f"goal {found}, expected {wanted}; give the same --goal or another folder"
    if name == "aim":
        return "it was bred by other votes; give the same --taste or another folder"
    return f"{difference_text(name, logged, expected)}; give the same or another folder"


def founders_difference(logged: dict[str, str], expected: dict[str, str]) -> str:
    """How the parents of a logged run differ from those expected, by their names."""
    if changed := [name for name in expected if logged.get(name, expected[name]) != expected[name]]:
        return f"the rules of {listed_names(changed)} were others; begin in another folder"
    if logged.keys() == expected.keys():
        return "its parents were given in another order; give the same or another folder"
    missing, new = logged.keys() - expected.keys(), expected.keys() - logged.keys()
    parts = ["it has the parent " + listed_names(sorted(missing))] * bool(missing)
    parts += ["it lacks the parent " + listed_names(sorted(new))] * bool(new)
    return f"{', and '.join(parts)}; give the same parents or another folder"


def listed_names(names: Sequence[str]) -> str:
    """Some names, and how many there are more."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def follow(
    run: Breeding,
    staff: Workers,
    batches: int,
    ends: float | None,
    log: JsonLog | None,
    on_progress: Callable[[Breeding], object],
) -> None:
    """Works on batches until there are so many, or time is over; what was begun is finished."""
    next_batch = run.done
    waiting: dict[int, Answer] = {}
    while run.done < batches:
        over = ends is not None and time.monotonic() >= ends
        while not over and next_batch < batches and next_batch - run.done < LAG and staff.room():
            staff.send(run.batch(next_batch))
            next_batch += 1
        if run.done == next_batch:
            return
        for answer in staff.answers():
            waiting[answer.number] = answer
        while run.done in waiting:
            answer = waiting.pop(run.done)
            if log is not None:
                log.add(answer)
            run.take(answer)
            on_progress(run)
