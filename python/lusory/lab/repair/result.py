"""The result of a repair: which changes were tried, why they were dropped, which is the smallest that meets the goal,
and the proof on fresh games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..._renamed import renamed_attribute
from ..figures import Figure, Measurement, Tabular
from .goal import Goal
from .race import MEETS, OPEN, Runner

FORMAT, VERSION, KIND = "lusory", 1, "repair"


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change that was tried. option: as an option of the game (`quiet=20`), where it is one. differences: the change
    in English, a line a clause; empty for the unchanged game. cost: the size of the change. games, cut: played, and too
    long. figures: of these games. fate: `meets` the goal, is `open` since the games were too few, or why it was
    dropped: it `misses` the goal, is `bigger` than one that meets it, its games are `endless`, or the players are
    `unfit` for it. why: in words. value: its rules as JSON."""

    option: str
    differences: tuple[str, ...] = msgspec.field(name="said")
    cost: float
    games: int
    cut: int
    figures: tuple[Figure, ...]
    fate: str
    why: str = ""
    value: str = ""

    said = renamed_attribute("Trial", "said", "differences")

    @property
    def name(self) -> str:
        """The name of the change in one line."""
        return self.option or "; ".join(self.differences) or "as it is"


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fresh games of one change. trial: its number. proven: all intervals lie within the goal, each as
    wide as it must be to hold together with all that may be tried, and the solver found no forced win, if it was asked.
    why: the interval that does not. searched: how far the solver searched for forced wins, in words."""

    trial: int
    proven: bool
    measurement: Measurement
    why: str = ""
    searched: tuple[str, ...] = ()


class Repair(Tabular, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A repair. game, name, options: the game to repair. goal: as parsed. games: the most that one change plays.
    trials: the changes, the smallest first; the first is the game as it is. proofs: of one change after the other, the
    smallest first, until one was proven. found: the number of the trial that is proven; None where no change is.
    nearest: of the trial that comes nearest to the goal.
    """

    game: str
    name: str
    options: dict[str, str] = {}
    goal: Goal
    player: str
    seed: int = 0
    games: int
    trials: tuple[Trial, ...]
    proofs: tuple[Proof, ...] = ()
    found: int | None = None
    nearest: int = 0
    command: str = ""
    lusory: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def change(self) -> Trial | None:
        """The smallest change that is proven to meet the goal."""
        return None if self.found is None else self.trials[self.found]

    @property
    def proof(self) -> Measurement | None:
        """The proof of the change on fresh games."""
        return next((proof.measurement for proof in self.proofs if proof.proven), None)

    def json(self) -> bytes:
        """The repair as stored JSON."""
        head = {"format": FORMAT, "version": VERSION, "kind": KIND}
        return msgspec.json.encode(head | msgspec.to_builtins(self))

    def to_dict(self) -> list[dict[str, Any]]:
        """The trials, a dictionary each, with the values of their figures."""
        return [
            {"name": each_trial.name, "cost": each_trial.cost, "games": each_trial.games, "fate": each_trial.fate}
            | {figure.name: figure.value for figure in each_trial.figures}
            for each_trial in self.trials
        ]


def trial(runner: Runner) -> Trial:
    """The JSON form of a runner."""
    from ...rules import codec

    change, tally = runner.change, runner.tally
    value = codec.canonical(change.game).decode()
    return Trial(
        option=change.option,
        differences=change.differences,
        cost=change.cost,
        games=tally.games + tally.cut,
        cut=tally.cut,
        figures=runner.figures,
        fate=runner.fate,
        why=runner.why,
        value=value,
    )


def promising_changes(trials: tuple[Trial, ...], goal: Goal, most: int, proved: Sequence[int] = ()) -> list[int]:
    """The changes to prove, the smallest first and so many at most: those that meet the goal, and open ones whose
    values do. One that meets the goal always has a place. proved: those that had their proof."""
    untried = [i for i in range(len(trials)) if i not in proved]
    meeting = [i for i in untried if trials[i].fate == MEETS]
    likely = [i for i in untried if trials[i].fate == OPEN and goal.holds(trials[i].figures)]
    return sorted([*meeting, *likely[: most - 1 if meeting else most]])[:most]


def nearest(trials: tuple[Trial, ...], goal: Goal) -> int:
    """The number of the change whose figures miss the goal by least."""
    completed = [i for i, each_trial in enumerate(trials) if each_trial.games > each_trial.cut]
    return min(completed, key=lambda i: (goal.miss(trials[i].figures), i), default=0)
