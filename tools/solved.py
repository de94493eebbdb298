"""Solves small boards of games and writes the results to docs/solved.md.

    python -m tools.solved                      the page from python/lusory/solve/solved.json
    python -m tools.solved --seconds 120        solves every row that is open, or not yet there, for so long each
    python -m tools.solved --seconds 60 --game susan --again      one game, from nothing
    python -m tools.solved --seconds 60 --best                    the best first plies of solved rows that lack them

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
from typing import Any, NamedTuple

import msgspec

from lusory import load
from lusory.play.position import Position
from lusory.solve import Solution, Solver, Unsolvable, solver_of
from lusory.solve.certificate import Certificate, certificate, read, verify
from lusory.solve.forced_wins import forced_wins
from lusory.solve.known import SolvedRow
from lusory.solve.layer_check import LayerChecker
from lusory.solve.margin import margin
from lusory.solve.parallel_check import verify_in_parallel
from lusory.solve.secret_solver import LEARNT
from lusory.solve.solver import LAYERED
from lusory.solve.table_file import read as read_table
from lusory.solve.table_file import table_parts
from lusory.solve.winning_line import winning_line

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DATA = ROOT / "python/lusory/solve/solved.json"
FULL = 4_000_000
"""Proofs of more positions are checked by random lines."""
LINES = 1_000
SAMPLES = 10_000
"""Random positions by which a table of layers is checked."""
SECONDS_OF_WINS = 60.0
"""So long forced wins of an open row are sought, after its own time."""
ANY = "any"
SHOWN = 6
"""Best first plies that the page shows."""
CHANCE = "no proof: an expected value has none"
SECRETS = "no proof: strategies under secrets are not lines to check"


def sizes(name: str, *numbers: int, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    """A game on boards of these sizes."""
    return [(name, {"size": number, **options}) for number in numbers]


def firsts(size: int, growth: str) -> list[tuple[str, dict[str, Any], str]]:
    """Doppel from every first square that no symmetry takes to another."""
    half = (size + 1) // 2
    squares = [f"{chr(ord('a') + x)}{y + 1}" for x in range(half) for y in range(x + 1)]
    return [("doppel", {"size": size, "growth": growth}, square) for square in squares]


def openings(size: int) -> list[tuple[str, dict[str, Any], str]]:
    """Hex after every first ply that no half turn of the board takes to another."""
    cells = [f"{chr(ord('a') + x)}{y + 1}" for y in range(size) for x in range(size)]
    return [("hex", {"size": size}, cell) for cell in cells[: (size * size + 1) // 2]]


ROWS: list[tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], str]] = [
    ("tic-tac-toe", {}),
    *(("connect-four", {"columns": c, "rows": r}) for c in (4, 5, 6, 7) for r in (4, 5, 6)),
    *sizes("hex", 2, 3, 4, 5),
    *(row for size in (4, 5) for row in openings(size)),
    *sizes("y", 3, 4, 5, 6),
    *sizes("yavalath", 3, 4),
    *sizes("gomoku", 5, 6, 7),
    *sizes("reversi", 4, 6),
    *(("clobber", {"rows": r, "columns": c}) for r, c in ((3, 4), (4, 4), (4, 5), (5, 5), (5, 6))),
    *sizes("domineering", 4, 5, 6, 7),
    *(("cram", {"columns": c, "rows": r}) for c, r in ((4, 4), (5, 4), (5, 5))),
    *sizes("konane", 4, 6),
    *sizes("breakthrough", 4, 5),
    *sizes("pente", 5),
    *sizes("havannah", 3, 4),
    *sizes("susan", 2, 3, draw="repeat:2"),
    *(("susan", {"size": size, "draw": f"slides:{n}"}) for size in (2, 3) for n in range(1, 7)),
    *sizes("susan", 2, 3, draw="none"),
    *(("ndengrod", {"size": size, "length": length}) for size in (2, 3) for length in (3, 4, 5) if length < 2 * size),
    *(
        ("ndengrod", {"size": size, "length": length, "suicide": "forbidden"})
        for size in (2, 3)
        for length in (3, 4, 5)
        if length < 2 * size
    ),
    *sizes("doppel", 2, 3, 4, 5, 6),
    *sizes("doppel", 2, 3, 4, 5, 6, growth="true"),
    *(row for size in (3, 4, 5) for growth in ("false", "true") for row in firsts(size, growth)),
    *sizes("serendipity", 4, 6),
    *(("serendipity", {"size": 8, "target": target}) for target in range(3, 12)),
    ("serendipity", {"size": 8, "target": 11, "opening": "step"}),
    ("serendipity", {"size": 8, "target": 11, "opening": "swap"}, "e3-d4 a3-b4 c3xe5 stay"),
    *(
        ("hidden-gomoku", {"size": s, "length": n, "lines": m})
        for s, n, m in ((3, 2, 1), (4, 2, 1), (3, 2, 2), (3, 3, 1))
    ),
    *(("race", {"length": length}) for length in (4, 8, 16, 24, 32, 40)),
]


class Effort(NamedTuple):
    """seconds: for a row. memory: bytes. full: larger proofs are checked by random lines."""

    seconds: float
    threads: int
    memory: int
    full: int


def solve_row(row: SolvedRow, effort: Effort) -> SolvedRow:
    """Solves a row, and checks its proof."""
    game: Any = load(row.game, **row.options)
    position = game.start().line(row.start)
    try:
        solver = solver_of(position, memory=effort.memory, threads=effort.threads, seconds=effort.seconds)
        solution = solver.solve()
    except Unsolvable as fault:
        solution = Solution(game=row.game, hash=game.hash, method=str(fault))
        return msgspec.structs.replace(row, solution=solution, searched=search_forced_wins(position, effort))
    row = msgspec.structs.replace(row, solution=solution)
    if not isinstance(solver, Solver):
        return msgspec.structs.replace(row, checked=SECRETS if solution.is_solved else "")
    solver.due = None
    if solution.is_expected:
        return msgspec.structs.replace(row, checked=CHANCE)
    if not solution.is_solved:
        del solver  # its tables would stand beside those of the next searches
        reach, ahead = search_forced_wins(position, effort), margin_bounds(position, effort)
        return msgspec.structs.replace(row, searched=reach, ahead=ahead)
    if row.start:
        row = msgspec.structs.replace(row, margin=margin_of(position, effort, solver))
    return proven(row, solver, effort) if solution.at_least in (0.0, 0.5, 1.0) else row


def with_best(row: SolvedRow, effort: Effort) -> SolvedRow:
    """The row with the first plies that keep its value; as it was where they are not found in time."""
    game: Any = load(row.game, **row.options)
    position = game.start().line(row.start)
    if row.solution.at_most == row.solution.at_least == float(position.to_move or 0):
        return having_best(row, (ANY,))
    found = position.solve(best=True, memory=effort.memory, threads=effort.threads, seconds=effort.seconds)
    if not found.is_solved or found.best is None:
        return row
    if found.value != row.solution.value:
        raise SystemExit(f"{row.key}: {found.value}, not {row.solution.value}")
    return having_best(row, (ANY,) if len(found.best) == len(position.moves()) else found.best)


def with_known_best(row: SolvedRow, stored: SolvedRow | None) -> SolvedRow:
    """A row that was solved again, with the best first plies that were known."""
    if stored is None or (stored.solution.hash, stored.solution.value) != (row.solution.hash, row.solution.value):
        return row
    return having_best(row, stored.solution.best) if row.solution.is_solved and stored.solution.best else row


def having_best(row: SolvedRow, plies: tuple[str, ...]) -> SolvedRow:
    """The row with these best first plies."""
    return msgspec.structs.replace(row, solution=msgspec.structs.replace(row.solution, best=plies))


def search_forced_wins(position: Position, effort: Effort) -> tuple[str, ...]:
    """How far there is no forced win, in the time of a row or a minute."""
    try:
        searches = forced_wins(position, 1 << 40, seconds=min(effort.seconds, SECONDS_OF_WINS), memory=effort.memory)
    except Unsolvable:
        return ()
    return tuple(search.sentence for search in searches if search.searched or search.win)


def margin_bounds(position: Position, effort: Effort) -> str:
    """What is known of the margin of an open game whose end counts something, in the time of a row."""
    try:
        bounds = margin(position, seconds=effort.seconds, memory=effort.memory)
    except Unsolvable:
        return ""
    return bounds.sentence if bounds != (None, None) else ""


def margin_of(position: Position, effort: Effort, solver: Solver) -> int | None:
    """The margin of a game whose end counts something."""
    try:
        solution = margin(position, seconds=effort.seconds, solver=solver, memory=effort.memory)
    except Unsolvable:
        return None
    return solution.at_least if solution.at_least == solution.at_most else None


def proven(row: SolvedRow, solver: Solver, effort: Effort) -> SolvedRow:
    """The row with its proof, checked."""
    if row.solution.method == LAYERED:
        return with_table(row, solver)
    try:
        data = certificate(solver, row.solution)
    except Unsolvable as fault:
        return msgspec.structs.replace(row, checked=f"no proof: {fault}")
    file = read(data)
    positions = sum(claim.positions for claim in file.header.claims)
    if positions > effort.full:
        verify(file, LINES)
    elif effort.threads > 1:
        verify_in_parallel(file, effort.threads)
    else:
        verify(file)
    checked = f"all of {positions:,}" if positions <= effort.full else f"{LINES:,} lines of {positions:,}"
    plies = longest(file) if positions <= effort.full and row.solution.value != "draw" else ()
    return msgspec.structs.replace(row, checked=checked, proof=sha256(data).hexdigest()[:12], line=plies)


def with_table(row: SolvedRow, solver: Solver) -> SolvedRow:
    """The row with the table of all positions, checked by samples: its values are a strategy for each side."""
    data = b"".join(table_parts(solver, row.solution))
    check = LayerChecker(read_table(data).values).check(SAMPLES)
    checked = f"{SAMPLES:,} of {check.positions:,} positions of a table"
    return msgspec.structs.replace(row, checked=checked, proof=sha256(data).hexdigest()[:12])


def longest(file: Certificate) -> tuple[str, ...]:
    """The plies of the win against the longest resistance."""
    *_, last = winning_line(file)
    return last.texts[len(file.header.start) :]


def stored_rows(path: Path) -> dict[str, SolvedRow]:
    """The rows found so far."""
    rows = msgspec.json.decode(path.read_bytes(), type=list[SolvedRow]) if path.exists() else []
    return {row.key: row for row in rows}


def page(rows: dict[str, SolvedRow]) -> str:
    """docs/solved.md."""
    lines = [*HEAD]
    lines += [line(rows[row.key]) for row in page_rows() if row.key in rows]
    return "\n".join((*lines, *FOOT, ""))


def page_rows() -> Iterator[SolvedRow]:
    """The rows of the page, without results."""
    for name, options, *start in ROWS:
        yield SolvedRow(name, options, Solution(game=name, hash=""), start=str(*start))


HEAD = (
    "# Solved boards",
    "",
    "What small boards are worth if nobody makes a mistake. `lusory solve GAME` finds each row; [Solve a",
    "game](howto-solve.md) says how, and how a proof is checked. `python -m tools.solved` makes this page from",
    "`python/lusory/solve/solved.json`.",
    "",
    "| game | value | best first plies | positions | seconds | method | proof checked | its SHA-256 |",
    "| --- | --- | --- | ---: | ---: | --- | --- | --- |",
)
FOOT = (
    "",
    "*Open*: the time given was too short; `at least` and `at most` are what is known, and within how many plies no",
    "win was found; under secrets, what strategies score that were learnt from samples, and an opponent that learns",
    "against them. A proof is checked with the reference, position by position, in full or along random lines: only",
    "a full check makes it proven. A table has the value of every position, so a strategy for each side: the value of",
    "each position that is drawn must follow from those after it. Where chance decides, the value is what First scores",
    "on average with best play, a win being 1 and a draw 1/2; there is no proof. Seconds are those of one thread on",
    "the machine that made the page.",
    "*Any*: every first ply keeps the value.",
)


def best_plies(solution: Solution) -> str:
    """The best first plies in words."""
    plies = solution.best or ()
    more = f" and {len(plies) - SHOWN} more" if len(plies) > SHOWN else ""
    return ", ".join(plies[:SHOWN]) + more if plies else "–"


def mean_score(solution: Solution) -> str:
    """An expected value, or its bounds where they differ in the digits shown."""
    least, most = f"{solution.at_least:.6f}", f"{solution.at_most:.6f}"
    return least if least == most else f"between {least} and {most}"


def line(row: SolvedRow) -> str:
    """A row of the table."""
    solution = row.solution
    value = {"first": "First wins", "second": "Second wins", "draw": "draw"}.get(solution.value, solution.value)
    value = f"First scores {mean_score(solution)}" if solution.is_expected else value
    if value == "open" and (solution.at_least, solution.at_most) != (0.0, 1.0):
        value += f" (First gets at least {solution.at_least:g}, at most {solution.at_most:g})"
    value += f" by {abs(row.margin)}" if row.margin else ""
    scores = (note for note in solution.notes if solution.method == LEARNT and "scores" in note)
    known = (value, *row.searched, row.ahead, *scores)
    value = "; ".join(sentence.removesuffix(".") for sentence in known if sentence)
    cells = (
        f"`{row.key}`",
        value,
        best_plies(solution),
        f"{solution.positions:,}",
        f"{solution.seconds:.1f}",
        solution.method,
        row.checked or "–",
        f"`{row.proof}`" if row.proof else "–",
    )
    return "| " + " | ".join(cells) + " |"


def rows_to_solve(selected: Sequence[str] | None, rows: dict[str, SolvedRow], is_repeated: bool) -> Iterator[SolvedRow]:
    """The rows to solve. selected: games, or whole keys."""
    for row in page_rows():
        stored_row = rows.get(row.key)
        if (not selected or row.game in selected or row.key in selected) and (
            is_repeated or stored_row is None or not stored_row.is_settled
        ):
            yield row


def rows_without_best(
    selected: Sequence[str] | None, rows: dict[str, SolvedRow], seconds: float
) -> Iterator[SolvedRow]:
    """The solved rows without best first plies, where a player without secrets begins. selected: games, or keys.
    seconds: rows that took longer are left out."""
    for wish in page_rows():
        row = rows.get(wish.key)
        if row is None or not row.solution.is_solved or row.solution.best or row.checked == SECRETS:
            continue
        if row.solution.seconds > seconds:
            continue
        if selected and row.game not in selected and row.key not in selected:
            continue
        game: Any = load(row.game, **row.options)
        if game.start().line(row.start).to_move in (0, 1):
            yield row


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module."""
    parser = argparse.ArgumentParser(prog="python -m tools.solved", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.0, help="for each row; 0: only the page is written")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=float, default=1.0, help="in GB")
    parser.add_argument("--full", type=int, default=FULL, help="larger proofs are checked by random lines")
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game, or row; may be given again")
    parser.add_argument("--again", action="store_true", help="also what is solved")
    parser.add_argument("--best", action="store_true", help="the best first plies of solved rows that lack them")
    parsed = parser.parse_args(arguments)
    rows = stored_rows(DATA)
    effort = Effort(parsed.seconds, parsed.threads, int(parsed.memory * 2**30), parsed.full)
    wishes = (
        rows_without_best(parsed.game, rows, parsed.seconds)
        if parsed.best
        else rows_to_solve(parsed.game, rows, parsed.again)
    )
    for wish in wishes if parsed.seconds else ():
        started = time.monotonic()
        row = with_best(wish, effort) if parsed.best else with_known_best(solve_row(wish, effort), rows.get(wish.key))
        rows[row.key] = row
        said = f"{row.solution.value}, best: {best_plies(row.solution)}"
        print(f"{row.key}: {said}, {time.monotonic() - started:.0f} s", flush=True)
        DATA.write_bytes(msgspec.json.format(msgspec.json.encode(list(rows.values())), indent=1) + b"\n")
    (DOCS / "solved.md").write_text(page(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
