"""Trains nets by self-play: TD(lambda) with one ply of lookahead (the engine's crates/learn)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec

from .._engine import Learner
from .._numbers import check_seed, check_whole, whole
from ..errors import LusoryError
from ..rules.game import Game
from ..rules.game_file import check_made_for
from .net import GameNet, TrainingLog, machine

STUDIED = 4
"""How many times games by others are learnt from."""


class TrainingRound(NamedTuple):
    """One round. games, positions, evaluations: of this round. first: First's share of the points. draws, cut: shares
    of its games that were drawn, and cut for their length. loss: the mean squared error of chances. progress: the share
    of the whole training that was done before it, 0 to 1."""

    games: int
    positions: int
    evaluations: int
    first: float
    draws: float
    cut: float
    loss: float
    seconds: float
    progress: float


class RoundGames(NamedTuple):
    """Games of one round of self-play, to be played elsewhere. first, size: the number of the first game, and how many
    there are. weights: of the net, 32-bit floats. progress: as in Training.round."""

    first: int
    size: int
    weights: bytes
    progress: float


GamePlayer = Callable[[RoundGames], list[bytes]]
"""Plays the games of a round somewhere; returns them in order, as the engine's learner gave them."""


class Training:
    """The training of a net. It can stop after any round and resume from the net's file. player: plays the games
    elsewhere, which gives the same net."""

    def __init__(
        self,
        net: GameNet,
        threads: int = 1,
        decay: float | None = None,
        noise: float | None = None,
        player: GamePlayer | None = None,
    ) -> None:
        self.game, self.log, self.threads, self.player = net.game, net.training, threads, player
        state, scale = machine(net.game).start(), None if noise is None else (noise, noise)
        self.learner = Learner(
            state, net.net, seed=self.log.seed, threads=threads, rounds=self.log.rounds, decay=decay, noise=scale
        )

    def round(self, progress: float) -> TrainingRound:
        """Plays and learns one round. progress: the completed share of the training, 0 to 1; it sets the step size and
        the noise. Raises LusoryError where the training has diverged."""
        started = time.monotonic()
        report = self.learner.round(progress) if self.player is None else self._round_elsewhere(self.player, progress)
        if report is None:
            raise KeyboardInterrupt
        check_sound(report)
        seconds, games = time.monotonic() - started, report["games"]
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
        return TrainingRound(games=games, **counts, **shares, seconds=seconds, progress=progress)

    def _round_elsewhere(self, player: GamePlayer, progress: float) -> dict[str, Any]:
        """A round whose games are played elsewhere, while the net learns from those of the round before."""
        games = RoundGames(*self.learner.games(), self.learner.net().parts()["weights"], progress)
        with ThreadPoolExecutor(1) as trainer:
            loss = trainer.submit(self.learner.train, progress)
            return self.learner.finish(player(games), loss.result())

    def study(self, games: Sequence[Sequence[int]], times: int = 1) -> int:
        """Learns from games that others played, given by the ids of their plies, so many times over. Returns how many
        were used: a game with an illegal ply is left out. Raises LusoryError for what is the id of no ply of this game,
        and where the training has diverged."""
        last = self.game.num_actions - 1
        checked = [
            [check_whole(f"games[{i}][{k}]", ply, 0, last) for k, ply in enumerate(plies)]
            for i, plies in enumerate(games)
        ]
        report = self.learner.study(checked, times)
        check_sound(report)
        self.log = msgspec.structs.replace(self.log, studied=self.log.studied + report["games"])
        return int(report["games"])

    @property
    def net(self) -> GameNet:
        """The present net."""
        return GameNet(self.game, self.learner.net(), self.log)


def check_sound(report: dict[str, Any]) -> None:
    """Raises LusoryError where the training that the engine reports on has diverged."""
    if not math.isfinite(report["loss"]):
        raise LusoryError("the training has diverged: its weights are no numbers any more; train with another seed")


def train(
    game: Game,
    *,
    seconds: float | None = None,
    rounds: int | None = None,
    threads: int = 1,
    seed: int = 0,
    net: GameNet | None = None,
    decay: float | None = None,
    noise: float | None = None,
    games: Sequence[Sequence[int]] = (),
    player: GamePlayer | None = None,
    on_progress: Callable[[Training, TrainingRound], object] = lambda training, last: None,
) -> GameNet:
    """A net of a game, trained for so many seconds or so many rounds, from nothing or further from a net.

    decay: the weight of the next position's target in TD(lambda), 0 to 1. noise: how much the plies of games vary, as
    a scale on chances of winning. games: of others, by the ids of their plies, which are learnt from
    first. player: plays the games elsewhere.
    on_progress: called after each round; its time does not count as training time. Rounds give the same net for one
    seed on any machine; seconds do not. Ctrl-C ends the training and what was learnt is returned. Raises LusoryError
    for games that no net can learn, and for arguments that make no sense.
    """
    if (seconds is None) == (rounds is None):
        raise LusoryError("expected either seconds or rounds")
    check_arguments(seconds, rounds, threads, seed, decay, noise)
    if net is not None:
        check_made_for(net.game, game, "the net")
    training = Training(net or GameNet.untrained(game, seed), threads, decay, noise, player)
    before = training.log
    try:
        if games:
            training.study(games, STUDIED)
        while (progress := training_progress(before, training.log, seconds, rounds)) < 1:
            on_progress(training, training.round(progress))
    except KeyboardInterrupt:
        pass
    return training.net


def check_arguments(
    seconds: float | None, rounds: int | None, threads: int, seed: int, decay: float | None, noise: float | None
) -> None:
    """Raises LusoryError for arguments of a training that make no sense."""
    expected: list[tuple[str, Any, bool, str]] = [
        ("seconds", seconds, seconds is None or 0 <= seconds < math.inf, "0 or more"),
        ("rounds", rounds, rounds is None or (whole(rounds) is not None and rounds >= 0), "a whole number, 0 or more"),
        ("threads", threads, whole(threads) is not None and 1 <= threads <= 256, "1 to 256"),
        ("decay", decay, decay is None or 0 <= decay <= 1, "0 to 1"),
        ("noise", noise, noise is None or 0 <= noise < math.inf, "0 or more"),
    ]
    check_seed(seed)
    for name, value, is_fit, range_text in expected:
        if not is_fit:
            raise LusoryError(f"{name}: {value!r}, expected {range_text}")


def training_progress(before: TrainingLog, current: TrainingLog, seconds: float | None, rounds: int | None) -> float:
    """The completed share of a training. before: the log when it began."""
    if seconds is not None:
        return (current.seconds - before.seconds) / seconds if seconds > 0 else 1.0
    return (current.rounds - before.rounds) / rounds if rounds else 1.0
