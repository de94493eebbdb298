"""How many won and lost positions a net tells apart without any search:

    python -m benchmarks.net_values connect-four --positions 2000 --plies 20
    python -m benchmarks.net_values connect-four --net FILE

The positions are those after so many random plies, each solved exactly; drawn ones and those that are still open after
--seconds are left out. Printed is the share of positions where the net gives the winner the larger chance, with its
interval of 95 %, and the same for positions where no ply wins at once.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from lusory.games import load
from lusory.lab.intervals import wilson
from lusory.learn.net import GameNet
from lusory.learn.net import load as load_net
from lusory.play.position import Position
from lusory.players.shipped_nets import shipped_net
from lusory.rules.game import Game

MEMORY = 1 << 24
"""Bytes for the results of one position."""


def random_position(game: Game, plies: int, rng: random.Random) -> Position | None:
    """The position after random plies; none where the game ended before."""
    position = game.start()
    for _ in range(plies):
        position = position.follow(rng.choice(position.moves().ids))
        if position.result:
            return None
    return position


def winner(position: Position, seconds: float) -> int | None:
    """The player who wins with best play; none where it is drawn or open."""
    solution = position.solve(seconds=seconds, memory=MEMORY)
    if not solution.is_solved or solution.at_least == 0.5:
        return None
    return 0 if solution.at_least == 1 else 1


def wins_at_once(position: Position) -> bool:
    """Whether a ply ends the game in favour of its player."""
    mover = position.to_move or 0
    results = (position.follow(ply).result for ply in position.moves().ids)
    return any(result is not None and result.values[mover] == 1 for result in results)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--net", type=Path)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--plies", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game, rng = load(arguments.game), random.Random(arguments.seed)
    net: GameNet | None = load_net(arguments.net) if arguments.net else shipped_net(game)
    if net is None:
        parser.error("no net comes with lusory for this game: give one with --net")
    right: list[bool] = []
    quiet: list[bool] = []
    left_out = 0
    while len(right) < arguments.positions:
        position = random_position(game, arguments.plies, rng)
        decided = position and winner(position, arguments.seconds)
        if position is None or decided is None:
            left_out += position is not None
            continue
        right.append((net.net.chance(position.state) > 0.5) == (position.to_move == decided))
        if not wins_at_once(position):
            quiet.append(right[-1])
    print(f"{share(right)}; where no ply wins at once {share(quiet)}; {left_out} drawn or open")


def share(right: list[bool]) -> str:
    """The share of right answers with its interval."""
    if not right:
        return "none"
    value, low, high = wilson(sum(right), len(right))[:3]
    return f"{value:.1%} ({low or 0:.1%} to {high or 1:.1%}) of {len(right)}"


if __name__ == "__main__":
    main()
