"""What the nets that come with lusory have learnt, for docs/learning.md: their strength while they learn, their
opening, and the patterns that they like and fear. `tools/nets.py` calls it."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from lusory.lab.learning import MARKS, StrengthCurve, StrengthPoint
from lusory.lab.pupils import Pattern, patterns_in, self_play_positions
from lusory.learn.net import GameNet
from lusory.learn.pupil import favourite_opening
from lusory.learn.training import Training, TrainingRound, train
from lusory.rules.game import Game

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/learnt"
OPENING = 4
"""The plies of an opening."""


class Learnt(msgspec.Struct, frozen=True):
    """What a net has learnt. opening: the plies it begins with. liked, feared: how much better (worse) the plies that
    make the pattern are than the mean ply, in chances of winning; 0 where there is none."""

    opening: tuple[str, ...]
    liked: float = 0.0
    feared: float = 0.0


def curve(game: Game, rounds: int, seed: int, games: int) -> tuple[StrengthPoint, ...]:
    """The strength of a net at the marks of its training. games: of each match."""
    net = GameNet.untrained(game, seed)
    points, left = StrengthCurve(net, games, seed=seed), list(MARKS)

    def after_round(training: Training, last: TrainingRound) -> None:
        done = training.log.rounds / rounds
        if left and done >= left[0]:
            while left and done >= left[0]:
                left.pop(0)
            points.add(training.net)

    train(game, rounds=rounds, seed=seed, net=net, on_progress=after_round)
    return tuple(points.points)


def learnt(net: GameNet, seed: int) -> Learnt:
    """What a net has learnt; draws its patterns."""
    liked, feared = patterns_in(net, self_play_positions(net, random.Random(seed)))
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, pattern in (("likes", liked), ("fears", feared)):
        if pattern is not None:
            (PICTURES / f"{net.game.name}-{name}.svg").write_text(pattern.example.svg())
    return Learnt(favourite_opening(net, OPENING), gain(liked), gain(feared))


def gain(pattern: Pattern | None) -> float:
    """The gain of a pattern, rounded."""
    return 0.0 if pattern is None else round(pattern.gain, 3)


def curve_rows(points: tuple[StrengthPoint, ...]) -> list[str]:
    """The lines of a curve's table."""
    return [
        f"| {point.positions:,} | {point.elo:+.0f} | {100 * point.before:.0f} % "
        + "".join(f"| {100 * score:.0f} % " for score in point.rungs.values())
        + "|"
        for point in points
    ]


def learnt_row(name: str, what: Learnt) -> str:
    """A line of the table of what was learnt."""
    pictures = [
        f"![]({PICTURES.relative_to(ROOT / 'docs')}/{name}-{side}.svg) {value:+.2f}" if value else ""
        for side, value in (("likes", what.liked), ("fears", what.feared))
    ]
    return f"| {name} | {' '.join(what.opening)} | {' | '.join(pictures)} |"
