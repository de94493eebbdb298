"""How far a choice of sides after the first turn is known to be fair: first turns after which neither player has a
forced win within so many turns.

    python -m benchmarks.swap_depth serendipity --option opening=swap --turns 60 --deep 2

Where the positions after exchanging sides and after keeping them differ only in who plays which side, the player who
chooses takes the side that wins, if one does. So the game has a forced win within a depth only if one side has one
after every first turn: one first turn after which neither has one shows that there is none within that depth.

First turns are drawn at random. Those after which a short search finds a win are left out; some of the others are
searched as far as --positions go. The winner tries his most promising turns alone, the other side all of its turns: a
win that needs an untried turn may be missed, and each depth says how many were tried.
"""

from __future__ import annotations

import argparse
import random
import time

from lusory import load
from lusory.play.position import Position
from lusory.solve.forced_wins import ForcedWin, forced_wins

SHORT = 1 << 13
"""The positions of the first search of a turn, for each player."""


def first_turns(start: Position, keep: str, number: int, seed: int) -> dict[int, Position]:
    """Positions after different first turns, when the sides are kept, by their hash."""
    rng, found = random.Random(seed), dict[int, Position]()
    for _ in range(number):
        position = start
        while keep not in (texts := [str(ply) for ply in position.moves()]):
            position = position.play(rng.choice(sorted(texts)))
        position = position.play(keep)
        found.setdefault(hash(position.state), position)
    return found


def is_open(wins: tuple[ForcedWin, ForcedWin]) -> bool:
    """Whether neither player was seen to win."""
    return all(win.win is None for win in wins)


def depth(wins: tuple[ForcedWin, ForcedWin]) -> int:
    """The least number of turns that both were searched for."""
    return min(max((reach.length for reach in win.searched), default=0) for win in wins)


def turn_text(position: Position) -> str:
    """The plies of the first turn."""
    return " ".join(position.contract.text(ply.action) for ply in position.past[:-1])


def main() -> None:
    """Search first turns, and print those that stay open, the deepest last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--keep", default="stay", help="the ply that keeps the sides")
    parser.add_argument("--turns", type=int, default=200, help="first turns drawn")
    parser.add_argument("--positions", type=int, default=1 << 20, help="of a deep search, for each player")
    parser.add_argument("--deep", type=int, default=3, help="first turns that are searched so deep")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    options = dict(option.split("=", 1) for option in given.option)
    start: Position = load(given.game, **options).start()
    begun, left = time.monotonic(), []
    turns = first_turns(start, given.keep, given.turns, given.seed)
    for position in turns.values():
        wins = forced_wins(position, positions=SHORT)
        if is_open(wins):
            left.append((depth(wins), position))
    print(f"{len(turns)} first turns; after {len(left)} neither side wins in a short search")
    left.sort(key=lambda one: -one[0])
    for _, position in left[: given.deep]:
        wins = forced_wins(position, positions=given.positions)
        seconds = time.monotonic() - begun
        print(f"{turn_text(position)}: {wins[0].sentence} {wins[1].sentence} ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
