"""How numbered games ended: the same number of the same seed meets the same chance in every version of a game.

So two versions of a game that differ only in when they end play the same plies until they differ, and are compared game
by game. Random games of a rule value are played by the engine, all others by players, ply by ply.
"""

from __future__ import annotations

import math
import struct
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import msgspec

from ..engine.machine import processors
from ..errors import LusoryError, PlayerFault
from ..play.position import Position
from ..play.program import Program
from ..players import read_spec
from ..rules.game import Game
from .crew import Crew, checked
from .matches.game import Players, play_game
from .matches.setting import LIMIT, Setting
from .tally import Outcome, Tally, numbers, tallied

CUT = -2
"""The engine's number for the end of a game that was cut off."""
PORTION = 8
"""Games that a worker is asked for at once."""


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
        self.players = position.contract.players
        self.setting = {"seed": ground.seed, "threads": threads, "limit": ground.limit}

    def take(self, first: int, count: int) -> list[Outcome]:
        found = self.state.outcomes(count, first=first, **self.setting)
        points, ends = found["points"], struct.unpack(f"<{count}h", found["ends"])
        lengths = struct.unpack(f"<{count}I", found["lengths"])
        values = [
            tuple(part / 12 for part in points[i : i + self.players]) for i in range(0, len(points), self.players)
        ]
        return [Outcome(*one, cut=one[2] == CUT) for one in zip(values, lengths, ends, strict=True)]

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
    """What is asked of a worker: so many games of one version, from the number `first` on."""

    setting: Setting
    first: int
    many: int


class Tables:
    """In a worker: the version whose games it plays now."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def do(self, asked: Asked) -> list[Outcome]:
        """Plays the games it is asked for."""
        if self.table is None or self.table.setting != asked.setting:
            self.close()
            self.table = Table(asked.setting, asked.setting.rules())
        return self.table.take(asked.first, asked.many)

    def close(self) -> None:
        """There are no more."""
        if self.table is not None:
            self.table.close()


class Hall:
    """What travels to a worker: nothing; each game comes with its rules."""

    def desk(self) -> Tables:
        """Begins, in the worker."""
        return Tables()


class Pool:
    """Workers that stay, and play games of any version."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.idle: list[Connection] = []
        self.crew = Crew(Hall(), lambda asked: f"games {asked.first} to {asked.first + asked.many - 1}")

    def play(self, setting: Setting, first: int, count: int) -> list[Outcome]:
        """The games in their order. Raises LusoryError where one could not be played."""
        size = max(1, min(PORTION, math.ceil(count / self.workers)))
        todo = iter([Asked(setting, at, min(size, first + count - at)) for at in range(first, first + count, size)])
        found: dict[int, list[Outcome]] = {}
        for _, asked in zip(range(self.workers), todo, strict=False):
            self.crew.give(self.idle.pop() if self.idle else self.crew.hire(), asked)
        while self.crew.doing:
            for ready in wait(list(self.crew.doing)):
                assert isinstance(ready, Connection)
                asked = self.crew.doing.pop(ready)
                try:
                    found[asked.first] = self.crew.heard(ready.recv())
                except (EOFError, OSError):
                    self.crew.give(self.crew.replaced(ready, asked), asked)
                    continue
                following = next(todo, None)
                if following is None:
                    self.idle.append(ready)
                else:
                    self.crew.give(ready, following)
        return [outcome for at in sorted(found) for outcome in found[at]]

    def close(self) -> None:
        """Whoever still plays is told to stop."""
        self.crew.dismiss()


class Spread:
    """Games between players, by workers."""

    def __init__(self, setting: Setting, players: int, pool: Pool) -> None:
        self.setting, self.players, self.pool = setting, players, pool

    def take(self, first: int, count: int) -> list[Outcome]:
        return self.pool.play(self.setting, first, count)

    def tally(self, first: int, count: int) -> Tally:
        return tallied(self.take(first, count), self.players)

    def close(self) -> None:
        """The workers serve other versions, too."""


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
        ground.check()
        self.ground, self.workers = ground, checked(workers) or processors()
        self._pool: Pool | None = None

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
        self._pool = self._pool or Pool(self.workers)
        return Spread(setting, game.players, self._pool)

    def fast(self, source: Source) -> bool:
        """Does the engine play them, thousands at once?"""
        return isinstance(source, Playouts)

    def close(self) -> None:
        """No more games are played."""
        if self._pool is not None:
            self._pool.close()

    def __enter__(self) -> Games:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
