"""Solves small boards of games and writes the results to docs/solved.md.

    python -m tools.solved                      the page from python/lusory/solve/solved.json
    python -m tools.solved --seconds 120        solves every row that is open, or not yet there, for so long each
    python -m tools.solved --seconds 60 --game susan --again      one game, from nothing

Each row is a game with options. A solved row has a proof that was checked with the reference, in full where it has at
most FULL positions, else by random lines; the page says which. Rows that are open say what is known.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from lusory import load
from lusory.solve import Solution, Solver, Unsolvable, solver_of
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.known import SolvedRow

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DATA = ROOT / "python/lusory/solve/solved.json"
FULL = 4_000_000
"""Proofs of more positions are checked by random lines."""
LINES = 1_000
MEMORY = 1 << 30
LONGEST = 1 << 25
"""Bytes of a proof; longer ones are not written."""
SECRETS = "no proof: strategies under secrets are not lines to check"


def sizes(name: str, *numbers: int, **more: Any) -> list[tuple[str, dict[str, Any]]]:
    """A game on boards of these sizes."""
    return [(name, {"size": number, **more}) for number in numbers]


ROWS: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    *(("connect-four", {"columns": c, "rows": r}) for c, r in ((4, 4), (5, 4), (5, 5), (6, 4), (6, 5), (6, 6), (7, 6))),
    *sizes("hex", 2, 3, 4, 5),
    *sizes("y", 3, 4, 5),
    *sizes("yavalath", 3, 4),
    *sizes("gomoku", 5, 6),
    *sizes("reversi", 4, 6),
    *(("clobber", {"rows": r, "columns": c}) for r, c in ((3, 4), (4, 4), (4, 5), (5, 5), (5, 6))),
    *sizes("konane", 4, 6),
    *sizes("breakthrough", 4, 5),
    *sizes("havannah", 3, 4),
    *sizes("susan", 2, 3, draw="repeat:2"),
    *(("susan", {"size": size, "draw": f"slides:{n}"}) for size in (2, 3) for n in range(1, 7)),
    *sizes("susan", 2, 3, draw="none"),
    *(("ndengrod", {"size": size, "length": length}) for size in (2, 3) for length in (3, 4, 5) if length < 2 * size),
    *sizes("doppel", 2, 3, 4, 5),
    *sizes("doppel", 2, 3, 4, 5, growth="true"),
    *sizes("serendipity", 4, 6),
    *(("serendipity", {"size": 8, "target": target}) for target in range(3, 12)),
    *(
        ("hidden-gomoku", {"size": s, "length": n, "lines": m})
        for s, n, m in ((3, 2, 1), (4, 2, 1), (3, 2, 2), (3, 3, 1))
    ),
]


def solved(name: str, options: dict[str, Any], seconds: float, threads: int) -> SolvedRow:
    """Solves a row, and checks its proof."""
    game: Any = load(name, **options)
    try:
        solver = solver_of(game.start(), memory=MEMORY, threads=threads, seconds=seconds)
        found = solver.solve()
    except Unsolvable as fault:
        return SolvedRow(name, options, Solution(game=name, hash=game.hash, method=str(fault)))
    if not isinstance(solver, Solver):
        return SolvedRow(name, options, found, SECRETS if found.is_solved else "")
    solver.due = None
    if not found.is_solved or found.at_least not in (0.0, 0.5, 1.0):
        return SolvedRow(name, options, found)
    try:
        data = certificate(solver, found, LONGEST)
    except Unsolvable as fault:
        return SolvedRow(name, options, found, f"no proof: {fault}")
    file = read(data)
    positions = sum(claim.positions for claim in file.header.claims)
    verify(file, None if positions <= FULL else LINES)
    checked = f"all of {positions:,}" if positions <= FULL else f"{LINES:,} lines of {positions:,}"
    return SolvedRow(name, options, found, checked, sha256(data).hexdigest()[:12])


def kept(path: Path) -> dict[str, SolvedRow]:
    """The rows found so far."""
    rows = msgspec.json.decode(path.read_bytes(), type=list[SolvedRow]) if path.exists() else []
    return {row.key: row for row in rows}


def page(rows: dict[str, SolvedRow]) -> str:
    """docs/solved.md."""
    lines = [*HEAD]
    for name, options in ROWS:
        row = rows.get(SolvedRow(name, options, Solution(game=name, hash="")).key)
        if row is not None:
            lines.append(line(row))
    return "\n".join((*lines, *FOOT, ""))


HEAD = (
    "# Solved boards",
    "",
    "What small boards are worth if nobody makes a mistake. `lusory solve GAME` finds each row; [Solve a",
    "game](howto-solve.md) says how, and how a proof is checked. `python -m tools.solved` makes this page from",
    "`python/lusory/solve/solved.json`.",
    "",
    "| game | value | positions | seconds | method | proof checked | its SHA-256 |",
    "| --- | --- | ---: | ---: | --- | --- | --- |",
)
FOOT = (
    "",
    "*Open*: the time given was too short; `at least` and `at most` are what is known. A proof is checked with the",
    "reference, position by position, in full or along random lines: only a full check makes it proven. Where chance",
    "decides there is a value, but no proof. Seconds are those of one thread on the machine that made the page.",
)


def line(row: SolvedRow) -> str:
    """A row of the table."""
    found = row.solution
    value = {"first": "First wins", "second": "Second wins", "draw": "draw"}.get(found.value, found.value)
    if value == "open" and (found.at_least, found.at_most) != (0.0, 1.0):
        value += f" (First gets at least {found.at_least:g}, at most {found.at_most:g})"
    cells = (
        f"`{row.key}`",
        value,
        f"{found.positions:,}",
        f"{found.seconds:.1f}",
        found.method,
        row.checked or "–",
        f"`{row.proof}`" if row.proof else "–",
    )
    return "| " + " | ".join(cells) + " |"


def wanted(only: Sequence[str] | None, rows: dict[str, SolvedRow], again: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows to solve."""
    for name, options in ROWS:
        row = rows.get(SolvedRow(name, options, Solution(game=name, hash="")).key)
        if (not only or name in only) and (again or row is None or not row.solution.is_solved):
            yield name, options


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module."""
    parser = argparse.ArgumentParser(prog="python -m tools.solved", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.0, help="for each row; 0: only the page is written")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game; may be given again")
    parser.add_argument("--again", action="store_true", help="also what is solved")
    given = parser.parse_args(arguments)
    rows = kept(DATA)
    for name, options in wanted(given.game, rows, given.again) if given.seconds else ():
        begun = time.monotonic()
        row = solved(name, options, given.seconds, given.threads)
        rows[row.key] = row
        print(f"{row.key}: {row.solution.value}, {time.monotonic() - begun:.0f} s", flush=True)
        DATA.write_bytes(msgspec.json.format(msgspec.json.encode(list(rows.values())), indent=1) + b"\n")
    (DOCS / "solved.md").write_text(page(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
