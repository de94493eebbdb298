"""`make bench`: runs the benchmarks, prints tables, saves them as JSON; `args=--write` also puts them into
docs/engine.md."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from . import engine, hand_written, measures, memory, openspiel, sampling, search, turn_search, variations
from .interleaved import Effort
from .report import Table, keep, machine, write

PARTS: dict[str, Callable[[Effort], Table]] = {
    "limit": hand_written.measure,
    "openspiel": openspiel.measure,
    "search": search.measure,
    "leaves": search.leaves,
    "turns": turn_search.measure,
    "measure": measures.measure,
    "threads": engine.threads,
    "hex": engine.hex_sizes,
    "compile": engine.compiling,
    "drawn": engine.drawn_value_rates,
    "kin": engine.kin,
    "variations": variations.variations,
    "sampling": sampling.sampling,
    "memory": memory.flat,
}
RESULTS = Path(__file__).with_name("results.json")
PAGE = Path("docs/engine.md")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the engine; see benchmarks/.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all, if none is named")
    parser.add_argument("--rounds", type=int, default=Effort.rounds, help="how often each contender plays")
    parser.add_argument("--seconds", type=float, default=Effort.seconds, help="how long it plays each time")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="FILE", help="where the numbers are kept")
    parser.add_argument("--write", action="store_true", help=f"put what is kept into {PAGE}")
    parsed = parser.parse_args()
    unknown = set(parsed.parts) - set(PARTS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: expected {', '.join(PARTS)}")
    parts = parsed.parts or ([] if parsed.write else list(PARTS))
    if parts:
        run(parts, Effort(parsed.rounds, parsed.seconds), parsed.json)
    if parsed.write:
        write(PAGE, parsed.json)


def run(parts: list[str], effort: Effort, file: Path) -> None:
    """Measure part after part; print and keep each."""
    print(f"On {machine()}")
    for part in parts:
        table = PARTS[part](effort)
        keep(file, [table])
        print(f"\n{table.text()}", flush=True)


if __name__ == "__main__":
    main()
