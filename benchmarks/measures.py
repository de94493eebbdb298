"""Benchmark of the counters for measures: their cost compared with bare random games."""

from __future__ import annotations

import time

from lusory.engine import Machine
from lusory.games import load

from .interleaved import Effort, Rate, in_turns
from .report import Table

GAMES = ("susan", "ndengrod", "doppel", "serendipity", "connect-four", "hex", "hidden-gomoku")
MANY = 100_000
"""The games that are to take less than a second on two threads (susan)."""


def measure(effort: Effort) -> Table:
    """Games a second on one thread, bare and counted; then how long many counted games take on two."""
    heads = ("game", "bare/s", "counted/s", "times slower", f"seconds for {MANY:,}")
    table = Table("measure", "Random games counted for measures, beside bare ones", heads)
    for name in GAMES:
        machine = Machine(load(name))
        rates = in_turns({"bare": rate(machine, False), "counted": rate(machine, True)}, effort)
        table.add(
            name, rates["bare"], rates["counted"], rates["bare"] / rates["counted"], least_seconds(machine, effort)
        )
    return table


def rate(machine: Machine, measures: bool) -> Rate:
    """Games a second of our own time, on one thread."""
    start, first = machine.start(), 0

    def play_once(seconds: float) -> float:
        nonlocal first
        games, at_once, spent, started = 0, 256, 0.0, time.process_time()
        while spent < seconds:
            start.playouts(at_once, first=first, measures=measures)
            games, first, spent = games + at_once, first + at_once, time.process_time() - started
            at_once = at_once if spent > seconds / 8 else 2 * at_once
        return games / spent

    return play_once


def least_seconds(machine: Machine, effort: Effort) -> float:
    """The least wall-clock time in seconds of MANY counted games on two threads, over the rounds: other processes only
    make it longer."""
    games = MANY if effort.seconds >= 1 else round(MANY * effort.seconds)
    return min(measured_seconds(machine, games) for _ in range(effort.rounds)) * MANY / games


def measured_seconds(machine: Machine, games: int) -> float:
    """The wall-clock time of some games on two threads, in seconds."""
    started = time.perf_counter()
    machine.start().playouts(games, threads=2, measures=True)
    return time.perf_counter() - started
