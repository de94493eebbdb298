"""Benchmark of sampling in games with secrets: positions per second that are consistent with a player's knowledge."""

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
"""So many games are followed to each number of plies."""


def sampling(effort: Effort) -> Table:
    """Draws from Python, one by one, as a player does that searches."""
    table = Table(
        "sampling", f"Positions drawn from what a player of {GAME} knows", ("after plies", "least/s", "median/s")
    )
    for plies in PLIES:
        found = [drawn(position_after(plies, seed), effort.seconds / 2) for seed in range(POSITIONS)]
        table.add(str(plies), min(found), statistics.median(found))
    return table


def position_after(plies: int, seed: int) -> Position:
    """A random game so far: the first, from this seed on, that is not over by then."""
    choose = random.Random(seed)
    while True:
        position = load(GAME).start()
        while position.result is None and position.ply < plies:
            position = position.play(choose.choice(position.moves().ids))
        if position.result is None:
            return position


def drawn(position: Position, seconds: float) -> float:
    """Draws a second of our own time, for the player to move."""
    assert position.to_move is not None
    view, rng = position.view(position.to_move), random.Random(1)
    draws, begun = 0, time.process_time()
    while (passed := time.process_time() - begun) < seconds or not draws:
        view.sample(rng)
        draws += 1
    return draws / max(passed, 1e-9)
