"""Conversion test: how often a player wins theoretically won positions against perfect play.

    python -m benchmarks.conversion connect-four --after 28 --until 38 --positions 200 --player best:5s

Positions come after `--after` to `--until` random plies. The plain solver of `lusory.testing.exact` says which of them
are won, and plays the other side: any of the plies that are worth most to it. Chance plies are drawn. The first line
printed says which plies the player opens the game with, and with how many of `--openings` seeds.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

from lusory import load
from lusory.play.contract import CHANCE
from lusory.play.position import Position
from lusory.players import Player, player, seen_by
from lusory.testing.exact import KEPT, Board, ExhaustiveSolver, random_position


def won_positions(board: Board, solver: ExhaustiveSolver) -> Iterator[tuple[int, Position]]:
    """Positions that the player to move wins, with their numbers."""
    for number in count():
        position = random_position(board, number)
        mover = position.to_move
        if len(solver.values) > KEPT:
            solver.values.clear()
        if mover is not None and solver.worth(position.state)[mover] == 1:
            yield number, position


def best_ply(position: Position, solver: ExhaustiveSolver, rng: random.Random) -> int:
    """One of the plies that are worth most to the mover."""
    mover = position.to_move
    assert mover is not None
    worth = {ply: solver.worth(position.follow(ply).state)[mover] for ply in position.moves().ids}
    return rng.choice([ply for ply, value in worth.items() if value == max(worth.values())])


def play_out(position: Position, tested: Player, solver: ExhaustiveSolver, rng: random.Random) -> float:
    """The result for the tested player, who moves first from the position."""
    side = position.to_move
    assert side is not None
    tested.begin()
    while position.result is None:
        if position.to_move == CHANCE:
            position = position.chance(rng)
            continue
        if position.to_move != side:
            position = position.follow(best_ply(position, solver, rng))
            continue
        ply = tested.choose(seen_by(position, side), rng)
        position = position.play(ply) if isinstance(ply, str) else position.follow(ply)
    return position.result.values[side]


def openings(start: Position, tested: Player, seeds: int) -> str:
    """The opening plies of a player with the seeds from 0, and how often each comes."""
    times_by_ply: Counter[str] = Counter()
    for seed in range(seeds):
        tested.begin()
        ply = tested.choose(seen_by(start, 0), random.Random(seed))
        times_by_ply[ply if isinstance(ply, str) else start.contract.text(ply)] += 1
    return ", ".join(f"{ply} ({times} of {seeds})" for ply, times in times_by_ply.most_common())


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--after", type=int, default=28)
    parser.add_argument("--until", type=int, default=38)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--openings", type=int, default=1)
    parser.add_argument("--player", default="best:5s")
    parsed = parser.parse_args()
    game = load(parsed.game)
    start = game.start()
    tested = player(parsed.player, game)
    solver = ExhaustiveSolver(start.contract)
    print(f"{parsed.player} opens with {openings(start, tested, parsed.openings)}", flush=True)
    board = Board(parsed.game, {}, parsed.after, parsed.until)
    losses = 0
    for played, (number, position) in zip(range(1, parsed.positions + 1), won_positions(board, solver), strict=False):
        if play_out(position, tested, solver, random.Random(number)) < 1:
            losses += 1
            print(f"position {number} was not won", flush=True)
        if played % 20 == 0:
            print(f"{played - losses} of {played} won", flush=True)
    tested.close()


if __name__ == "__main__":
    main()
