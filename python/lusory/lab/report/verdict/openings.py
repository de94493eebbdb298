"""Sentences of the verdict on first plies."""

from __future__ import annotations

import msgspec

from ...figures import Figure, Measurement
from ...intervals import Interval, simultaneous
from .. import numbers
from .players import opens_at_random, opens_by_chance

EVEN = 0.5
NEAR = 0.05
"""A first ply whose whole interval is as near to even as this is fair."""


def settled_openings(m: Measurement) -> str:
    """A sentence about first plies whose balance is settled."""
    table = m.table("openings")
    if opens_at_random(m) or opens_by_chance(m):
        return ""
    if "score" not in table.columns:
        return ""
    at = table.columns.index("score")
    figures_known = [row.figures[at] for row in table.rows if row.figures[at].value is not None]
    scores = [wider(figure, len(figures_known)) for figure in figures_known]
    items = [
        (sum(above(f) for f in scores), "favours", "favour", "the first player"),
        (sum(below(f) for f in scores), "favours", "favour", "the second"),
        (sum(fair(f) for f in scores), "is", "are", "fair to within 5 in a hundred, as a swap rule wants it"),
    ]
    if not any(count for count, *_ in items):
        return "There are too few games to tell which first plies favour whom." if scores else ""
    rest = len(scores) - sum(above(f) or below(f) or fair(f) for f in scores)
    items.append((rest, "has", "have", "too few games to tell"))
    parts = [
        f"{numbers.small(count)} {singular if count == 1 else plural} {predicate}"
        for count, singular, plural, predicate in items
        if count
    ]
    return f"Of {numbers.small(len(scores))} first plies {numbers.join_list(parts)}."


def wider(figure: Figure, rows: int) -> Figure:
    """The interval that all of so many rows need to be right at once, 95 times in 100 (Bonferroni's correction)."""
    if figure.value is None or figure.low is None or figure.high is None:
        return figure
    interval = simultaneous(Interval(figure.value, figure.low, figure.high, figure.error, figure.how), rows)
    return msgspec.structs.replace(figure, low=interval.low, high=interval.high)


def fair(figure: Figure) -> bool:
    """Whether a score is surely near even."""
    has_interval = figure.low is not None and figure.high is not None
    return has_interval and (figure.low or 0) >= EVEN - NEAR and (figure.high or 1) <= EVEN + NEAR


def above(figure: Figure) -> bool:
    """Whether a score is surely better for the first player."""
    return figure.low is not None and figure.low > EVEN and not fair(figure)


def below(figure: Figure) -> bool:
    """Whether a score is surely worse for the first player."""
    return figure.high is not None and figure.high < EVEN and not fair(figure)
