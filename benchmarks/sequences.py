"""Tests confidence sequences at every look, the error of lengths from few games, and the accuracy of forecasts.

    python -m benchmarks.sequences                        4,000 experiments a line, some minutes
    python -m benchmarks.sequences --experiments 400

All samples come from known distributions. For shares and for differences of pairs: how often the truth lies outside
the bounds at any look of a race, on either side, beside the allotted error. For lengths: how often the interval of the
mean of few skewed numbers covers it. For forecasts: how often the forecast number of games settles a difference that is
as large as it looked.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lusory.lab import betting, intervals
from lusory.lab.compare.gap import games_more
from lusory.lab.confidence_sequence import ALPHA, ConfidenceSequence, looks

EXPERIMENTS = 4000
GAMES = 4000
"""The most games of a race."""
RARE = (0.01, 0.05, 0.5)
"""The true shares that are tried."""
SHARE = ALPHA / 20
"""The probability of error that each of twenty changes in a race may have."""


class Misses(NamedTuple):
    """The numbers of experiments in which the truth was below the lower bound, or above the upper one, at some look."""

    under: int
    over: int


def draw_numbers(rng: random.Random, n: int, law: Sequence[tuple[float, float]]) -> list[float]:
    """Draws n numbers. law: (number, probability) of each value."""
    return rng.choices([x for x, _ in law], [chance for _, chance in law], k=n)


def exact(
    law: Sequence[tuple[float, float]], experiments: int, games: int = GAMES, seed: int = 0, alpha: float = SHARE
) -> Misses:
    """The misses of bounds by betting, for numbers drawn by a law."""
    least, most = min(x for x, _ in law), max(x for x, _ in law)
    truth = math.fsum(x * chance for x, chance in law)
    misses = [0, 0]
    for number in range(experiments):
        rng, often, games_played = random.Random(f"{seed}:{number}"), Counter[float](), 0
        misses_of_run = [False, False]
        for look in looks(games):
            often.update(draw_numbers(rng, look - games_played, law))
            games_played = look
            low, high = betting.bounds(often, least, most, alpha)
            misses_of_run = [misses_of_run[0] or truth < low, misses_of_run[1] or truth > high]
        misses = [total + missed for total, missed in zip(misses, misses_of_run, strict=True)]
    return Misses(*misses)


def asymptotic(share: float, experiments: int, games: int = GAMES, seed: int = 0, alpha: float = SHARE) -> Misses:
    """The misses of the normal-mixture confidence sequence on a share, which betting replaced."""
    sequence, misses = ConfidenceSequence(alpha, games // 8), [0, 0]
    for number in range(experiments):
        rng, hits, games_played = random.Random(f"{seed}:{number}"), 0.0, 0
        misses_of_run = [False, False]
        for look in looks(games):
            hits += sum(draw_numbers(rng, look - games_played, ((0.0, 1 - share), (1.0, share))))
            games_played = look
            mean = (hits + 1) / (games_played + 2)
            half = sequence.factor(games_played) * math.sqrt(mean * (1 - mean) / (games_played + 2))
            misses_of_run = [misses_of_run[0] or share < mean - half, misses_of_run[1] or share > mean + half]
        misses = [total + missed for total, missed in zip(misses, misses_of_run, strict=True)]
    return Misses(*misses)


def lengths(games: int, experiments: int, seed: int = 0, corrected: bool = True) -> float:
    """The share of experiments in which the interval of the mean length covers the truth, 30: 10 plies and an
    exponential number with mean 20."""
    covered = 0
    for number in range(experiments):
        rng = random.Random(f"{seed}:{games}:{number}")
        sample = [10 + rng.expovariate(1 / 20) for _ in range(games)]
        mean = math.fsum(sample) / games
        variance = math.fsum((x - mean) ** 2 for x in sample) / (games - 1)
        sums = (math.fsum(sample), math.fsum(x * x for x in sample), math.fsum(x**3 for x in sample))
        skew = intervals.skewness(games, sums) if corrected else 0.0
        _, low, high, _, _ = intervals.mean(games, mean, variance, skew)
        covered += low is not None and high is not None and low <= 30 <= high
    return covered / experiments


def forecast(experiments: int, seed: int = 0) -> float:
    """The share of experiments in which a difference of 0.05 with standard deviation 1 is settled after the number of
    games forecast at 400."""
    error = 1 / math.sqrt(400)
    more_games = games_more(0.05, intervals.WIDTH * error, error, 400)
    assert more_games
    error, rng = 1 / math.sqrt(400 + more_games), random.Random(seed)
    return sum(rng.gauss(0.05, error) > intervals.WIDTH * error for _ in range(experiments)) / experiments


def lines(experiments: int) -> Iterator[tuple[str, str, bool]]:
    """The label of each experiment, its result, and whether it is within the promised bounds."""
    room = 3 * math.sqrt(SHARE / 2 / experiments)
    for share in RARE:
        misses = exact(((0.0, 1 - share), (1.0, share)), experiments)
        yield (
            f"share {share:g}, betting",
            report_line(misses, experiments),
            max(misses) / experiments <= SHARE / 2 + room,
        )
        yield f"share {share:g}, normal mixture", report_line(asymptotic(share, experiments), experiments), True
    pairs = ((-1.0, 0.01), (0.0, 0.97), (1.0, 0.02))
    misses = exact(pairs, experiments)
    yield (
        "pairs that differ in 3 %, betting",
        report_line(misses, experiments),
        max(misses) / experiments <= SHARE / 2 + room,
    )
    for games in (20, 50):
        by_student, hall = lengths(games, experiments, corrected=False), lengths(games, experiments)
        text = f"{100 * by_student:.1f} % by Student's t, {100 * hall:.1f} % with the skewness corrected"
        yield f"lengths of {games} games", text, abs(hall - 0.95) <= 0.02 + 3 * math.sqrt(0.05 / experiments)
    power = forecast(experiments)
    yield (
        "forecast of games",
        f"{100 * power:.1f} % settled, 80 % told",
        abs(power - 0.8) <= 3 * math.sqrt(0.16 / experiments),
    )


def report_line(misses: Misses, experiments: int) -> str:
    """The misses in percent."""
    under, over = (100 * count / experiments for count in misses)
    return f"{under:.3f} % below, {over:.3f} % above; {100 * SHARE / 2:.3f} % allotted each"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints all lines; returns 1 where a result is outside the promised bounds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sequences", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    failures = 0
    for label, text, is_right in lines(parser.parse_args(arguments).experiments):
        failures += not is_right
        print(f"{label}: {text}{'' if is_right else ' FAILS'}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
