"""Plays the games of a training on other processes or machines. Each round they get the present net; games are
numbered, so that the trained net does not depend on who played which, or on machines that leave."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from .._engine import Learner, Net
from ..learn.board import board
from ..learn.net import GameNet, machine
from ..learn.training import GamePlayer, RoundGames
from ..rules.game import Game
from .pool import JobPool, WorkerSpec, open_pool

JOBS = 4
"""Jobs of a round for each worker, so that fast ones do more."""


class SelfPlayJob(NamedTuple):
    """Some games of a round. number: of the round, counted from the beginning of the work."""

    number: int
    games: RoundGames


class SelfPlayTask(NamedTuple):
    """Makes workers. pieces, scale: see NetHeader. seed, decay, noise: of the training."""

    game: Game
    pieces: list[tuple[int, int]]
    scale: list[float]
    seed: int
    decay: float | None
    noise: float | None

    def worker(self) -> SelfPlayWorker:
        """See JobTask."""
        return SelfPlayWorker(self)


class SelfPlayWorker:
    """Plays games with the net of the round."""

    def __init__(self, task: SelfPlayTask) -> None:
        self.task, self.number = task, -1
        self.contract, self.board = machine(task.game), board(task.game)

    def do(self, job: SelfPlayJob) -> tuple[int, bytes]:
        """The number of the first game, and the games. Raises LusoryError."""
        if job.number != self.number:
            self.learner, self.number = self._learner(job.games.weights), job.number
        games = self.learner.play(job.games.first, job.games.size, job.games.progress)
        if games is None:
            raise KeyboardInterrupt
        return job.games.first, games

    def _learner(self, weights: bytes) -> Learner:
        task = self.task
        net = Net.from_parts(
            self.board, task.pieces, task.scale, weights, sides=task.game.players, secrets=self.contract.hidden
        )
        noise = None if task.noise is None else (task.noise, task.noise)
        return Learner(self.contract.start(), net, seed=task.seed, decay=task.decay, noise=noise)

    def close(self) -> None:
        """See JobWorker."""


class PooledGames:
    """Plays the games of rounds with the workers of a pool."""

    def __init__(self, pool: JobPool[Any]) -> None:
        self.pool, self.number = pool, 0

    def __call__(self, games: RoundGames) -> list[bytes]:
        """See GamePlayer. Raises LusoryError."""
        self.number += 1
        size = max(1, games.size // (JOBS * self.pool.most))
        ends = games.first + games.size
        jobs = (
            SelfPlayJob(self.number, games._replace(first=first, size=min(size, ends - first)))
            for first in range(games.first, ends, size)
        )
        return [data for _, data in sorted(self.pool.run(jobs, lambda job: f"games from {job.games.first}"))]


@contextmanager
def games_elsewhere(
    net: GameNet, workers: WorkerSpec, decay: float | None = None, noise: float | None = None
) -> Iterator[GamePlayer]:
    """A player of the games of a training that begins with this net. Raises LusoryError where a cluster cannot be
    reached."""
    parts = net.net.parts()
    task = SelfPlayTask(net.game, list(parts["pieces"]), list(parts["scale"]), net.training.seed, decay, noise)
    with closing(open_pool(task, workers)) as pool:
        yield PooledGames(pool)
