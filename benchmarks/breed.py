"""Benchmark of breeding: how many children pass each screen, and the time of each stage.

    python -m benchmarks.breed [--children 5000] [--seed 1]

Seconds are those of the processor, on one core. The mean falls as the archive fills: what cannot be the best of its
traits is not played to the end.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter

from lusory.breed import batches
from lusory.breed.run import Breeding, setting_of
from lusory.breed.screening import Ladder
from lusory.breed.screens import SCREENS

HOUR = 3600.0


class Timed(batches.BatchWorker):
    """A worker that remembers what each screen took."""

    spent: dict[str, tuple[int, float]]

    def ladder(self, batch: batches.Batch) -> Ladder:
        """A ladder that goes on counting."""
        found = super().ladder(batch)
        found.timed = self.spent
        return found


def run(children: int, seed: int) -> tuple[Breeding, Timed, list[float]]:
    """Breeds on one core. The seconds so far after each tenth."""
    breeding = Breeding(setting_of((), seed))
    worker = Timed(batches.BatchTask(breeding.setting.founders).worker().founders)
    worker.spent = {name: (0, 0.0) for name in SCREENS}
    begun, passed, many = time.process_time(), list[float](), max(10, -(-children // batches.SIZE))
    for number in range(many):
        breeding.take(worker.do(breeding.batch(number)))
        if (number + 1) * 10 // many > number * 10 // many:
            passed.append(time.process_time() - begun)
    return breeding, worker, passed


def table(breeding: Breeding, worker: Timed, passed: list[float]) -> list[str]:
    """The ladder as lines of text."""
    found = breeding.result()
    mean = passed[-1] / found.children
    lines = [f"{'screen':<14}{'reached':>9}{'met':>9}{'ms each':>9}{'ms a child':>12}"]
    for name, met in found.screens.items():
        reached, seconds = worker.spent[name]
        lines.append(f"{name:<14}{reached:>9,}{met:>9,}{1e3 * seconds / max(1, reached):>9.2f}"
                     f"{1e3 * seconds / found.children:>12.2f}")  # fmt: skip
    tenths = [late - early for early, late in zip([0.0, *passed], passed, strict=False)]
    each = found.children / 10
    lines += [
        f"{found.children:,} children, seed {found.setting.seed}: {1e3 * mean:.1f} ms each, {HOUR / mean:,.0f} an hour",
        "ms each by tenths: " + " ".join(f"{1e3 * one / each:.0f}" for one in tenths),
        f"valid drafts {100 * found.valid:.2f} %; niches held {len(found.elites)}; fates {dict(Counter(found.fates))}",
        f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB",
    ]
    return lines


def main() -> None:
    """Reads the command line, and prints the table."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--children", type=int, default=5000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    for line in table(*run(given.children, given.seed)):
        print(line)


if __name__ == "__main__":
    main()
