"""The race: all changes play a few games, the hopeless ones are dropped, the others continue.

After each look every condition of the goal has an interval that holds at all looks together, and so has the share of
games that are too long, at a confidence divided among all changes and all of these, so that the whole race has an
error of at most 5 %. A change is dropped once an interval lies on the wrong side of its bound, and meets the goal once
all lie within theirs; then bigger changes wait until it is proven on fresh games, and continue where that fails. That
is a Hoeffding race (Maron and Moore, "Hoeffding races", 1994) whose intervals hold at every look: exact ones for shares
and points (lab/betting.py), asymptotic ones that use the variance for other numbers (lab/confidence_sequence.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...errors import EngineError, GoalError, IllegalPly, LongTurn, PlayerFault, RuleError, UnfitPlayer
from .. import betting
from ..confidence_sequence import ALPHA, constant_bounds, looks
from ..confidence_sequence import ConfidenceSequence as Confidence
from ..figures import Figure
from ..outcomes import Games, GameSource
from ..quantities import Quantity, ending_quantities
from ..quantity_sums import Tally, figures
from .changes import RuleChange
from .cut_games import ENDLESS, betting_bounds, widened
from .goal import Condition, Goal
from .log import RepairLog

BEST = 8
"""The intervals are tightest at 1 / BEST of the most games, since most changes are dropped early."""
PLAYERS_CHUNK = 32
"""Games between players that are played before they are logged."""
UNPLAYABLE = (EngineError, IllegalPly, LongTurn, PlayerFault, RuleError, UnfitPlayer)
"""Errors that mean that the players cannot play a change. Any other error, such as a full disk or dead workers, ends
the race."""
OPEN, MEETS, MISSES, BIGGER, ENDED, UNFIT = "open", "meets", "misses", "bigger", "endless", "unfit"
UNPROVEN = "unproven"


class Runner:
    """A change in the race. fate: `open`, `meets` the goal, or why it was dropped: it `misses` the goal, is `bigger`
    than one that meets it, its games are `endless`, the players are `unfit` for it, or it met the goal and is
    `unproven` on fresh games. why: in words."""

    def __init__(self, change: RuleChange, quantities: Sequence[Quantity] = ()) -> None:
        self.change, self.tally, self.quantities = change, Tally(), quantities
        self.source: GameSource | None = None
        self.fate, self.why = OPEN, ""

    @property
    def games(self) -> int:
        """The games played so far, those cut included."""
        return self.tally.games + self.tally.cut

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of its games: those of the goal, and who wins."""
        quantity_of = {
            quantity.name: quantity for quantity in (*ending_quantities(self.change.game.players), *self.quantities)
        }
        return tuple(figures(self.tally, quantity_of.values()))


class Stand(NamedTuple):
    """The progress of a race: the look at so many games, the open runners, and the name of the one that plays."""

    look: int
    games: int
    open: int
    name: str


class Race:
    """All changes against one goal. source: of games with the numbers that the goal is about. games: the most that
    one change plays."""

    def __init__(self, changes: Sequence[RuleChange], goal: Goal, source: Games, games: int, log: RepairLog) -> None:
        self.goal, self.source, self.games, self.log = goal, source, games, log
        self.runners = [Runner(change, source.quantities) for change in changes]
        quantity_of = {
            quantity.name: quantity for quantity in (*ending_quantities(changes[0].game.players), *source.quantities)
        }
        self.quantities = {name: quantity_of[name] for name in goal.figures}
        share = ALPHA / (len(self.runners) * (len(goal.conditions) + 1))
        self.sequence = Confidence(share, max(1, games // BEST))

    @property
    def open(self) -> list[Runner]:
        """The open runners, the smallest change first."""
        return [runner for runner in self.runners if runner.fate == OPEN]

    def run(self, on_progress: Callable[[Stand], object]) -> None:
        """Runs until no change is open, or all games are played."""
        for look in looks(self.games):
            for runner in self.open:
                on_progress(Stand(look, self.games, len(self.open), runner.change.name))
                self.play(runner, look)
                self.judge(runner)
            self.overtake()
            if not self.open:
                return

    def play(self, runner: Runner, games: int) -> None:
        """Continues to so many games. Raises LusoryError where the unchanged game cannot be played, the log cannot be
        written, or workers die."""
        key = runner.change.key
        logged = self.log.best(key, games, self.quantities)
        if logged.games + logged.cut > runner.games:
            runner.tally = logged
        while runner.games < games:
            try:
                runner.tally = runner.tally + self.next_games(runner, games - runner.games)
            except UNPLAYABLE as fault:
                if runner is self.runners[0]:
                    raise
                runner.fate, runner.why = UNFIT, str(fault)
                return
            self.log.add(key, runner.tally)

    def next_games(self, runner: Runner, most: int) -> Tally:
        """Plays the next games of a change: all that are needed, or a few where they are slow."""
        if runner.source is None:
            runner.source = self.source.of(runner.change.game)
            for quantity in self.quantities.values():
                if reason := runner.source.tells(quantity):
                    raise GoalError(f"goal: {quantity.name}: {reason}")
        count = most if self.source.fast(runner.source) else min(most, PLAYERS_CHUNK)
        return runner.source.tally(runner.games, count)

    def judge(self, runner: Runner) -> None:
        """Drops a change, or marks it as meeting the goal, by its games so far."""
        tally = runner.tally
        if runner.fate != OPEN:
            return
        if self.surely_endless(tally):
            runner.fate, runner.why = ENDED, f"{tally.cut} of {runner.games} games were too long"
            return
        if tally.games and tally.sums["plies"] < tally.games:
            runner.fate, runner.why = UNFIT, "over before the first ply"
            return
        bounds = [(condition, *self.bounds(runner, condition)) for condition in self.goal.conditions]
        for condition, low, high in bounds:
            if condition.hopeless(low, high):
                runner.fate, runner.why = MISSES, f"{condition.figure} {low:.3g} to {high:.3g}"
                return
        if tally.cut <= ENDLESS * runner.games and all(condition.surely(low, high) for condition, low, high in bounds):
            runner.fate = MEETS

    def surely_endless(self, tally: Tally) -> bool:
        """Whether more than a share ENDLESS of all games are too long, as far as one can tell at every look."""
        return betting.lower({0.0: tally.games, 1.0: tally.cut}, 0.0, 1.0, self.sequence.alpha) > ENDLESS

    def bounds(self, runner: Runner, condition: Condition) -> tuple[float, float]:
        """The bounds of a figure that hold at all looks together, whatever games that were cut may have come to."""
        tally, quantity = runner.tally, self.quantities[condition.figure]
        if tally.games < 2 or tally.tells(quantity):
            return -math.inf, math.inf
        if quantity.few:
            cut = 0 if quantity.whole else tally.cut
            return betting_bounds(counts(tally, quantity, runner.change.game.players), cut, self.sequence.alpha)
        return widened(quantity, *self.bounds_of_finished(tally, quantity), tally.cut)

    def bounds_of_finished(self, tally: Tally, quantity: Quantity) -> tuple[float, float]:
        """The bounds, at all looks together, of a number that is not one of few, in games that ended."""
        value = tally.mean(quantity)
        error = math.sqrt(tally.variance(quantity) / tally.size(quantity)) / (
            tally.below(quantity) / tally.size(quantity)
        )
        if error:
            half = self.sequence.factor(tally.size(quantity)) * error
            return max(0.0, value - half), min(quantity.top, value + half)
        most = quantity.most(self.source.setting.limit)
        if most is None and quantity.unit == "share" and value in (0.0, 1.0):
            most = 1.0  # a share of plies, as one of games: see measures/registry.py, rare
        if most is None:
            return -math.inf, math.inf
        return constant_bounds(tally.games, value, most, self.sequence.alpha)

    def revive(self, numbers: Sequence[int]) -> bool:
        """Drops changes whose proof failed; bigger ones that waited continue. Returns whether there were any."""
        for runner in (self.runners[number] for number in numbers):
            if runner.fate == MEETS:
                runner.fate, runner.why = UNPROVEN, "fresh games do not prove it"
        any_meets = any(runner.fate == MEETS for runner in self.runners)
        waiting = [runner for runner in self.runners if runner.fate == BIGGER and not any_meets]
        for runner in waiting:
            runner.fate, runner.why = OPEN, ""
        return any_meets or bool(waiting)

    def overtake(self) -> None:
        """Changes bigger than one that meets the goal wait for its proof."""
        least_cost = min((runner.change.cost for runner in self.runners if runner.fate == MEETS), default=math.inf)
        for runner in self.open:
            if runner.change.cost > least_cost:
                runner.fate, runner.why = BIGGER, "a smaller change meets the goal"


def counts(tally: Tally, quantity: Quantity, players: int) -> dict[float, float]:
    """The counts of each number, of a share of games or of points. Of points of more than two players only the sum is
    known: the bounds are then a little wider (see betting.bounds)."""
    n, total = tally.size(quantity), tally.sums[quantity.name]
    halves = 4 * (total - tally.squares[quantity.name]) if quantity.unit == "points" and players == 2 else 0.0
    ones = total - halves / 2
    return {0.0: n - halves - ones, 0.5: halves, 1.0: ones}
