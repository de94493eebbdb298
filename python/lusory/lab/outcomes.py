"""Outcomes of numbered games: the same number and seed give the same random numbers in every version of a game.

So two versions of a game that differ only in when they end play the same plies until they differ, and are compared game
by game. Random games of a rule value are played by the engine, all others by players, ply by ply.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol

import msgspec

from .._numbers import check_seed
from ..errors import PlayerFault
from ..play.program import Program
from ..rules.game import Game
from .collect.observe import Observed
from .collect.series import LIMIT, SeriesSetting, SeriesTask, SeriesWorker
from .json_log import JsonLog
from .measures.registry import LACKS
from .playouts import Playouts
from .pool import WorkerSpec, open_pool, single_process, worker_count
from .quantities import Outcome, Quantity, counted_quantities, ending_quantities, take
from .quantity_sums import Tally, sum_outcomes

PORTION = 8
"""Games in one job of a worker."""
MOST_JOBS = 1 << 30
"""The most jobs at a time; more than there will be workers."""


class GameSource(Protocol):
    """Numbered games of one version. counted_names: names of the figures that they give besides how they end."""

    players: int
    counted_names: list[str]

    def take(self, first: int, count: int) -> list[Outcome]:
        """The outcomes of games `first`, `first` + 1, ..."""

    def tally(self, first: int, count: int) -> Tally:
        """The same, added up."""

    def tells(self, quantity: Quantity) -> str:
        """Why these games have no such number; empty where they have."""

    def close(self) -> None:
        """Ends the supply of games."""


class GameRequest(NamedTuple):
    """A job of a worker: games of one version, by their numbers."""

    setting: SeriesSetting
    numbers: tuple[int, ...]


class OutcomeWorker:
    """Plays requested games; keeps the players of the last version. game: that version, if in this process."""

    def __init__(self, game: Game | Program | None = None) -> None:
        self.game = game
        self.worker: SeriesWorker | None = None

    def do(self, game_request: GameRequest) -> list[Observed]:
        """Plays the requested games."""
        if self.worker is None or self.worker.setting != game_request.setting:
            self.close()
            self.worker = SeriesTask(game_request.setting, game=self.game).worker()
        return [self.worker.do(number) for number in game_request.numbers]

    def close(self) -> None:
        """Releases the players."""
        if self.worker is not None:
            self.worker.close()


class OutcomeTask:
    """Starts workers; each GameRequest brings its own rules."""

    def worker(self) -> OutcomeWorker:
        """See jobs.JobTask."""
        return OutcomeWorker()


class GamePool:
    """Workers that serve the games of any version."""

    def __init__(self, workers: WorkerSpec) -> None:
        self.workers = workers
        self.begin()

    def begin(self) -> None:
        """Starts without workers; they are started when there is something to play."""
        self.pool = open_pool(OutcomeTask(), self.workers)

    def play(self, setting: SeriesSetting, numbers: Sequence[int]) -> Generator[list[Observed], None, None]:
        """The games in the order in which they finish. A caller that stops early must close it: games in progress are
        dropped, so that they are not taken for others with the same numbers. Raises LusoryError where one could not be
        played."""
        size = max(1, min(PORTION, len(numbers) // (4 * self.pool.most)))
        game_requests = [GameRequest(setting, tuple(numbers[at : at + size])) for at in range(0, len(numbers), size)]
        complete = False
        try:
            yield from self.pool.run(game_requests, lambda request: f"game {request.numbers[0]}")
            complete = True
        finally:
            if not complete:
                self.pool.close()
                self.begin()

    def close(self) -> None:
        """Stops workers that still play."""
        self.pool.close()


class PlayedGames:
    """Games between players, ply by ply. pool: its workers play them; without one, this process does. log: of the
    games, in the form of a measurement's log; those that it holds are not played again. quantities: summed besides how
    games end."""

    def __init__(
        self,
        setting: SeriesSetting,
        game: Game | Program,
        pool: GamePool | None,
        log: Path | None,
        quantities: Sequence[Quantity] = (),
    ) -> None:
        self.setting, self.pool, self.players = setting, pool, game.players
        self.worker, self.hidden = OutcomeWorker(game), game.start().hidden
        quantity_of = {quantity.name: quantity for quantity in (*ending_quantities(self.players), *quantities)}
        self.quantities = tuple(quantity_of.values())
        self.counted_names = [quantity.name for quantity in counted_quantities() if not self.tells(quantity)]
        self.log = JsonLog(log, "measurement", setting, Observed) if log is not None else None
        self.waiting: dict[int, Outcome] = {}
        for observed in self.log.entries() if self.log is not None else ():
            self.waiting[observed.number] = outcome(observed)

    def take(self, first: int, count: int) -> list[Outcome]:
        missing = [number for number in range(first, first + count) if number not in self.waiting]
        with closing(self.play(missing)) as stream:
            for observed in stream:
                if observed.fault:
                    raise PlayerFault(f"game {observed.number}: the player {observed.fault}")
                if self.log is not None:
                    self.log.add(observed)
                self.waiting[observed.number] = outcome(observed)
        return [self.waiting.pop(number) for number in range(first, first + count)]

    def play(self, numbers: Sequence[int]) -> Generator[Observed, None, None]:
        """The games of these numbers, in the order in which they finish."""
        if self.pool is None:
            for number in numbers:
                yield from self.worker.do(GameRequest(self.setting, (number,)))
        else:
            with closing(self.pool.play(self.setting, numbers)) as stream:
                for observeds in stream:
                    yield from observeds

    def tally(self, first: int, count: int) -> Tally:
        return sum_outcomes(self.take(first, count), self.quantities)

    def tells(self, quantity: Quantity) -> str:
        thoughtless = quantity.needs in ("values", "choices") and self.setting.blind
        return LACKS[quantity.needs] if thoughtless or (quantity.needs == "hidden" and not self.hidden) else ""

    def close(self) -> None:
        """The workers serve other versions, too."""
        self.worker.close()
        if self.log is not None:
            self.log.close()


def outcome(observed: Observed) -> Outcome:
    """The outcome of an observed game."""
    return Outcome(observed.values, len(observed.plies), observed.by, not observed.finished, take(observed))


class OutcomeSetting(msgspec.Struct, frozen=True):
    """The players and the random numbers of games. player: a spec, in every seat. limit: plies after which a game is
    cut."""

    player: str = "random"
    seed: int = 0
    limit: int = LIMIT

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "seed", check_seed(self.seed))

    @property
    def random(self) -> bool:
        """Whether the players are random."""
        return self.player == "random"

    def setting(self, game: Game | Program) -> SeriesSetting:
        """The setting of a series of this game. Raises LusoryError where it is invalid."""
        return SeriesSetting.of(game, self.player, "", self.seed, self.limit)


class Games:
    """The source of the games of all versions. workers: processes or threads (0: one a processor), or a RayCluster.
    quantities: of each game, besides how it ends."""

    def __init__(self, setting: OutcomeSetting, workers: WorkerSpec = 0, quantities: Sequence[Quantity] = ()) -> None:
        self.setting, self.workers, self.quantities = setting, workers, quantities
        self.threads = worker_count(workers)
        self._pool: GamePool | None = None
        self._seats: list[PlayedGames] = []

    def of(self, game: Game | Program, log: Path | None = None) -> GameSource:
        """The games of one version. Raises LusoryError where these players cannot play it."""
        position = game.start()
        setting = self.setting.setting(game)
        if self.setting.random and hasattr(position.state, "outcomes"):
            chance = {"seed": self.setting.seed, "limit": self.setting.limit}
            return Playouts(position, **chance, threads=self.threads, quantities=self.quantities)
        if self._pool is None and not single_process(self.workers, MOST_JOBS) and isinstance(game, Game):
            self._pool = GamePool(self.workers)
        played_games = PlayedGames(setting, game, self._pool if isinstance(game, Game) else None, log, self.quantities)
        self._seats.append(played_games)
        return played_games

    def fast(self, source: GameSource) -> bool:
        """Whether the engine plays the games, thousands at once."""
        return isinstance(source, Playouts)

    def close(self) -> None:
        """Stops the workers."""
        for seats in self._seats:
            seats.close()
        if self._pool is not None:
            self._pool.close()

    def __enter__(self) -> Games:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
