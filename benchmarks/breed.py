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
        verdict = super().ladder(batch)
        verdict.timed = self.spent
        return verdict


def run(children: int, seed: int) -> tuple[Breeding, Timed, list[float]]:
    """Breeds on one core. The seconds so far after each tenth."""
    breeding = Breeding(setting_of((), seed))
    worker = Timed(batches.BatchTask(breeding.setting.founders).worker().founders)
    worker.spent = {name: (0, 0.0) for name in SCREENS}
    started, elapsed, many = time.process_time(), list[float](), max(10, -(-children // batches.SIZE))
    for number in range(many):
        breeding.take(worker.do(breeding.batch(number)))
        if (number + 1) * 10 // many > number * 10 // many:
            elapsed.append(time.process_time() - started)
    return breeding, worker, elapsed


def table(breeding: Breeding, worker: Timed, elapsed: list[float]) -> list[str]:
    """The ladder as lines of text."""
    result = breeding.result()
    mean = elapsed[-1] / result.children
    lines = [f"{'screen':<14}{'reached':>9}{'met':>9}{'ms each':>9}{'ms a child':>12}"]
    for name, count in result.screens.items():
        reached, seconds = worker.spent[name]
        lines.append(f"{name:<14}{reached:>9,}{count:>9,}{1e3 * seconds / max(1, reached):>9.2f}"
                     f"{1e3 * seconds / result.children:>12.2f}")  # fmt: skip
    tenths = [late - early for early, late in zip([0.0, *elapsed], elapsed, strict=False)]
    children_each = result.children / 10
    lines += [
        f"{result.children:,} children, seed {result.setting.seed}: "
        f"{1e3 * mean:.1f} ms each, {HOUR / mean:,.0f} an hour",
        "ms each by tenths: " + " ".join(f"{1e3 * seconds / children_each:.0f}" for seconds in tenths),
        f"valid drafts {100 * result.valid:.2f} %; niches held {len(result.elites)}; "
        f"fates {dict(Counter(result.fates))}",
        f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB",
    ]
    return lines


def main() -> None:
    """Reads the command line, and prints the table."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--children", type=int, default=5000)
    reader.add_argument("--seed", type=int, default=1)
    parsed = reader.parse_args()
    for line in table(*run(parsed.children, parsed.seed)):
        print(line)


if __name__ == "__main__":
    main()
