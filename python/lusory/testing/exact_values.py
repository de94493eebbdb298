"""Tests the solver on random rule values against the exhaustive solver, which shares no code with it.

    python -m lusory.testing.exact_values                    2,000 random rule values on small boards
    python -m lusory.testing.exact_values --count 100 --seed 5000 --workers 2

From each rule value a position near the end of a random game is drawn. Where more than POSITIONS positions are to come,
one nearer to the end is tried; where the rules are not for two, have secrets, or lines too long for the exhaustive
solver, other rules are drawn. Compared are the value, the answers of each method alone, with one thread and with two,
and every proof is checked in full with the reference. Where no proof can be written, that is told.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from math import isclose
from typing import NamedTuple

from .._engine import Solver as EngineSolver
from ..play.position import Position
from ..solve import Solver
from ..solve.certificate import certificate, read, verify
from ..solve.unsolvable import Unsolvable
from .exact import ExhaustiveSolver, TooLarge
from .games import draw_game

CELLS = 14
"""The most cells of a board."""
PLIES = 120
"""The most plies of a random game."""
BEFORE_THE_END = 8
"""Positions are drawn at most so many plies before the end."""
POSITIONS = 15_000
"""The most positions of the exhaustive solver."""
ATTEMPTS = 8
"""So many rule values are drawn for a seed, until one can be compared."""
SEARCHED = 20_000
"""The most positions of a question to a method alone. An unlucky order of plies may need far more than the exhaustive
solver: lines may be endless."""
UNANSWERED = frozenset({"circles", "deep", "stopped"})
"""No answers of a method alone that are no faults."""
MEMORY = 1 << 22
"""Bytes of the solver's table: so few that entries are replaced."""
COUNT = 2_000


class SolverComparison(NamedTuple):
    """The outcome for the rule value of a seed. fault: how the solver differs; unproven: why its proof could not be
    written; both empty where there is nothing to tell."""

    seed: int
    is_compared: bool
    fault: str = ""
    unproven: str = ""


def draw_endings(rng: random.Random, most: int = BEFORE_THE_END) -> Iterator[Position]:
    """Positions of a random rule value near the end of a random game, each nearer than the one before; none where the
    rules cannot be solved."""
    game = draw_game(rng.randrange, cells=CELLS)
    position = game.start()
    if game.players != 2 or position.hidden:
        return
    line = [position]
    while line[-1].result is None and len(line) < PLIES:
        line.append(line[-1].follow(rng.choice(line[-1].moves().ids)))
    before = rng.randint(1, most)
    while before and not line[0].result:
        yield line[max(0, len(line) - 1 - before)]
        before //= 2


def exact_value(position: Position) -> float | None:
    """The exact value for the first player, by the exhaustive solver; None where that is too large."""
    try:
        return ExhaustiveSolver(position.contract, POSITIONS).worth(position.state)[0]
    except (TooLarge, RecursionError):
        return None


def compare(seed: int) -> SolverComparison:
    """Compares the solver with the exhaustive solver on the first rule value of a seed that allows it."""
    for attempt in range(ATTEMPTS):
        for position in draw_endings(random.Random(f"{seed} {attempt}" if attempt else seed)):
            value = exact_value(position)
            if value is not None:
                return comparison(seed, position, value)
    return SolverComparison(seed, False)


def comparison(seed: int, position: Position, value: float) -> SolverComparison:
    """Compares the solver with the value of a position."""
    try:
        return SolverComparison(seed, True, next(faults(position, value), ""))
    except Unsolvable as fault:
        return SolverComparison(seed, True, unproven=str(fault))


def faults(position: Position, value: float) -> Iterator[str]:
    """How the solver differs from the value of a position; its proof is looked at last. Raises Unsolvable where that
    cannot be written."""
    solver = Solver(position, memory=MEMORY)
    solution = solver.solve()
    if not all(isclose(bound, value, abs_tol=1e-9) for bound in (solution.at_least, solution.at_most)):
        yield f"{solution.at_least} to {solution.at_most} by {solution.method}, but {value} by exhaustive search"
    if value not in (0.0, 0.5, 1.0) or position.to_move not in (0, 1) or "expected" in solution.method:
        return
    for method in ("descent", "proof"):
        for threads in (1, 2):
            plain = EngineSolver(position.state, memory=MEMORY)
            for halves in (1, 2):
                answer = plain.answer(0, halves, method=method, threads=threads, positions=SEARCHED)
                if answer not in (2 * value >= halves, *UNANSWERED):
                    yield f"{method} on {threads} threads answers {answer} for {halves}, but it is worth {value}"
    if not all(check.is_proven for check in verify(read(certificate(solver, solution)))):
        yield f"the proof of {solution.value} does not hold"


def run(seed: int, most: int, workers: int) -> int:
    """Compares so many rule values; returns the number of faults."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    started = last_report = time.monotonic()
    compared = games_drawn = differences = unproven = 0
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for first in count(seed, 32 * workers):
            for report in pool.map(compare, range(first, first + 32 * workers)):
                games_drawn, compared = games_drawn + 1, compared + report.is_compared
                unproven += bool(report.unproven)
                if report.unproven:
                    print(f"seed {report.seed}: {report.unproven}", flush=True)
                if report.fault:
                    differences += 1
                    print(f"seed {report.seed}: {report.fault}", flush=True)
            if compared >= most or time.monotonic() - last_report > 10:
                last_report = time.monotonic()
                print(
                    f"{compared} compared of {games_drawn} rule values, {differences} differ, {unproven} have "
                    f"no proof, {last_report - started:.0f} s; go on with --seed {seed + games_drawn}",
                    flush=True,
                )
            if compared >= most:
                break
    return differences


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module; returns 1 where a value differs."""
    parser = argparse.ArgumentParser(
        prog="python -m lusory.testing.exact_values", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--count", type=int, default=COUNT, help="how many rule values are compared")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--workers", type=int, default=1, help="how many processes")
    options = parser.parse_args(arguments)
    return int(run(options.seed, options.count, options.workers) > 0)


if __name__ == "__main__":
    sys.exit(main())
