"""Benchmark of changed rules: random games of each shipped game, and of the changes that `lusory repair` tries."""

from __future__ import annotations

import statistics

from lusory.engine import Machine
from lusory.games import catalogue
from lusory.lab.repair.changes import changes
from lusory.rules.game import Game

from .interleaved import Effort, play_for
from .report import Table

MOST = 12
"""So many changes of a game, evenly taken from all of them in their order."""
FAIR = 0.7
"""A change should play at this share of the game's own speed at least."""


def variations(effort: Effort) -> Table:
    """For each game the share of its changes that play at a fair speed, and the speeds beside its own."""
    heads = ("game", "plies/s", "way", "changes", f"at {FAIR} or more", "10 %", "median")
    table, every, alike = (
        Table("variations", "One rule changed, beside the game itself", heads),
        list[float](),
        list[float](),
    )
    for name, definition in sorted(catalogue().items()):
        game = definition.build()
        own_rate = rate(game, effort)
        rates = [(variation, rate(variation, effort)) for variation in sample(game)]
        # A change may leave nothing to play: such games have no speed.
        ratios = [(variation, its_rate / own_rate) for variation, its_rate in rates if its_rate]
        sorted_ratios = sorted(ratio for _, ratio in ratios)
        every += sorted_ratios
        alike += [ratio for variation, ratio in ratios if variation.board == game.board]
        table.add(name, own_rate, Machine(game).engine.playout_method, *row(sorted_ratios))
    table.add("all", "", "", *row(sorted(every)))
    table.add("all with the game's own board", "", "", *row(sorted(alike)))
    return table


def row(ratios: list[float]) -> tuple[str, float, float, float]:
    """How many changes there are, the share of those at a fair speed, the slowest tenth, the median."""
    return str(len(ratios)), share(ratios), at(ratios, 0.1), at(ratios, 0.5)


def sample(game: Game) -> list[Game]:
    """The game with one rule changed, in so many ways at most."""
    changed_games = [change.game for change in changes(game)[1:]]
    every = max(1, -(-len(changed_games) // MOST))
    return changed_games[::every]


def rate(game: Game, effort: Effort) -> float:
    """Plies a second; 0 where games end before their first ply. The first games compile the rules and do not count."""
    play_for(game, 0.0)
    return play_for(game, effort.seconds / 8).plies_per_second


def share(ratios: list[float]) -> float:
    """Of the changes those that play at a fair speed."""
    return statistics.mean(ratio >= FAIR for ratio in ratios) if ratios else 1.0


def at(ratios: list[float], part: float) -> float:
    """The ratio that so large a part of them does not exceed."""
    return ratios[int(part * (len(ratios) - 1))] if ratios else 1.0
