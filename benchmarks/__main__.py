"""`make bench`: measures, prints tables, and keeps them as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from . import alone, limit, openspiel
from .report import Table, machine, write
from .rounds import Effort

PARTS: dict[str, Callable[[Effort], Table]] = {
    "limit": limit.measure,
    "openspiel": openspiel.measure,
    "threads": alone.threads,
    "hex": alone.hex_sizes,
    "compile": alone.compiling,
    "drawn": alone.drawn,
    "kin": alone.kin,
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
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE}, too")
    given = parser.parse_args()
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: expected {', '.join(PARTS)}")
    tables = run(given.parts or list(PARTS), Effort(given.rounds, given.seconds))
    kept = {"machine": machine(), "tables": {table.name: table.plain() for table in tables}}
    given.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if given.write:
        write(PAGE, tables)


def run(parts: list[str], effort: Effort) -> list[Table]:
    """Measure part after part, and print each."""
    tables = []
    print(f"On {machine()}")
    for part in parts:
        tables.append(PARTS[part](effort))
        print(f"\n{tables[-1].text()}", flush=True)
    return tables


if __name__ == "__main__":
    main()
