"""Measures a net while it learns: matches at one ply of lookahead against fixed opponents, and against the net of the
previous mark. The loss of the training does not measure strength; matches do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ..learn.net import GameNet
from .matches import MatchSetting, match
from .matches.score import elo_of
from .pool import WorkerSpec

RUNGS = ("random", "mcts:100")
"""The fixed opponents."""
GAMES = 40
"""Of each match."""
OPENING = 4
FURTHEST = 800.0
"""The largest Elo difference that a match of so few games can show."""
MARKS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
"""Shares of the training at which a net is measured."""


class StrengthPoint(msgspec.Struct, frozen=True):
    """The strength of a net at one mark. seconds, positions: of training so far. elo: above the first net, summed over
    the marks. before: score against the mark before. rungs: score against each player, 0 to 1."""

    seconds: float
    positions: int
    elo: float
    before: float
    rungs: dict[str, float]


class StrengthCurve:
    """Strength at every mark so far. games: of each match. workers: processes that play them."""

    def __init__(self, net: GameNet, games: int = GAMES, workers: WorkerSpec = 1, seed: int = 0) -> None:
        self.games, self.workers, self.seed = games, workers, seed
        self.before, self.points = net, list[StrengthPoint]()

    def add(self, net: GameNet) -> StrengthPoint:
        """Measures a net."""
        with TemporaryDirectory() as folder:
            current, earlier = Path(folder) / "now.net", Path(folder) / "before.net"
            net.save(current)
            self.before.save(earlier)
            gained = self.score(net, f"net:{current}", f"net:{earlier}")
            rungs = {rung: self.score(net, f"net:{current}", rung) for rung in RUNGS}
        last = self.points[-1].elo if self.points else 0.0
        step = max(-FURTHEST, min(FURTHEST, elo_of(gained)))
        point = StrengthPoint(net.training.seconds, net.training.positions, last + step, gained, rungs)
        self.before = net
        self.points.append(point)
        return point

    def score(self, net: GameNet, first: str, second: str) -> float:
        """The score of the first of two players, 0 to 1."""
        setting = MatchSetting.of(net.game, first, second, seed=self.seed, opening=OPENING)
        return match(setting, net.game, games=self.games, workers=self.workers).score[0]
