"""Benchmarks of the engine itself: threads, board sizes, compilation, random rule values, the games of the tests."""

from __future__ import annotations

import random
import statistics
import time

from lusory.games import Definition, library_games, load, studied_games
from lusory.play.bench import bench, compile_times
from lusory.rules import codec
from lusory.rules.game import Game
from lusory.testing import draw_game
from tools.usage import tags

from .interleaved import Effort, in_turns, ours, play_for
from .report import Table

DRAWN = 100
"""So many rule values are drawn."""


def threads(effort: Effort) -> Table:
    """How much a second thread brings."""
    table = Table("threads", "Two threads against one", ("game", "one/s", "two/s", "ratio"))
    for name in ("susan", "reversi", "hex", "hidden-gomoku"):
        game = load(name)
        rates = in_turns({"one": ours(game), "two": ours(game, threads=2)}, effort)
        table.add(name, rates["one"], rates["two"], rates["two"] / rates["one"])
    return table


def hex_sizes(effort: Effort) -> Table:
    """How the cost of a ply grows with the board."""
    table = Table("hex", "Hex on boards of 5 to 19", ("size", "games/s", "plies/s", "ns/ply"))
    for size in range(5, 20):
        game = load("hex", size=size)
        best = max((play_for(game, effort.seconds / 2) for _ in range(3)), key=lambda result: result.plies_per_second)
        table.add(str(size), best.games_per_second, best.plies_per_second, 1e9 / best.plies_per_second)
    return table


def compiling(_: Effort) -> Table:
    """Milliseconds."""
    table = Table("compile", "Compiling", ("game", "rules ms", "board ms"))
    for name, definition in sorted(studied_games().items()):
        board, compiled = compile_times(definition.build())
        table.add(name, 1000 * compiled, 1000 * board)
    return table


def drawn_value_rates(effort: Effort) -> Table:
    """The slowest, the median and so on: of a hundred rule values nobody had in mind."""
    results = [bench(game, seconds=effort.seconds / 5, clock=time.process_time) for game in values()]
    table = Table("drawn", "A hundred rule values drawn at random", ("of 100", "plies/s", "compile ms"))
    played = [result for result in results if result.plies_per_second]
    table.note = (
        f"{sum(result.by == 'python' for result in results)} of them are not played by the engine; "
        f"{len(results) - len(played)} are over before the first ply and left out"
    )
    rates = sorted(result.plies_per_second for result in played)
    compiled = sorted(1000 * (result.compile_seconds or 0.0) for result in played)
    for name, at in (("least", 0), ("10 %", 0.1), ("median", 0.5), ("90 %", 0.9), ("most", 1)):
        index = round(at * (len(played) - 1))
        table.add(name, rates[index], compiled[index])
    return table


def values() -> list[Game]:
    """The same ones each time."""
    return [draw_game(random.Random(seed).randrange) for seed in range(DRAWN)]


def kin(effort: Effort) -> Table:
    """What a game costs that nobody tuned the engine for, a ply, beside one that somebody may have."""
    table = Table(
        "kin", "The games of the library, each beside its next of kin", ("game", "plies/s", "kin", "its", "ratio")
    )
    pairs = kinship()
    rate = {name: median_rate(studied_games()[name].build(), effort) for name in sorted(set(pairs.values()))}
    for definition in library_games().values():
        own_rate, kin_rate = median_rate(definition.build(), effort), rate[pairs[definition.name]]
        table.add(definition.name, own_rate, pairs[definition.name], kin_rate, own_rate / kin_rate)
    return table


def kinship() -> dict[str, str]:
    """The game of the library: the studied game that shares most words with it."""
    shipped = {name: words(definition) for name, definition in studied_games().items()}
    return {
        definition.name: max(shipped, key=lambda name: likeness(words(definition), shipped[name]))
        for definition in library_games().values()
    }


def words(definition: Definition) -> set[str]:
    """The words of a game."""
    return set(tags(codec.plain(definition.build())))


def likeness(a: set[str], b: set[str]) -> float:
    """Words of both among the words of either."""
    return len(a & b) / len(a | b)


def median_rate(game: Game, effort: Effort) -> float:
    """Plies a second."""
    return statistics.median(play_for(game, effort.seconds / 5).plies_per_second for _ in range(3))
