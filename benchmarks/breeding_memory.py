"""Benchmark of breeding: whether a process that breeds and screens grows with the children.

    python -m benchmarks.breeding_memory [--from GAME ...] [--apart] [--seed 1] [5000 50000 500000]

Prints the resident memory, the children's mean time and the niches held after so many children. Children of small games
take a few milliseconds, those of the library many times as long; --from names the parents. With --apart nothing enters
the archive: all are children of the parents, most fail the first screens, and what grows then grows with children.
"""

from __future__ import annotations

import argparse
import time

import msgspec

from lusory.breed import batches
from lusory.breed.run import Breeding, setting_of

from .memory import resident


def run(parents: list[str], seed: int, marks: list[int], apart: bool = False) -> None:
    """Breeds, and prints a line at each mark."""
    breeding = Breeding(setting_of(parents, seed))
    worker = batches.BatchTask(breeding.setting.founders).worker()
    started, children = time.process_time(), 0
    for mark in sorted(marks):
        while children < mark:
            answer = worker.do(breeding.batch(children // batches.SIZE))
            breeding.take(msgspec.structs.replace(answer, kept=()) if apart else answer)
            children += batches.SIZE
        milliseconds = 1e3 * (time.process_time() - started) / children
        print(f"{children:>9,} children: {resident():7.1f} MiB, {milliseconds:.1f} ms each, "
              f"{len(breeding.archive.elites)} niches", flush=True)  # fmt: skip


def main() -> None:
    """Reads the command line."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--from", dest="parents", action="append", default=[])
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("marks", type=int, nargs="*", default=[5_000, 50_000, 500_000])
    reader.add_argument("--apart", action="store_true")
    arguments = reader.parse_args()
    run(arguments.parents, arguments.seed, arguments.marks, arguments.apart)


if __name__ == "__main__":
    main()
