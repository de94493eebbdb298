"""Sentences from figures: each helper checks the interval before it states anything."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..._counts import count_phrase
from ..figures import Figure
from ..intervals import WIDTH, Interval, difference
from ..report.numbers import as_share, capital, join_list, number, with_interval

__all__ = [
    "EVEN", "MARGIN", "settled_difference", "as_share", "with_interval", "capital", "count_phrase", "gap", "lean",
    "join_list", "number", "pooled_mean", "figure_text", "spread", "value", "who",
]  # fmt: skip

EVEN = 0.5
MARGIN = 0.02
"""A score whose whole interval is so near to a half is called fair."""


def figure_text(figure: Figure) -> str:
    """`51.8 % ± 0.9`, points in hundredths, too; `not measured` where there is no value."""
    return with_interval(as_share(figure)) if figure.value is not None else figure.why or "not measured"


def lean(score: Figure) -> str:
    """Whom a score favours: `first`, `second`, `even` (all of the interval within MARGIN of a half), or `open`."""
    if score.value is None or score.low is None or score.high is None:
        return "open"
    if score.low >= EVEN - MARGIN and score.high <= EVEN + MARGIN:
        return "even"
    return "first" if score.low > EVEN else "second" if score.high < EVEN else "open"


def who(score: Figure) -> str:
    """A sentence about who is ahead, with the score."""
    sentences = {
        "first": "the first player is ahead",
        "second": "the second player is ahead",
        "even": "neither is ahead by more than two points in a hundred",
        "open": "it is open who is ahead",
    }
    return f"{sentences[lean(score)]}: First scores {figure_text(score)}"


def gap(first: Figure, second: Figure) -> Figure:
    """The difference of two figures; without a value where either has no interval."""
    if None in (first.value, first.low, first.high, second.value, second.low, second.high):
        return Figure("difference", unit=first.unit, why="too few games for an interval")
    measured_gap = difference(interval(first), interval(second))
    games = min(first.games, second.games)
    return Figure(
        "difference",
        measured_gap.value,
        measured_gap.low,
        measured_gap.high,
        games,
        first.unit,
        measured_gap.how,
        measured_gap.error,
    )


def pooled_mean(figures: Iterable[Figure]) -> Figure:
    """The mean of several figures of games of their own, each counting alike: their errors add up by squares."""
    measured = [(f.value, f.error, f.games) for f in figures if f.value is not None and f.error is not None]
    if not measured:
        return Figure("mean", why="not measured")
    mean = math.fsum(value for value, _, _ in measured) / len(measured)
    error = math.hypot(*(error for _, error, _ in measured)) / len(measured)
    games = sum(games for _, _, games in measured)
    return Figure("mean", mean, mean - WIDTH * error, mean + WIDTH * error, games, "points", "mean", error)


def interval(figure: Figure) -> Interval:
    """A figure as interval functions take it."""
    assert figure.value is not None
    return Interval(figure.value, figure.low, figure.high, figure.error, figure.how)


def settled_difference(first: Figure, second: Figure) -> bool:
    """Whether the difference of two figures surely is not 0."""
    figure = gap(first, second)
    return figure.low is not None and figure.high is not None and (figure.low > 0 or figure.high < 0)


def spread(figures: Iterable[Figure]) -> str:
    """From the least to the most of several: `47.1 % to 52.0 %`."""
    measured = sorted((f for f in figures if f.value is not None), key=lambda f: f.value or 0.0)
    if not measured:
        return "not measured"
    low, high = number(as_share(measured[0])), number(as_share(measured[-1]))
    return low if low == high else f"{low} to {high}"


def value(figure: Figure) -> float:
    """The value as a sort key; -1 where it is not measured."""
    return -1.0 if figure.value is None else figure.value
