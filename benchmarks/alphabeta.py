"""What alpha-beta takes to a depth: positions, processor seconds (the least of several searches), and nanoseconds each.

    python -m benchmarks.alphabeta susan:6 yavalath:6 breakthrough:7 reversi:8 hex:5 ndengrod:5 pente:4 gomoku:4

It searches the position after six random plies (fewer where the game is over then), with the priors of the features, so
two builds that order plies alike search the same positions.
"""

from __future__ import annotations

import argparse
import random
import time

from lusory import load
from lusory._engine import AlphaBeta

PLIES = 6
"""Random plies before the position that is searched."""


def seconds_to_depth(name: str, depth: int, rounds: int, seed: int = 3) -> tuple[int, float]:
    """Positions searched, and the least processor seconds of several searches."""
    rng, position, best = random.Random(seed), load(name).start(seed=1), float("inf")
    for _ in range(PLIES):
        after = position.play(rng.choice(position.moves().ids))
        if after.result:
            break
        position = after
    for _ in range(rounds):
        search, started = AlphaBeta(position.state), time.process_time()
        search.run(depth=depth)
        best = min(best, time.process_time() - started)
    return search.report()["nodes"], best


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searches", nargs="+", metavar="GAME:DEPTH")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    for search in arguments.searches:
        name, _, depth = search.partition(":")
        if not depth.isdigit():
            parser.error(f"{search}: a game and a depth in plies are expected, as susan:6")
        positions, seconds = seconds_to_depth(name, int(depth), max(arguments.rounds, 1))
        print(
            f"{name}: {positions:,} positions in {seconds:.3f} s, {1e9 * seconds / positions:.0f} ns each", flush=True
        )


if __name__ == "__main__":
    main()
