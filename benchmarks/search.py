"""Benchmark of Monte Carlo tree search: simulations per second beside OpenSpiel's search in C++, speed-up by a second
thread, time in the tree and in playouts, several playouts per leaf."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from lusory._engine import Search
from lusory.engine.machine import Machine
from lusory.games import catalogue, load
from lusory.players.limits import LEAF_PLAYOUTS
from lusory.rules.game import Game

from .interleaved import Effort, Rate, in_turns
from .openspiel import PYTHON, Worker
from .report import Table

SIMULATIONS = 10_000
"""Simulations of a search, from the start of a game and in a new tree."""
LONG = 200_000
"""Simulations of each thread in the comparison of one and two threads."""
GAMES: tuple[tuple[str, dict[str, int], str], ...] = (
    ("connect-four", {}, "connect_four"),
    ("hex", {"size": 11}, "hex(board_size=11)"),
)
"""Games: their name here, their options, and their name in OpenSpiel."""


def searches(
    game: Game,
    threads: int = 1,
    simulations: int = SIMULATIONS,
    clock: Callable[[], float] = time.process_time,
    leaf: int = 1,
) -> Rate:
    """The rate of simulations a second. simulations: simulations of each thread in a search. clock: measures the time,
    by default the processor time of this process. leaf: random games from each leaf."""
    state, rng = game.start().state, random.Random(1)

    def rate(seconds: float) -> float:
        count, started = 0, clock()
        while (elapsed := clock() - started) < seconds or not count:
            search = Search(state, seed=rng.getrandbits(64), threads=threads, leaf=leaf)
            search.run(simulations=threads * simulations)
            count += threads * simulations
        return count / elapsed

    return rate


def share(game: Game, seconds: float) -> float:
    """The share of a search's time that is spent in the tree; the rest is random games. One simulation in 64 is timed,
    and the time of reading the clock is subtracted."""
    state, rng = game.start().state, random.Random(1)
    tree = playouts = 0.0
    started = time.process_time()
    while time.process_time() - started < seconds or not playouts:
        search = Search(state, seed=rng.getrandbits(64), timed=True)
        search.run(simulations=SIMULATIONS)
        tree_time, playout_time = search.spent()
        tree, playouts = tree + tree_time, playouts + playout_time
    return tree / (tree + playouts)


def measure(effort: Effort) -> Table:
    """The table of rates. ratio: lusory's simulations a second over OpenSpiel's."""
    heads = ("game", "ours/s", "theirs/s", "ratio", "two threads", "tree us", "playouts us")
    table = Table("search", f"Searches of {SIMULATIONS:,} simulations, against OpenSpiel", heads)
    if not PYTHON.exists():
        return table.without("OpenSpiel is not here (tools/setup.sh bench fetches it)")
    with Worker() as worker:
        for name, options, openspiel_name in GAMES:
            game = load(name, **options)

            def theirs(seconds: float, openspiel_name: str = openspiel_name) -> float:
                return worker.ask("search", openspiel_name, seconds, SIMULATIONS)

            rates = in_turns({"ours": searches(game), "theirs": theirs}, effort)
            by_threads = in_turns({f"{n}": searches(game, n, LONG, time.perf_counter) for n in (1, 2)}, effort)
            ratios = rates["ours"] / rates["theirs"], by_threads["2"] / by_threads["1"]
            microseconds, tree = 1e6 / rates["ours"], share(game, effort.seconds)
            times = microseconds * tree, microseconds * (1 - tree)
            table.add(openspiel_name, rates["ours"], rates["theirs"], *ratios, *times)
    return table


def leaves(effort: Effort) -> Table:
    """Simulations a second of games without a kernel: with one random game from each leaf, and with several lanes."""
    title = f"Searches of {SIMULATIONS:,} simulations with 1 and with {LEAF_PLAYOUTS} random games from each leaf"
    table = Table("leaves", title, ("game", "1: sims/s", f"{LEAF_PLAYOUTS}: sims/s", "ratio"))
    for definition in catalogue().values():
        game = definition.build()
        if Machine(game).engine.playout_method.startswith("program"):
            by_leaf = {"one": searches(game), "several": searches(game, leaf=LEAF_PLAYOUTS)}
            rates = in_turns(by_leaf, effort)
            table.add(definition.name, rates["one"], rates["several"], rates["several"] / rates["one"])
    return table
