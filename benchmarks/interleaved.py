"""Interleaved benchmark: the contenders are measured in turns, so that noise of the machine affects all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lusory.play.bench import Bench, bench
from lusory.play.program import Program
from lusory.rules.game import Game

Rate = Callable[[float], float]
"""Plays random games for the given number of seconds; returns games per second."""


@dataclass(frozen=True)
class Effort:
    """How much is measured: each contender plays `seconds` in each of `rounds` rounds."""

    rounds: int = 5
    seconds: float = 1.0


def ours(game: Game | Program, threads: int = 1) -> Rate:
    """The rate of our engine."""
    return lambda seconds: play_for(game, seconds, threads).games_per_second


def play_for(game: Game | Program, seconds: float, threads: int = 1) -> Bench:
    """Plays random games for some seconds. One thread is measured in CPU time, so that other programs on the machine do
    not count; several threads are measured in wall-clock time."""
    clock = time.process_time if threads == 1 else time.perf_counter
    return bench(game, seconds=seconds, threads=threads, costs=False, clock=clock)


def in_turns(contenders: Mapping[str, Rate], effort: Effort) -> dict[str, float]:
    """The median rate of each contender. In every round each plays once, one after the other; one more round before
    them warms up and does not count."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(effort.rounds + 1):
        for name, rate in contenders.items():
            rates_of_round = rate(effort.seconds if number else min(0.1, effort.seconds))
            rates[name] += [rates_of_round] if number else []
    return {name: statistics.median(rates_of_name) for name, rates_of_name in rates.items()}
