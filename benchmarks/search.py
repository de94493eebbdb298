"""Benchmark of searches by simulations: simulations per second compared with OpenSpiel's search in C++, the gain of a
second thread, and a profile."""

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
"""Each search makes so many, from the start of a game and in a new tree."""
LONG = 200_000
"""Threads are for long searches: there each makes so many."""
GAMES: tuple[tuple[str, dict[str, int], str], ...] = (
    ("connect-four", {}, "connect_four"),
    ("hex", {"size": 11}, "hex(board_size=11)"),
)
"""Our game with its options, and theirs."""


def searches(
    game: Game,
    threads: int = 1,
    each: int = SIMULATIONS,
    clock: Callable[[], float] = time.process_time,
    leaf: int = 1,
) -> Rate:
    """Our simulations a second, in searches in which each thread makes so many: of our own time, if nothing else is
    said. leaf: random games from each leaf."""
    state, chance = game.start().state, random.Random(1)

    def rate(seconds: float) -> float:
        done, begun = 0, clock()
        while (passed := clock() - begun) < seconds or not done:
            search = Search(state, seed=chance.getrandbits(64), threads=threads, leaf=leaf)
            search.run(simulations=threads * each)
            done += threads * each
        return done / passed

    return rate


def share(game: Game, seconds: float) -> float:
    """How much of its time a search spends in the tree; the rest is random games. One simulation in 64 is timed, and
    what it takes to read the clock is subtracted."""
    state, chance = game.start().state, random.Random(1)
    tree = playouts = 0.0
    begun = time.process_time()
    while time.process_time() - begun < seconds or not playouts:
        search = Search(state, seed=chance.getrandbits(64), timed=True)
        search.run(simulations=SIMULATIONS)
        one, other = search.spent()
        tree, playouts = tree + one, playouts + other
    return tree / (tree + playouts)


def measure(effort: Effort) -> Table:
    """The ratio tells how much faster we are."""
    heads = ("game", "ours/s", "theirs/s", "ratio", "two threads", "tree us", "playouts us")
    table = Table("search", f"Searches of {SIMULATIONS:,} simulations, against OpenSpiel", heads)
    if not PYTHON.exists():
        return table.without("OpenSpiel is not here (tools/setup.sh bench fetches it)")
    with Worker() as worker:
        for name, options, there in GAMES:
            game = load(name, **options)

            def theirs(seconds: float, there: str = there) -> float:
                return worker.ask("search", there, seconds, SIMULATIONS)

            rates = in_turns({"ours": searches(game), "theirs": theirs}, effort)
            both = in_turns({f"{n}": searches(game, n, LONG, time.perf_counter) for n in (1, 2)}, effort)
            ratios = rates["ours"] / rates["theirs"], both["2"] / both["1"]
            each, tree = 1e6 / rates["ours"], share(game, effort.seconds)
            table.add(there, rates["ours"], rates["theirs"], *ratios, each * tree, each * (1 - tree))
    return table


def leaves(effort: Effort) -> Table:
    """Searches with one random game from each leaf, and with several side by side, of games without a kernel."""
    title = f"Searches of {SIMULATIONS:,} simulations with 1 and with {LEAF_PLAYOUTS} random games from each leaf"
    table = Table("leaves", title, ("game", "1: sims/s", f"{LEAF_PLAYOUTS}: sims/s", "ratio"))
    for definition in catalogue().values():
        game = definition.build()
        if Machine(game).engine.playout_method.startswith("program"):
            both = {"one": searches(game), "several": searches(game, leaf=LEAF_PLAYOUTS)}
            rates = in_turns(both, effort)
            table.add(definition.name, rates["one"], rates["several"], rates["several"] / rates["one"])
    return table
