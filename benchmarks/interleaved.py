"""Interleaved measurement: contestants take turns, so that noise of the machine affects all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lusory.play.bench import Bench, bench
from lusory.play.program import Program
from lusory.rules.game import Game

Rate = Callable[[float], float]
"""Plays for so many seconds, and tells how many games it played a second."""


@dataclass(frozen=True)
class Effort:
    """How much is measured: each contender plays `seconds` in each of `rounds` rounds."""

    rounds: int = 5
    seconds: float = 1.0


def ours(game: Game | Program, threads: int = 1) -> Rate:
    """Our engine."""
    return lambda seconds: played(game, seconds, threads).games_per_second


def played(game: Game | Program, seconds: float, threads: int = 1) -> Bench:
    """Random games for some seconds: on one thread of our own time, which other programs on the machine take nothing
    from."""
    clock = time.process_time if threads == 1 else time.perf_counter
    return bench(game, seconds=seconds, threads=threads, costs=False, clock=clock)


def in_turns(contenders: Mapping[str, Rate], effort: Effort) -> dict[str, float]:
    """The median rate of each. They play one after the other, round after round; the first round warms up, and is the
    only one that does not count."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(effort.rounds + 1):
        for name, rate in contenders.items():
            found = rate(effort.seconds if number else min(0.1, effort.seconds))
            rates[name] += [found] if number else []
    return {name: statistics.median(found) for name, found in rates.items()}
