"""Coverage of confidence intervals: how often they contain the true value.

    python -m benchmarks.coverage                        4,000 experiments of 400 games each
    python -m benchmarks.coverage --experiments 400

Games of random play that are small enough to be worked out exactly (lusory.testing.playout_odds) are measured again
and again, each experiment with games of its own, and it is counted how often each figure's interval holds the truth.
What depends on what players thought is measured on games made up by lot, of which all can be listed. 95 % is promised;
a figure fails where what was counted could not come of any coverage from 93 to 97 %, with an error of 1 % for all
figures together (Bonferroni), or, where the truth leaves no chance, where it was missed once.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from statistics import NormalDist
from typing import Any, NamedTuple

from lusory import load
from lusory.lab.collect import totals
from lusory.lab.collect.collected import Collected
from lusory.lab.collect.observe import Observed
from lusory.lab.context import game_context
from lusory.lab.figures import Figure, FigureTable
from lusory.lab.measures import GameContext, Measure, choose_measures, collect
from lusory.rules import At, Chance, Draw, Game, If, Loss, No, Place, Roll, Rolled, Square, Win, empty, own
from lusory.rules import Sequence as Plies
from lusory.testing.playout_odds import Ended, Law, law

EXPERIMENTS, GAMES = 4000, 400
LOW, HIGH = 0.93, 0.97
ERROR = 0.01
MADE_UP = 120
"""Games of an experiment that are made up: they are slower."""


class Truth(NamedTuple):
    """A true number. sure: no chance is left: it has to be found each time."""

    value: float
    sure: bool = False


class Count(NamedTuple):
    """How often a figure was found, and how often its interval held the truth."""

    truth: Truth
    found: int
    held: int

    @property
    def share(self) -> float:
        """How often, of those found."""
        return self.held / self.found if self.found else math.nan


def coin() -> Game:
    """Chance throws a coin, and that is all."""
    side = If(Rolled() <= 1, Place(to=empty & At("a1")), Place(to=empty & At("b1")))
    ends = [Win(own & At("a1")), Loss(own & At("b1"))]
    return Game(board=Square(2, 1), turn=Plies(Chance(Roll(2)), side), ends=ends, name="coin")


def fixed_length_game() -> Game:
    """Six plies, and a draw."""
    return Game(board=Square(3, 2), turn=Place(), ends=[Draw(No(empty))], name="fixed")


def won_game() -> Game:
    """One ply, and the first player has won."""
    return Game(board=Square(1, 1), turn=Place(), ends=[Win(own)], name="forced")


def truths(law: Law) -> dict[str, Truth]:
    """The figures of random play, worked out."""
    plies = float(law.mean(lambda e: e.plies))
    legal = float(law.mean(lambda e: e.legal))
    score = float(law.mean(lambda e: e.values[0]))
    is_certain = len({ending[2:] for ending in law.chances}) == 1
    end = len({ending.values for ending in law.chances}) == 1

    def share(of: Callable[[Any], bool]) -> Truth:
        value = float(law.share(of))
        return Truth(value, value in (0.0, 1.0))

    return {
        "first": share(lambda e: e.values[0] == 1),
        "second": share(lambda e: e.values[1] == 1),
        "draws": share(lambda e: 1.0 not in e.values),
        "decisiveness": share(lambda e: 1.0 in e.values),
        "score": Truth(score, end),
        "swap cost": Truth(abs(score - 0.5), end),
        "completion": Truth(1.0, True),
        "captures": Truth(0.0, True),
        "plies": Truth(plies, is_certain),
        "duration": Truth(float(law.mean(lambda e: abs(e.plies - 60))) / 60, is_certain),
        "branching": Truth(legal / plies, is_certain),
        "forced": Truth(float(law.mean(lambda e: e.forced)) / plies, is_certain),
        "tree": Truth(law.tree * math.log10(2), is_certain),
        "odd lengths": share(lambda e: e.plies % 2 == 1),
        "refinement": Truth(math.sqrt(legal / plies) / plies, is_certain),
        **{f"ends: {by}": share(partial(ended_by, by)) for by in sorted({e.by for e in law.chances})},
    }


def ended_by(by: str, ending: Ended) -> bool:
    """Whether this clause ended the game."""
    return ending.by == by


def openings(game: Game, context: GameContext) -> dict[str, Truth]:
    """What the first player gets after each first ply, those that are alike as one."""
    start = game.start()
    truths_by_figure: dict[str, Truth] = {}
    for action in start.moves().ids:
        label = context.label[start.contract.text(action)]
        after = law(game, (action,))
        values = {ending.values for ending in after.chances}
        truths_by_figure[f"openings: {label}"] = Truth(float(after.mean(lambda e: e.values[0])), len(values) == 1)
    return truths_by_figure


def figures(collected: Collected, context: GameContext, measures: Sequence[Measure]) -> Iterator[Figure]:
    """All figures, those in tables by the names that `truths` gives them."""
    for measure in measures:
        measured = measure.read(collected, context)
        if isinstance(measured, Figure):
            yield measured
        elif isinstance(measured, FigureTable):
            column = "share" if measured.name == "ends" else "score"
            for row in measured.rows:
                figure = row.figures[measured.columns.index(column)]
                yield Figure(f"{measured.name}: {row.label}", figure.value, figure.low, figure.high)


def count_hits(truth: dict[str, Truth], experiments: Iterable[Iterable[Figure]]) -> dict[str, Count]:
    """How often the intervals hold the truth."""
    hits = dict.fromkeys(truth, 0)
    bounded = dict.fromkeys(truth, 0)
    for experiment in experiments:
        for figure in experiment:
            if figure.name in truth and figure.low is not None and figure.high is not None:
                value = truth[figure.name].value
                slack = 1e-9 * max(1.0, abs(value))
                hits[figure.name] += 1
                bounded[figure.name] += figure.low - slack <= value <= figure.high + slack
    return {name: Count(truth[name], hits[name], bounded[name]) for name in truth}


def of_game(game: Any, experiments: int, games: int = GAMES, seed: int = 0) -> dict[str, Count]:
    """Random play of a game."""
    start, context = game.start(), game_context(game)
    measures = [measure for measure in choose_measures(()) if measure.kind in ("figure", "table")]
    truth = truths(law(game))
    if start.to_move == 0:
        truth |= openings(game, context)

    def experiment(number: int) -> Iterator[Figure]:
        numbers = range(number * games, (number + 1) * games)
        collected = totals.count_random_games(start, numbers, seed=seed, threads=1, limit=1000)
        return figures(collected, context, measures)

    return count_hits(truth, map(experiment, range(experiments)))


WORTHS = (0.1, 0.4, 0.7, 0.9)
"""What players of made-up games think, each alike likely."""
WEIGHED = (1.0, 2.5)


def made_up_game(worths: Sequence[float], weighed: Sequence[float], winner: int, number: int = 0) -> Observed:
    """A game of four plies that nobody played."""
    values = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    four = ("a", "b", "c", "d")
    return Observed(
        number, four, (0, 1, 0, 1), (4, 3, 2, 1), values=values, by="lot", worth=tuple(worths), weighed=tuple(weighed)
    )


def all_made_up_games() -> Iterator[Observed]:
    """All made-up games, each alike likely."""
    for worths in itertools.product(WORTHS, repeat=4):
        for weighed in itertools.product(WEIGHED, repeat=2):
            for winner in (0, 1):
                yield made_up_game(worths, (*weighed, 1.0, 2.0), winner)


def of_thoughts(experiments: int, games: int = MADE_UP) -> dict[str, Count]:
    """What depends on what players thought."""
    names = (
        *("drama", "lead change", "uncertainty", "killer moves", "permanence", "choices"),
        *("decided after", "decisive lead"),
    )
    measures = [measure for measure in choose_measures(names) if measure.per is not None]
    context = game_context(fixed_length_game())
    numbers = [{m.name: m.per(game) for m in measures if m.per} for game in all_made_up_games()]
    truth = {}
    for name in names:
        parts = [thought[name] for thought in numbers if thought[name] is not None]
        pairs = [part for part in parts if isinstance(part, tuple)]
        above = math.fsum(a for a, _ in pairs) if pairs else math.fsum(x for x in parts if isinstance(x, float | int))
        truth[name] = Truth(above / (math.fsum(b for _, b in pairs) if pairs else len(parts)))
    likely = list(all_made_up_games())

    def experiment(number: int) -> Iterator[Figure]:
        lots = random.Random(number)
        collected = Collected(players=2)
        for game in lots.choices(likely, k=games):
            collect(collected, game, measures)
        return figures(collected, context, measures)

    return count_hits(truth, map(experiment, range(experiments)))


def fails(count: Count, figures: int) -> bool:
    """Whether the count contradicts what was promised. By the normal approximation of the binomial distribution."""
    if count.truth.sure:
        return count.held < count.found
    if not count.found:
        return True
    room = NormalDist().inv_cdf(1 - ERROR / figures / 2)
    low = LOW - room * math.sqrt(LOW * (1 - LOW) / count.found)
    high = HIGH + room * math.sqrt(HIGH * (1 - HIGH) / count.found)
    return not low <= count.share <= high


def run(experiments: int) -> Iterator[tuple[str, str, Count]]:
    """All that is tried: of which game, which figure."""
    for game in (load("tic-tac-toe"), coin(), fixed_length_game(), won_game()):
        for name, count in of_game(game, experiments).items():
            yield game.name, name, count
    for name, count in of_thoughts(experiments).items():
        yield "made up", name, count


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module; 1 where a figure failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    parts = list(run(parser.parse_args(arguments).experiments))
    chance = [truth for truth in parts if not truth[2].truth.sure]
    failures = 0
    print("| game | figure | truth | covered |\n| --- | --- | --- | --- |")
    for game, name, count in parts:
        has_failed = fails(count, len(chance))
        failures += has_failed
        note = " (no chance left)" if count.truth.sure else ""
        covered = f"{100 * count.share:.1f} %" if count.found else "no interval"
        print(f"| {game} | {name} | {count.truth.value:.4f} | {covered}{note}{' FAILS' if has_failed else ''} |")
    shares = [count.share for _, _, count in chance if count.found]
    print(f"\n{len(chance)} figures with chance: {100 * min(shares):.1f} to {100 * max(shares):.1f} %, {failures} fail")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
