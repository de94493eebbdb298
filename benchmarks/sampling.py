"""Benchmark of sampling in games with secrets: how many positions consistent with a player's knowledge are drawn a
second."""

from __future__ import annotations

import random
import statistics
import time

from lusory.games import load
from lusory.play.position import Position

from .interleaved import Effort
from .report import Table

GAME = "hidden-gomoku"
PLIES = (20, 60, 100, 140)
POSITIONS = 5
"""The number of random games for each number of plies."""


def sampling(effort: Effort) -> Table:
    """Table of the rates: positions are drawn from Python one by one, as a searching player draws them."""
    table = Table(
        "sampling", f"Positions drawn from what a player of {GAME} knows", ("after plies", "least/s", "median/s")
    )
    for plies in PLIES:
        rates = [draws_per_second(position_after(plies, seed), effort.seconds / 2) for seed in range(POSITIONS)]
        table.add(str(plies), min(rates), statistics.median(rates))
    return table


def position_after(plies: int, seed: int) -> Position:
    """The position after so many random plies, of the first random game from this seed on that is not over by then."""
    rng = random.Random(seed)
    while True:
        position = load(GAME).start()
        while position.result is None and position.ply < plies:
            position = position.play(rng.choice(position.moves().ids))
        if position.result is None:
            return position


def draws_per_second(position: Position, seconds: float) -> float:
    """How many positions are drawn for the player to move, a second of this process's time."""
    assert position.to_move is not None
    view, rng = position.view(position.to_move), random.Random(1)
    draws, started = 0, time.process_time()
    while (elapsed := time.process_time() - started) < seconds or not draws:
        view.sample(rng)
        draws += 1
    return draws / max(elapsed, 1e-9)
