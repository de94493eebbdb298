"""What the evaluation of a position takes in a search, with the net that comes with each game:

    python -m benchmarks.net_evaluation susan breakthrough reversi
    python -m benchmarks.net_evaluation susan --net FILE

In positions of random games every ply is played and undone, with an evaluation of the position after it and without.
Of several rounds the shortest counts for each position, so that other programs on the machine count little. Printed
are the nanoseconds that an evaluation adds, by game the median of all positions, and the tenth and ninetieth
percentile; what playing and undoing a ply takes besides; and the peak of this process's memory.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

from lusory.games import load
from lusory.learn.net import GameNet, machine
from lusory.learn.net import load as load_net
from lusory.players.shipped_nets import shipped_net
from lusory.rules.game import Game

ROUNDS = 200
LEAST = 4
"""Positions with fewer plies that leave the game going on are left out."""


def random_states(game: Game, count: int, rng: random.Random) -> Iterator[Any]:
    """States of random games, one of each game."""
    contract = machine(game)
    while count > 0:
        states = [contract.start()]
        while contract.result(states[-1]) is None:
            states.append(contract.play(states[-1], rng.choice(contract.legal(states[-1])))[0])
        yield rng.choice(states[:-1])
        count -= 1


def evaluation_times(net: GameNet, positions: int, seed: int) -> tuple[list[float], list[float]]:
    """By position: nanoseconds of an evaluation, and of a ply played and undone."""
    evaluations, plies = [], []
    for state in random_states(net.game, positions, random.Random(seed)):
        count, visited, evaluated = net.net.evaluation_times(state, ROUNDS)
        if count >= LEAST:
            evaluations.append((evaluated - visited) / count)
            plies.append(visited / count)
    return evaluations, plies


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--net", type=Path)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.games:
        net = load_net(arguments.net) if arguments.net else shipped_net(load(name))
        if net is None:
            parser.error(f"no net comes with lusory for {name}: give one with --net")
        evaluations, plies = (
            quantiles(times, n=10) for times in evaluation_times(net, arguments.positions, arguments.seed)
        )
        low, median, high = evaluations[0], evaluations[4], evaluations[8]
        print(f"{name}: {median:.0f} ns ({low:.0f} to {high:.0f}); a ply {plies[4]:.0f} ns", flush=True)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
