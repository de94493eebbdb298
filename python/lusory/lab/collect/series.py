"""Plays a series of games between players, observed ply by ply, in this process or in worker processes."""

from __future__ import annotations

import operator
import random
from collections.abc import Generator, Iterable
from typing import Any, NamedTuple

import msgspec

from ..._numbers import check_seed
from ...errors import LusoryError
from ...play.position import Position
from ...play.program import Program, log_identity
from ...players import Player, Spec, read_spec, seen_by
from ...players.random_player import RandomPlayer
from ...rules.events import CHANCE
from ...rules.game import Game
from .. import jobs, pool
from ..matches.game import Players, fault_text, position_after
from ..matches.workers import ClassSource, load_game
from .judge import Judge, strengths
from .observe import Observed, Watch

SECRETS = 12
"""Hidden information is measured in so many first games only, since that is slow."""
MOST_GAMES = 1_000_000_000
"""Games of a series at most."""
LIMIT = 2000
"""The ply limit of games: some rules never end."""


class SeriesSetting(msgspec.Struct, frozen=True, kw_only=True):
    """Determines a series of games, where no player is timed. game: the rules as they are stored, or the identifier of
    a Python class. player: the spec of all players; `second`: of the second of two, where it differs. seed: of all
    randomness. limit: a game is cut off after so many plies. opening: random plies before the players begin; a turn
    that they leave unfinished is finished at random. judge: `mcts:N` that evaluates each position, besides the players;
    a judge of half its simulations does, too (see lab/collect/judge.py)."""

    game: str
    player: str = "random"
    second: str = ""
    seed: int = 0
    limit: int = LIMIT
    opening: int = 0
    judge: str = ""

    @classmethod
    def of(
        cls,
        game: Game | Program,
        player: str,
        second: str = "",
        seed: int = 0,
        limit: int = LIMIT,
        opening: int = 0,
        judge: str = "",
    ) -> SeriesSetting:
        """A setting that makes sense. Raises LusoryError where it does not."""
        if second and game.players != 2:
            raise LusoryError(f"--second {second}: this game is for {game.players}, expected one for two")
        for spec in (player, second or player):
            read_spec(spec).player(game).close()
        for name, value, least in (("limit", limit, 1), ("opening", opening, 0)):
            if value < least:
                raise LusoryError(f"{name}: {value}, expected at least {least}")
        seed = check_seed(seed)
        if judge:
            strengths(judge)
        limit, opening = operator.index(limit), operator.index(opening)
        identity = log_identity(game)
        return cls(game=identity, player=player, second=second, seed=seed, limit=limit, opening=opening, judge=judge)

    def specs(self, players: int) -> tuple[Spec, ...]:
        """The spec of the player in each seat."""
        first, second = read_spec(self.player), read_spec(self.second or self.player)
        return (first, second, *(first for _ in range(2, players)))[:players]

    @property
    def timed(self) -> bool:
        """Whether the same seed may mean other games."""
        return any(spec.timed for spec in self.specs(2))

    @property
    def blind(self) -> bool:
        """Whether every player plays at random."""
        return not self.opening and not self.judge and self.player == "random" and self.second in ("", "random")

    def chance(self, *path: object) -> random.Random:
        """A random stream for each path."""
        return random.Random(":".join(map(str, (self.seed, *path))))


class SeriesTask(NamedTuple):
    """Starts workers of a series. game: where the worker is this process."""

    setting: SeriesSetting
    source: ClassSource | None = None
    game: Game | Program | None = None

    def worker(self) -> SeriesWorker:
        """See jobs.JobTask."""
        game = load_game(self.setting.game, self.source) if self.game is None else self.game
        return SeriesWorker(self.setting, game)


class SeriesWorker:
    """Plays games of a series: holds the players of this process and the start position."""

    def __init__(self, setting: SeriesSetting, game: Any) -> None:
        self.setting, self.start = setting, game.start()
        self.players = Players(setting.specs(game.players), game)
        self.judge = Judge(setting.judge, game) if setting.judge else None

    def do(self, number: int) -> Observed:
        """Plays a game; the same for the same setting and number, where no player is timed."""
        return Round(self, number).play()

    def close(self) -> None:
        """Releases the players."""
        self.players.close()
        if self.judge is not None:
            self.judge.close()


class Round:
    """A game in progress."""

    def __init__(self, worker: SeriesWorker, number: int) -> None:
        self.worker, self.setting, self.position = worker, worker.setting, worker.start
        self.watch = Watch(number, worker.start, secrets=number < SECRETS)
        self.chance_stream = self.setting.chance(number, "nature")
        self.opening, self.opening_plies = self.setting.opening > 0, 0
        self.luck = self.setting.chance(number, "opening")
        self.referee = self.setting.chance(number, "judge")
        self.rngs = [self.setting.chance(number, seat) for seat in range(len(worker.players.specs))]

    def play(self) -> Observed:
        """Plays the game to its end."""
        seats: list[Player] = []
        for seat in range(len(self.rngs)):
            try:
                seats.append(self.worker.players.ready(seat))
            except LusoryError as fault:
                return self.forfeit(seat, fault)
        while self.position.result is None and self.position.ply < self.setting.limit:
            mover = self.position.to_move
            assert mover is not None
            if mover == CHANCE:
                self.follow(self.position.chance(self.chance_stream))
                continue
            if self.opens():
                self.follow(self.position.follow(self.luck.choice(self.position.moves().ids)))
                continue
            try:
                after = position_after(self.position, self.choose_ply(seats[mover], mover))
            except Exception as fault:
                return self.forfeit(mover, fault)
            self.follow(after, seats[mover])
        return self.watch.record(self.position, cut=self.position.result is None)

    def opens(self) -> bool:
        """Whether the next ply is random, as part of the opening. Called once a ply; chance plies do not count; the
        last turn is finished."""
        if self.opening and self.opening_plies >= self.setting.opening and self.position.past[-1].turn_over:
            self.opening = False
        self.opening_plies += self.opening
        return self.opening

    def choose_ply(self, player: Player, mover: int) -> str | int:
        """The ply that a player chooses. A random player gets no view."""
        rng = self.rngs[mover]
        if isinstance(player, RandomPlayer):
            ply: int = rng.choice(self.position.moves().ids)
            return ply
        return player.choose(seen_by(self.position, mover), rng)

    def follow(self, after: Position, player: Player | None = None) -> None:
        """Plays a ply and records it."""
        thought, judge = player.thought if player else None, self.worker.judge
        judged = judge.worth(self.position, self.referee) if judge and player else None
        self.watch.ply(self.position, after, thought, judged)
        self.position = after

    def forfeit(self, seat: int, fault: Exception) -> Observed:
        """Ends the game because a player failed; it does not count."""
        self.worker.players.drop(seat)
        return self.watch.record(self.position, fault=f"{self.worker.players.specs[seat].text} {fault_text(fault)}")


def games(
    setting: SeriesSetting,
    game: Game | Program,
    source: ClassSource | None,
    numbers: Iterable[int],
    workers: pool.WorkerSpec,
) -> Generator[Observed, None, None]:
    """The games of these numbers, in the order in which they finish, played by workers or by this process."""
    if workers == 1 or (source is None and isinstance(game, Program)):
        return jobs.run_in_process(SeriesTask(setting, source, game), numbers)
    return pool.spread(SeriesTask(setting, source), numbers, workers, lambda number: f"game {number + 1}")
