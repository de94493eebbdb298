"""Measures what a solver takes: time with one thread and with two, and resident memory against its bound:

    python -m benchmarks.solver_resources --memory 1 connect-four -o columns=6 -o rows=5
    python -m benchmarks.solver_resources --memory 4 --threads 2 susan -o size=3 -o draw=none
    python -m benchmarks.solver_resources --openings 12 domineering -o size=7

A line for each number of threads: positions, seconds, seconds of processor time, and the most memory that was resident,
as a share of the bound; all but the positions less what a solver of tic-tac-toe takes (the program itself). How much
faster two threads are is told twice: by the seconds, which needs a machine that is idle otherwise, and by processor
time, as if no thread had to wait for the other: twice the time of one, divided by the time of both. Where more memory
was taken than the bound, this program ends with code 1.

How many positions a search takes depends on the order of plies that look alike, so that one thread may be lucky where
two are not. With --openings as many random openings of two plies are solved one after the other, and their sums told.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from lusory.cli.arguments import game_of

SOLVE = ("-c", "from lusory.cli import main; main()", "solve")
UNIT = 1 << 30
"""Bytes of a unit of --memory."""
PROGRAM_MEMORY = 0.01
"""So small a table takes no memory that counts."""


class SolverRun(NamedTuple):
    """What a run took. processor: seconds of processor time, of all threads. resident: bytes, at most."""

    value: str
    method: str
    positions: int
    seconds: float
    processor: float
    resident: int


def measure(game: Sequence[str], threads: int, memory: float) -> SolverRun:
    """Runs a solver in a process of its own."""
    command = [sys.executable, *SOLVE, *game, "--threads", str(threads), "--memory", str(memory), "--json"]
    with tempfile.TemporaryFile() as written:
        begun = time.monotonic()
        child = subprocess.Popen(command, stdout=written, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        written.seek(0)
        if child.returncode:
            raise SystemExit(f"the solver ended with {child.returncode}: {' '.join(game)}")
        found = json.loads(written.read())
    processor = usage.ru_utime + usage.ru_stime
    return SolverRun(found["value"], found["method"], found["positions"], seconds, processor, usage.ru_maxrss * 1024)


def middle(runs: Sequence[SolverRun]) -> SolverRun:
    """The run with the median of seconds, but the most resident memory of all."""
    typical = min(runs, key=lambda run: abs(run.seconds - median(run.seconds for run in runs)))
    return typical._replace(resident=max(run.resident for run in runs))


def less(run: SolverRun, program: SolverRun) -> SolverRun:
    """A run less what the program itself takes."""
    return run._replace(
        seconds=max(run.seconds - program.seconds, 0.01),
        processor=max(run.processor - program.processor, 0.01),
        resident=run.resident - program.resident,
    )


def together(runs: Sequence[SolverRun]) -> SolverRun:
    """The sums over runs of several openings, but the most resident memory of all."""
    wins = Counter(run.value for run in runs)
    return SolverRun(
        ", ".join(f"{value} {number} times" if len(runs) > 1 else value for value, number in sorted(wins.items())),
        runs[0].method,
        sum(run.positions for run in runs),
        sum(run.seconds for run in runs),
        sum(run.processor for run in runs),
        max(run.resident for run in runs),
    )


def with_openings(command: Sequence[str], number: int) -> list[list[str]]:
    """The command line of a game with each of so many different random openings of two plies; alone if number is 0."""
    if not number:
        return [list(command)]
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("-o", dest="options", action="append")
    parsed = parser.parse_args(command)
    game: Any = game_of(parsed.name, parsed.options)
    start = game.start()
    openings = [f"{ply} {reply}" for ply in start.moves() for reply in start.play(ply).moves()]
    chosen = random.Random(0).sample(openings, min(number, len(openings)))
    return [[*command, "--start", opening] for opening in chosen]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.solver_resources", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--threads", type=int, action="append", help="one line for each; 1 and 2 by default")
    parser.add_argument("--memory", type=float, default=1.0, help="the bound, in GB")
    parser.add_argument("--times", type=int, default=1, help="so many runs each; the median is told")
    parser.add_argument("--openings", type=int, default=0, help="so many random openings of two plies")
    parser.add_argument("game", nargs=argparse.REMAINDER, metavar="GAME", help="a game with its options")
    parsed = parser.parse_args(arguments)
    program = middle([measure(["tic-tac-toe"], 1, PROGRAM_MEMORY) for _ in range(parsed.times)])
    first: SolverRun | None = None
    within = True
    commands = with_openings(parsed.game, parsed.openings)
    for threads in parsed.threads or (1, 2):
        of_openings = [
            less(middle([measure(command, threads, parsed.memory) for _ in range(parsed.times)]), program)
            for command in commands
        ]
        run = together(of_openings)
        first = first or run
        share = run.resident / (parsed.memory * UNIT)
        within &= share <= 1
        print(
            f"{threads} threads: {run.value}, {run.method}: {run.positions:,} positions, {run.seconds:.1f} s "
            f"({first.seconds / run.seconds:.2f} times as fast), {run.processor:.1f} s of processor time "
            f"({threads * first.processor / run.processor:.2f} times), {share:.1%} of the memory",
            flush=True,
        )
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
