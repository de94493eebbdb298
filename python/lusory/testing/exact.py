"""Tests of searching players on small boards against a solver: whether they lose value in positions with a known value.

The solver searches small boards exhaustively. It shares no code with the searches and uses only the contract. Equal
states have equal futures (the history of positions and quiet turns is part of a state), so its cache by state is
valid for every path to the state.

    python -m lusory.testing.exact                                  2,000 positions, alphabeta, mcts and best
    python -m lusory.testing.exact --positions 20 --player alphabeta:1s --board hex

A blunder is a ply after which a position that was won or drawn for the mover is worth less.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..games import load
from ..play.contract import CHANCE
from ..play.position import Position
from ..players import Player, player

PLAYERS = ("alphabeta:2s", "mcts:2s", "best:2s")
POSITIONS = 2000
KEPT = 1_000_000
"""A solver with more positions than this is cleared before the next query."""


class TooLarge(Exception):
    """Raised where a solver exceeds its limit of positions."""


class Board(NamedTuple):
    """A small board. first, last: the range of random plies after which positions are drawn."""

    name: str
    options: dict[str, Any]
    first: int
    last: int


class Blunder(NamedTuple):
    """A ply that lost value. before, after: the value of the position for the mover before and after the ply."""

    board: Board
    plies: tuple[str, ...]
    spec: str
    ply: str
    before: float
    after: float

    def __str__(self) -> str:
        text = f"{self.board.name} {self.board.options} after {' '.join(self.plies) or 'nothing'}"
        return f"{text}: {self.spec} plays {self.ply}, {self.before} becomes {self.after}"


BOARDS = (
    Board("tic-tac-toe", {}, 0, 6),
    Board("hex", {"size": 3}, 0, 6),
    Board("hex", {"size": 4}, 4, 11),
    Board("susan", {"size": 2}, 0, 6),
    Board("ndengrod", {"size": 2, "length": 3, "repeat": 2}, 6, 10),
    Board("doppel", {"size": 2}, 1, 3),
    Board("doppel", {"size": 3}, 1, 7),
    Board("doppel", {"size": 4}, 7, 14),
    Board("serendipity", {"size": 4, "rows": 1}, 0, 6),
    Board("serendipity", {"size": 4, "rows": 1, "target": 3, "repeat": 2, "quiet": 2}, 0, 8),
    Board("clobber", {"rows": 4, "columns": 4}, 0, 6),
    Board("breakthrough", {"size": 4}, 4, 12),
    Board("breakthrough", {"size": 5}, 14, 24),
    Board("connect-four", {"columns": 4, "rows": 4}, 4, 12),
    Board("konane", {"size": 4}, 0, 5),
    Board("reversi", {"size": 4}, 0, 8),
    Board("yavalath", {"size": 3}, 6, 14),
)
"""Boards that can be solved within a minute from these positions."""


class ExhaustiveSolver:
    """Computes the value of a position for each player by exhaustive search, which stops at a winning ply."""

    def __init__(self, contract: Any, most: int = 5_000_000) -> None:
        self.contract, self.most = contract, most
        self.values: dict[Any, tuple[float, ...]] = {}

    def worth(self, state: Any) -> tuple[float, ...]:
        """The value of a state for each player. Raises TooLarge."""
        value = self.values.get(state)
        if value is None:
            if len(self.values) >= self.most:
                raise TooLarge(f"{self.contract.name}: more than {self.most:,} positions")
            value = self.values[state] = self.compute_value(state)
        return value

    def compute_value(self, state: Any) -> tuple[float, ...]:
        """The value of a state, computed without the cache."""
        contract = self.contract
        result = contract.result(state)
        if result is not None:
            return tuple(result.values)
        mover, plies = contract.to_move(state), contract.legal(state)
        if mover == CHANCE:
            return self.mean(state, plies)
        best: tuple[float, ...] | None = None
        for ply in plies:
            worth = self.worth(contract.play(state, ply)[0])
            if best is None or worth[mover] > best[mover]:
                best = worth
                if best[mover] == 1:
                    break
        assert best is not None, "a position that is not over has a ply"
        return best

    def mean(self, state: Any, plies: Sequence[int]) -> tuple[float, ...]:
        """The expected value of a chance ply."""
        weights = self.contract.weights(state)
        values = [self.worth(self.contract.play(state, ply)[0]) for ply in plies]
        return tuple(
            sum(weight * worth[player] for weight, worth in zip(weights, values, strict=True)) / sum(weights)
            for player in range(self.contract.players)
        )


def random_position(board: Board, number: int) -> Position:
    """A random position of a board, determined by the number. A player is to move in it."""
    rng = random.Random(f"{board.name} {board.options} {number}")
    while True:
        position = load(board.name, **board.options).start().roll(rng)
        for _ in range(rng.randint(board.first, board.last)):
            if position.result is None:
                position = position.play(rng.choice(position.moves().ids)).roll(rng)
        if position.result is None:
            return position


def find_blunders(
    board: Board, numbers: range, specs: Sequence[str], solver: ExhaustiveSolver | None = None
) -> Iterator[Blunder | None]:
    """For each position and player the blunder, or None."""
    game: Any = load(board.name, **board.options)
    solver = solver or ExhaustiveSolver(game.start().contract)
    players: dict[str, Player] = {spec: player(spec, game) for spec in specs}
    for number in numbers:
        position = random_position(board, number)
        mover = position.to_move
        assert mover is not None
        if len(solver.values) > KEPT:
            solver.values.clear()
        before = solver.worth(position.state)[mover]
        for spec, chooser in players.items():
            chooser.begin()
            ply = chooser.choose(position, random.Random(number))
            after = solver.worth(position.play(ply).state)[mover]
            plies = position.texts
            text = ply if isinstance(ply, str) else position.contract.text(ply)
            yield Blunder(board, plies, spec, text, before, after) if after < before else None


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module; returns 1 if a blunder was found."""
    parser = argparse.ArgumentParser(prog="python -m lusory.testing.exact", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many, on all boards together")
    parser.add_argument("--player", action="append", metavar="SPEC", help="who is examined; may be given again")
    parser.add_argument("--board", action="append", metavar="GAME", help="the boards of these games alone")
    options = parser.parse_args(arguments)
    specs = options.player or PLAYERS
    boards = [board for board in BOARDS if not options.board or board.name in options.board]
    checked, faults = 0, 0
    for place, board in enumerate(boards):
        start, solver = time.monotonic(), ExhaustiveSolver(load(board.name, **board.options).start().contract)
        numbers = range(options.positions * place // len(boards), options.positions * (place + 1) // len(boards))
        for fault in find_blunders(board, numbers, specs, solver):
            checked += 1
            if fault is not None:
                faults += 1
                print(fault, flush=True)
        duration = time.monotonic() - start
        print(
            f"{board.name} {board.options}: {len(numbers)} positions, {len(solver.values):,} solved, {duration:.0f} s",
            flush=True,
        )
    print(f"{faults} faults in {checked:,} plies of {', '.join(specs)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
