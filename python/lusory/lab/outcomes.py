"""How numbered games ended: the same number of the same seed meets the same chance in every version of a game.

So two versions of a game that differ only in when they end play the same plies until they differ, and are compared game
by game. Random games of a rule value are played by the engine, all others by players, ply by ply.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import msgspec

from ..engine.machine import processors
from ..errors import LusoryError, PlayerFault
from ..play.position import Position
from ..play.program import Program
from ..players import read_spec
from ..rules.game import Game
from .matches.game import Players, play_game
from .matches.setting import LIMIT, Setting
from .tally import Outcome, Tally, numbers, tallied

MOST_WORKERS = 1024
PORTION = 8
"""Games that a worker is asked for at once: so long Ctrl-C may wait, at most."""


class Source(Protocol):
    """Numbered games of one version."""

    players: int

    def take(self, first: int, count: int) -> list[Outcome]:
        """How games `first`, `first` + 1, ... ended."""

    def tally(self, first: int, count: int) -> Tally:
        """The same, added up."""

    def close(self) -> None:
        """No more games are asked for."""


class Playouts:
    """Random games of a rule value, on the engine."""

    def __init__(self, position: Position, ground: Ground, threads: int) -> None:
        self.state: Any = position.state
        self.contract: Any = position.contract
        self.players = position.contract.players
        self.setting = {"seed": ground.seed, "threads": threads, "limit": ground.limit}

    def take(self, first: int, count: int) -> list[Outcome]:
        return [self._one(number) for number in range(first, first + count)]

    def _one(self, number: int) -> Outcome:
        found = self.state.playouts(1, first=number, **self.setting | {"threads": 1})
        games, points, _, _ = found["results"]
        if not games:
            return Outcome((0.0,) * self.players, found["plies"], "", cut=True)
        values = tuple(part / 12 for part in points)
        ends = [i for i, many in enumerate(found["ended_by"]) if many]
        return Outcome(values, found["plies"], str(ends[0]) if ends else "")

    def tally(self, first: int, count: int) -> Tally:
        found = self.state.playouts(count, first=first, **self.setting)
        games, points, wins, draws = found["results"]
        lengths = list(enumerate(found["lengths"]))
        score = points[0] / 12
        squared = wins[0] + draws / 4 if self.players == 2 else score  # of more players a draw's shares differ: at most
        sums = [*wins, draws, score, sum(n * many for n, many in lengths)]
        squares = [*wins, draws, squared, sum(n * n * many for n, many in lengths)]
        named = [dict(zip(numbers(self.players), map(float, column), strict=True)) for column in (sums, squares)]
        return Tally(games, found["cut_off"], *named)

    def close(self) -> None:
        """Nothing is held."""


class Table:
    """Games between players, in this process: the same player sits in every seat."""

    def __init__(self, setting: Setting, game: Game | Program) -> None:
        self.setting, self.players = setting, game.players
        self._start = game.start()
        self._seated = Players(setting.specs, game)

    def take(self, first: int, count: int) -> list[Outcome]:
        return [self._one(number) for number in range(first, first + count)]

    def _one(self, number: int) -> Outcome:
        played = play_game(self.setting, self._start, self._seated, number, swapped=False)
        if played.fault is not None:
            raise PlayerFault(f"game {number}, after {played.fault.ply} plies: the player {played.fault.said}")
        return Outcome(played.values, len(played.plies), played.by, played.cut)

    def tally(self, first: int, count: int) -> Tally:
        return tallied(self.take(first, count), self.players)

    def close(self) -> None:
        self._seated.close()


class Asked(NamedTuple):
    """What is asked of a worker: some games of one version."""

    setting: Setting
    first: int
    count: int


_TABLES: dict[Setting, Table] = {}
"""In a worker: the version whose games it plays now."""


def work(asked: Asked) -> list[Outcome]:
    """In a worker: plays the games it is asked for."""
    table = _TABLES.get(asked.setting)
    if table is None:
        for old in _TABLES.values():
            old.close()
        _TABLES.clear()
        table = _TABLES[asked.setting] = Table(asked.setting, asked.setting.rules())
    return table.take(asked.first, asked.count)


def deaf() -> None:
    """In a worker: Ctrl-C is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Crew:
    """Processes that play games of any version. They get the rules as JSON, so nothing is shared."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, mp_context=context, initializer=deaf)

    def play(self, setting: Setting, first: int, count: int) -> list[Outcome]:
        """The games in their order. Raises LusoryError where a worker has died."""
        size = max(1, min(PORTION, math.ceil(count / self.workers)))
        todo = [Asked(setting, at, min(size, first + count - at)) for at in range(first, first + count, size)]
        try:
            return [outcome for part in self._pool.map(work, todo) for outcome in part]
        except BrokenProcessPool:
            raise LusoryError("a process that played games died; was there enough memory?") from None

    def close(self) -> None:
        """Whoever still plays is told to stop."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Spread:
    """Games between players, by a crew."""

    def __init__(self, setting: Setting, players: int, crew: Crew) -> None:
        self.setting, self.players, self.crew = setting, players, crew

    def take(self, first: int, count: int) -> list[Outcome]:
        return self.crew.play(self.setting, first, count)

    def tally(self, first: int, count: int) -> Tally:
        return tallied(self.take(first, count), self.players)

    def close(self) -> None:
        """The crew serves other versions, too."""


class Ground(msgspec.Struct, frozen=True):
    """Who plays, and by which chance. player: a spec, in every seat. limit: plies after which a game is cut."""

    player: str = "random"
    seed: int = 0
    limit: int = LIMIT

    def check(self) -> None:
        """LusoryError where it makes no sense."""
        read_spec(self.player)
        if not 0 <= self.seed < 2**64:
            raise LusoryError(f"seed {self.seed}: expected 0 to 2^64 - 1")
        if self.limit < 1:
            raise LusoryError(f"limit {self.limit}: expected at least 1")

    @property
    def random(self) -> bool:
        """Do the players take any legal ply?"""
        return self.player == "random"


class Games:
    """Where the games of all versions come from. workers: processes or threads; 0 is one a processor."""

    def __init__(self, ground: Ground, workers: int = 0) -> None:
        if not 0 <= workers <= MOST_WORKERS:
            raise LusoryError(f"{workers} workers: expected at most {MOST_WORKERS}")
        ground.check()
        self.ground, self.workers = ground, workers or processors()
        self._crew: Crew | None = None

    def of(self, game: Game | Program) -> Source:
        """The games of one version. Raises LusoryError where these players cannot play it."""
        position = game.start()
        if self.ground.random and hasattr(position.state, "playouts"):
            return Playouts(position, self.ground, self.workers)
        setting = Setting.of(
            game, self.ground.player, self.ground.player, seed=self.ground.seed, opening=0, limit=self.ground.limit
        )
        if self.workers == 1 or isinstance(game, Program):
            return Table(setting, game)
        self._crew = self._crew or Crew(self.workers)
        return Spread(setting, game.players, self._crew)

    def close(self) -> None:
        """No more games are played."""
        if self._crew is not None:
            self._crew.close()

    def __enter__(self) -> Games:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
