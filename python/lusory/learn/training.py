"""Trains nets by games against themselves: TD(0), one ply ahead (the engine's crates/learn)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from .._engine import Learner
from ..errors import LusoryError
from ..rules.game import Game
from .net import GameNet, machine


class TrainingRound(NamedTuple):
    """One round. games, positions, evaluations: of this round. first: First's share of the points. draws, cut: shares
    of its games that were drawn, and cut for their length. loss: the mean squared error of chances."""

    games: int
    positions: int
    evaluations: int
    first: float
    draws: float
    cut: float
    loss: float
    seconds: float


class Training:
    """A net while it learns. It can be stopped after any round, and gone on with from its file."""

    def __init__(self, net: GameNet, threads: int = 1) -> None:
        self.game, self.log, self.threads = net.game, net.training, threads
        state = machine(net.game).start()
        self.learner = Learner(state, net.net, seed=self.log.seed, threads=threads, rounds=self.log.rounds)

    def round(self, progress: float) -> TrainingRound:
        """Plays and learns once more. progress: the share of all learning that is done, 0 to 1: it sets how large
        steps are, and how much games differ."""
        begun = time.monotonic()
        report = self.learner.round(progress)
        if report is None:
            raise KeyboardInterrupt
        seconds, games = time.monotonic() - begun, report["games"]
        log = self.log
        self.log = msgspec.structs.replace(
            log,
            rounds=log.rounds + 1,
            games=log.games + games,
            positions=log.positions + report["positions"],
            seconds=log.seconds + seconds,
        )
        shares = {name: report[name] / max(games, 1) for name in ("first", "draws", "cut")}
        counts = {name: report[name] for name in ("positions", "evaluations", "loss")}
        return TrainingRound(games=games, **counts, **shares, seconds=seconds)

    @property
    def net(self) -> GameNet:
        """The net as it is."""
        return GameNet(self.game, self.learner.net(), self.log)


def train(
    game: Game,
    *,
    seconds: float | None = None,
    rounds: int | None = None,
    threads: int = 1,
    seed: int = 0,
    net: GameNet | None = None,
    on_progress: Callable[[Training, TrainingRound], object] = lambda training, last: None,
) -> GameNet:
    """A net of a game, trained for so many seconds or so many rounds, from nothing or further from a net.

    on_progress: called after each round. Rounds give the same net for one seed on any machine; seconds do not. Ctrl-C
    ends the training and what was learnt is returned. Raises LusoryError for games that no net can learn.
    """
    if (seconds is None) == (rounds is None):
        raise LusoryError("expected either seconds or rounds")
    if net is not None and net.game.hash != game.hash:
        raise LusoryError(
            f"the net was made for {net.game.name or 'a game without a name'} with other rules or options"
        )
    training = Training(net or GameNet.untrained(game, seed), threads)
    begun, done = time.monotonic(), 0
    try:
        while (share := spent(seconds, rounds, time.monotonic() - begun, done)) < 1:
            last = training.round(share)
            done += 1
            on_progress(training, last)
    except KeyboardInterrupt:
        pass
    return training.net


def spent(seconds: float | None, rounds: int | None, passed: float, done: int) -> float:
    """The share of the training that is done."""
    if seconds is not None:
        return passed / seconds if seconds > 0 else 1.0
    return done / rounds if rounds else 1.0
