"""Benchmark of random games: speed, results, lengths."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from .._numbers import check_quantity, check_seed, check_whole
from .._renamed import renamed_argument
from ..rules.events import CHANCE
from ..rules.expression_text import spell
from ..rules.game import Game
from .contract import Contract
from .position import Position
from .program import Program

LIMIT = 10_000
"""The ply limit of games: some rules never end."""
BATCH = 0.2
"""Seconds that a batch of games should take: so often progress is reported."""
COMPILED = 9
"""How often a rule value is compiled; the median counts."""


class Bench(msgspec.Struct, kw_only=True):
    """The result of a benchmark of random games. seconds: spent playing."""

    game: str
    by: str
    """Who played: `engine plain`, `engine v3`, or `python`, which is slow."""
    threads: int
    seed: int
    games: int = 0
    plies: int = 0
    seconds: float = 0.0
    wins: list[int]
    """Games won, by player."""
    draws: int = 0
    """Drawn games."""
    cut_off: int = 0
    """Games not over after LIMIT plies."""
    ended_by: dict[str, int] = {}
    """How many games each end ended."""
    compile_seconds: float | None = None
    """From the rule value to an engine that plays it, its board worked out already."""
    board_seconds: float | None = None
    """Working out the board."""
    state_bytes: int | None = None
    """The size of a position at the start."""

    @property
    def games_per_second(self) -> float:
        """Random games a second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def plies_per_second(self) -> float:
        """Plies a second."""
        return self.plies / self.seconds if self.seconds else 0.0

    @property
    def length(self) -> float:
        """Plies a game."""
        return self.plies / self.games if self.games else 0.0

    def share(self, count: int) -> float:
        """A count as a share of all games, from 0 to 1."""
        return count / self.games if self.games else 0.0


@renamed_argument("told", "on_progress")
def bench(
    game: Game | Program,
    *,
    seconds: float = 1.0,
    games: int = 0,
    threads: int = 1,
    seed: int = 0,
    costs: bool = True,
    clock: Callable[[], float] = time.perf_counter,
    on_progress: Callable[[Bench], None] | None = None,
) -> Bench:
    """Plays random games for some seconds, or so many games where `games` is given.

    `costs` measures what compiling takes, too. clock: measures time; `time.process_time` counts this process only.
    on_progress: called a few times a second with the result so far. Game number i of a seed is always the same game, on
    any number of threads. Raises LusoryError for numbers that make no sense.
    """
    seed, games, threads = check_seed(seed), check_whole("games", games, 0), check_whole("threads", threads, 1)
    seconds = check_quantity("seconds", seconds)
    position = game.start()
    result = Bench(
        game=position.contract.name,
        by=player_of(position),
        threads=threads,
        seed=seed,
        wins=[0] * position.contract.players,
    )
    if costs and isinstance(game, Game) and result.by != "python":
        result.board_seconds, result.compile_seconds = compile_times(game)
        result.state_bytes = position.state.__sizeof__()
    size = threads
    while result.games < games if games else result.seconds < seconds or not result.games:
        size = min(size, games - result.games) if games else size
        started = clock()
        batch(position, result, size)
        took = clock() - started
        result.seconds += took
        size = larger(size, took)
        if on_progress:
            on_progress(result)
    return result


def larger(size: int, seconds: float) -> int:
    """The size of the next batch, to take about BATCH seconds."""
    return max(1, min(size * 8, int(size * BATCH / max(seconds, 1e-6))))


def player_of(position: Position) -> str:
    """What plays the random games: the engine with its CPU level, or `python`."""
    if not hasattr(position.state, "playouts"):
        return "python"
    from .. import _engine

    return f"engine {_engine.level}"


def batch(position: Position, result: Bench, games: int) -> None:
    """Plays the next games and adds them."""
    if result.by == "python":
        for number in range(result.games, result.games + games):
            play_slowly(position.contract, result, random.Random(f"{result.seed} {number}"))
    else:
        numbers = {"seed": result.seed, "first": result.games, "threads": result.threads, "limit": LIMIT}
        add(position.contract, result, position.state.playouts(games, **numbers))
    result.games += games


def add(contract: Any, result: Bench, totals: dict[str, Any]) -> None:
    """Adds the engine's counts."""
    from ..reference.progression import NOTHING_LEGAL

    _, _, wins, draws = totals["results"]
    result.plies += totals["plies"]
    result.wins = [a + b for a, b in zip(result.wins, wins, strict=True)]
    result.draws += draws
    result.cut_off += totals["cut_off"]
    ends = Counter(result.ended_by)
    for end, count in zip(contract.game.ends, totals["ended_by"], strict=False):
        ends[spell(end)] += count
    ends[NOTHING_LEGAL] += totals["nothing_legal"]
    result.ended_by = dict(+ends)


def play_slowly(contract: Contract, totals: Bench, rng: random.Random) -> None:
    """One random game of a contract in Python."""
    state = contract.start()
    for _ in range(LIMIT):
        result = contract.result(state)
        if result is not None:
            totals.ended_by[result.by] = totals.ended_by.get(result.by, 0) + 1
            if 1.0 in result.values:
                totals.wins[result.values.index(1.0)] += 1
            else:
                totals.draws += 1
            return
        actions = contract.legal(state)
        weights = contract.weights(state) if contract.to_move(state) == CHANCE else None
        state, _ = contract.play(state, rng.choices(actions, weights)[0])
        totals.plies += 1
    totals.cut_off += 1


def compile_times(game: Game) -> tuple[float, float]:
    """Seconds to work out the board, and to compile the rule value once that is done: medians."""
    from .._engine import Engine
    from ..engine import program

    work_out = getattr(game.board, "work_out", game.board.geometry)
    board, compiled = [], []
    for _ in range(COMPILED):
        anew = msgspec.structs.replace(game)  # what a game has worked out of itself it keeps
        started = time.perf_counter()
        work_out()
        middle = time.perf_counter()
        Engine(program(anew))
        board.append(middle - started)
        compiled.append(time.perf_counter() - middle)
    return statistics.median(board), statistics.median(compiled)
