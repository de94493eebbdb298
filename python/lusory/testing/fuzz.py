"""Compares engine and reference on random rule values, on all cores, for a given time or number of plies.

    python -m lusory.testing.fuzz --seconds 600
    python -m lusory.testing.fuzz --plies 100000 --seed 5000
    python -m lusory.testing.fuzz --seconds 600 --log docs/fuzz.jsonl

With a log a run begins with the rule value after the last one that the log names, and adds a line of its own; the runs
of a log add up. Ctrl-C ends a run early, and it is logged.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from datetime import date
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from .differential import GAMES, PLIES, ValueReport, compare_seed


class FuzzLogLine(msgspec.Struct, frozen=True):
    """What a run compared: rule values with numbers from `first` to before `next`.

    values: how many of them were played; plies: of all their games; differ: how many differed."""

    day: str
    first: int
    next: int
    values: int
    plies: int
    differ: int


def read_log(path: Path) -> list[FuzzLogLine]:
    """The runs of a log, none where there is no file. Raises msgspec.ValidationError for a file of another kind."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=FuzzLogLine) for line in lines if line]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare random rule values on all cores, up to a time limit or a number of plies."""
    parser = argparse.ArgumentParser(prog="python -m lusory.testing.fuzz", description=main.__doc__)
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--plies", type=int, help="stop after so many plies")
    parser.add_argument("--seed", type=int, help="the number of the first rule value")
    parser.add_argument("--cells", type=int, default=420, help="the most cells of a board")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--log", type=Path, help="go on after the last run of this file, and add a line for this run")
    options = parser.parse_args(arguments)
    try:
        runs = read_log(options.log) if options.log else []
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        parser.error(f"--log {options.log}: not a log of this program: {error}")
    first = options.seed if options.seed is not None else max((run.next for run in runs), default=0)
    seconds = options.seconds if options.seconds or options.plies else 60.0
    run = FuzzRun(first, seconds, options.plies)
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        try:
            run.go(pool, options.workers, options.cells)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    if options.log:
        runs.append(run.log_line())
        with options.log.open("a") as log:
            log.write(f"{msgspec.json.encode(runs[-1]).decode()}\n")
        print(f"{sum(run.plies for run in runs)} plies in {len(runs)} runs of {options.log}")
    return int(run.found > 0)


class FuzzRun:
    """A fuzz run: prints differences when found, and the seed to continue with."""

    def __init__(self, seed: int, seconds: float | None, plies: int | None) -> None:
        self.first = self.next = seed
        self.began, self.reported = time.monotonic(), 0.0
        self.seconds, self.plies = seconds, plies
        self.played = self.games = self.found = 0

    @property
    def over(self) -> bool:
        """Whether the time limit or the number of plies is reached."""
        late = self.seconds is not None and time.monotonic() - self.began > self.seconds
        return late or (self.plies is not None and self.played >= self.plies)

    def go(self, pool: Any, workers: int, cells: int) -> None:
        """Compare rule values until the run is over."""
        running: set[Any] = set()
        while not self.over or running:
            free_workers = 0 if self.over else workers * 2 - len(running)
            running |= {
                pool.submit(compare_seed, seed, PLIES, cells, 30, GAMES) for seed in islice(self.seeds(), free_workers)
            }
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                self.note(future.result())
        self.tell()

    def seeds(self) -> Iterator[int]:
        """The seeds of the next rule values."""
        while True:
            self.next += 1
            yield self.next - 1

    def note(self, report: ValueReport) -> None:
        """Count a rule value, and print its difference."""
        self.games += 1
        self.played += report.plies
        if report.difference is not None:
            self.found += 1
            print(f"seed {report.seed}: {report.difference}\n", flush=True)
        if time.monotonic() - self.reported > 10:
            self.tell()

    def tell(self) -> None:
        """Print the progress."""
        self.reported = time.monotonic()
        elapsed = self.reported - self.began
        print(
            f"{self.games} rule values, {self.played} plies, {self.found} differ, {elapsed:.0f} s; "
            f"seeds {self.first} to {self.next - 1}, go on with --seed {self.next}",
            flush=True,
        )

    def log_line(self) -> FuzzLogLine:
        """This run for a log."""
        return FuzzLogLine(f"{date.today():%Y-%m-%d}", self.first, self.next, self.games, self.played, self.found)


if __name__ == "__main__":
    raise SystemExit(main())
