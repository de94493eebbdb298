"""Benchmark of changed rules: random games of each shipped game, and of the changes that `lusory repair` tries."""

from __future__ import annotations

import statistics

from lusory.engine import Machine
from lusory.games import catalogue
from lusory.lab.repair.changes import changes
from lusory.rules.game import Game

from .interleaved import Effort, played
from .report import Table

MOST = 30
"""So many changes of a game, evenly taken from all of them in their order."""
FAIR = 0.7
"""A change should play at this share of the game's own speed at least."""


def variations(effort: Effort) -> Table:
    """For each game the share of its changes that play at a fair speed, and the speeds beside its own."""
    heads = ("game", "plies/s", "way", "changes", f"at {FAIR} or more", "10 %", "median")
    table, every = Table("variations", "One rule changed, beside the game itself", heads), list[float]()
    for name, definition in sorted(catalogue().items()):
        game = definition.build()
        own = rate(game, effort)
        ratios = sorted(rate(changed, effort) / own for changed in sample(game))
        every += ratios
        row = (share(ratios), at(ratios, 0.1), at(ratios, 0.5))
        table.add(name, own, Machine(game).engine.playout_method, str(len(ratios)), *row)
    every.sort()
    table.add("all", "", "", str(len(every)), share(every), at(every, 0.1), at(every, 0.5))
    return table


def sample(game: Game) -> list[Game]:
    """The game with one rule changed, in so many ways at most."""
    changed = [change.game for change in changes(game)[1:]]
    every = max(1, -(-len(changed) // MOST))
    return changed[::every]


def rate(game: Game, effort: Effort) -> float:
    """Plies a second, the best of two runs."""
    return max(played(game, effort.seconds / 20).plies_per_second for _ in range(2))


def share(ratios: list[float]) -> float:
    """Of the changes those that play at a fair speed."""
    return statistics.mean(ratio >= FAIR for ratio in ratios) if ratios else 1.0


def at(ratios: list[float], part: float) -> float:
    """The ratio that so large a part of them does not exceed."""
    return ratios[int(part * (len(ratios) - 1))] if ratios else 1.0
