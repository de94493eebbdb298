"""Benchmark of the designer's opponents, which search whole turns: time for the first turn of a game."""

from __future__ import annotations

import random
import statistics
import time

from lusory.games import load
from lusory.players import player
from lusory.rules.game import Game

from .interleaved import Effort
from .report import Table

GAMES = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
PLAYERS = ("tries", "greedy", "greedy-reply")


def measure(effort: Effort) -> Table:
    """Milliseconds of the clock on the wall."""
    table = Table("turns", "The first turn of the designer's opponents", ("game", "player", "median ms", "least ms"))
    for name in GAMES:
        for spec in PLAYERS:
            rates = thoughts(load(name), spec, effort.seconds)
            table.add(name, spec, 1000 * statistics.median(rates), 1000 * min(rates))
    return table


def thoughts(game: Game, spec: str, seconds: float) -> list[float]:
    """Seconds that a player took each time, for so many seconds in all; the first time warms up and does not count."""
    opponent, rng = player(spec, game), random.Random(1)
    start = game.start().roll(rng)  # an opening of chance plies
    assert start.to_move is not None
    view = start.view(start.to_move) if start.hidden else start
    rates: list[float] = []
    while len(rates) < 2 or sum(rates) < seconds:
        opponent.begin()
        started = time.perf_counter()
        opponent.choose(view, rng)
        rates.append(time.perf_counter() - started)
    return rates[1:]
