"""Conversion test: whether a player wins won positions against perfect play.

    python -m benchmarks.conversion connect-four --after 28 --until 38 --positions 200 --player best:5s

Positions come after so many random plies, at least `--after` and at most `--until`; the plain solver of
`lusory.testing.exact` says which are won, and plays the other side: of the plies that are worth most to it, any. Chance
plies are drawn. The line before says what the player opens the game with, and how often of `--openings` seeds.
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


def won(board: Board, solver: ExhaustiveSolver) -> Iterator[tuple[int, Position]]:
    """Positions that who is to move wins, with their numbers."""
    for number in count():
        position = random_position(board, number)
        mover = position.to_move
        if len(solver.known) > KEPT:
            solver.known.clear()
        if mover is not None and solver.worth(position.state)[mover] == 1:
            yield number, position


def resisting(position: Position, solver: ExhaustiveSolver, rng: random.Random) -> int:
    """A ply that is worth most to who makes it."""
    mover = position.to_move
    assert mover is not None
    worth = {ply: solver.worth(position.follow(ply).state)[mover] for ply in position.moves().ids}
    return rng.choice([ply for ply, value in worth.items() if value == max(worth.values())])


def value(position: Position, hero: Player, solver: ExhaustiveSolver, rng: random.Random) -> float:
    """What the player who is to move gets in the end."""
    side = position.to_move
    assert side is not None
    hero.begin()
    while position.result is None:
        if position.to_move == CHANCE:
            position = position.chance(rng)
            continue
        if position.to_move != side:
            position = position.follow(resisting(position, solver, rng))
            continue
        ply = hero.choose(seen_by(position, side), rng)
        position = position.play(ply) if isinstance(ply, str) else position.follow(ply)
    return position.result.values[side]


def openings(start: Position, hero: Player, many: int) -> str:
    """What a player opens with, by the seeds from 0."""
    found: Counter[str] = Counter()
    for seed in range(many):
        hero.begin()
        ply = hero.choose(seen_by(start, 0), random.Random(seed))
        found[ply if isinstance(ply, str) else start.contract.text(ply)] += 1
    return ", ".join(f"{ply} ({times} of {many})" for ply, times in found.most_common())


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--after", type=int, default=28)
    parser.add_argument("--until", type=int, default=38)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--openings", type=int, default=1)
    parser.add_argument("--player", default="best:5s")
    given = parser.parse_args()
    game = load(given.game)
    start = game.start()
    hero = player(given.player, game)
    solver = ExhaustiveSolver(start.contract)
    print(f"{given.player} opens with {openings(start, hero, given.openings)}", flush=True)
    board = Board(given.game, {}, given.after, given.until)
    lost = 0
    for done, (number, position) in zip(range(1, given.positions + 1), won(board, solver), strict=False):
        if value(position, hero, solver, random.Random(number)) < 1:
            lost += 1
            print(f"position {number} was not won", flush=True)
        if done % 20 == 0:
            print(f"{done - lost} of {done} won", flush=True)
    hero.close()


if __name__ == "__main__":
    main()
