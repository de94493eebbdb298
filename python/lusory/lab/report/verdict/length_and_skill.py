"""Sentences of the verdict on length, branching, the lead and skill."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...._counts import count_phrase
from ...figures import Histogram, Measurement
from .. import numbers

SHORT, LONG, ENDLESS = 20, 60, 150
"""Mean lengths in plies from which games are no longer short, are long, and are very long."""
TENTH = 0.1
"""The share of long games that is told."""
FEW, MANY = 8, 40
"""Choices per ply: few up to the first number, many from the second."""
FORCED = 0.05
"""The share of forced plies from which it is reported."""
OFTEN, SELDOM = 6, 20
"""Plies per change of the lead: often up to the first number, seldom from the second."""
CALM, DRAMATIC = 0.2, 0.45
"""Drama below which winners were hardly behind, and from which they were far behind. Drama is a mean of square roots:
0.45 is that of an advantage of 0.2."""
FLEETING, LASTING = 0.4, 0.75
"""Permanence up to which gains are mostly taken back, and from which they mostly last."""
RUNGS = 4
"""Rungs of the ladder from which skill counts for much."""
EVEN, LITTLE = 0.5, 0.05
"""The last rung is undecided while its interval reaches more than LITTLE above an even score."""


def length(m: Measurement) -> str:
    """A sentence about the length of games: "Games are long: 61 plies; one game in ten has 100 or more"."""
    plies = m.figure("plies")
    if plies.value is None:
        return ""
    if numbers.equal(plies):
        return f"Every one of {count_phrase(plies.games, 'game')} had {plies.value:g} plies."
    return f"Games are {degree(plies.value)}: {numbers.with_interval(plies)} on average{long_games(m)}."


def degree(plies: float) -> str:
    """A mean length in words."""
    degrees = ((SHORT, "short"), (LONG, "of middling length"), (ENDLESS, "long"))
    return next((phrase for below, phrase in degrees if plies < below), "very long")


def long_games(m: Measurement) -> str:
    """How long the longest tenth or so of games is; empty where no length parts off about so many."""
    histogram = next((h for h in m.histograms if h.name == "plies" and any(h.count)), None)
    least, share = tail(histogram, TENTH) if histogram else (0.0, 0.0)
    if not TENTH / 2 <= share <= TENTH * 2:
        return ""
    return f"; {numbers.one_in(share)} has {least:g} or more"


def tail(histogram: Histogram, part: float) -> tuple[float, float]:
    """The value that a share of all counts reaches which is nearest to `part`, by its factor; and that share, which
    may be far from it where lengths are lumpy."""
    total, reaching, tails = sum(histogram.count), 0, []
    for low, count in sorted(zip(histogram.low, histogram.count, strict=True), reverse=True):
        reaching += count
        if count:
            tails.append((low, reaching / total))
    return min(tails, key=lambda pair: abs(math.log(pair[1] / part)))


def choices(m: Measurement) -> str:
    """A sentence about the number of choices."""
    branching = m.figure("branching")
    if branching.value is None:
        return ""
    if branching.value == 1:
        return "There is no choice: each ply is the only one."
    has_few, has_many = branching.value <= FEW, branching.value >= MANY
    about = "There are few choices" if has_few else "There are many choices" if has_many else "There is some choice"
    return f"{about}: {numbers.with_interval(branching)} to choose from."


def forced_sentence(m: Measurement) -> str:
    """A sentence about forced plies."""
    figure = m.figure("forced")
    if figure.value is None or figure.value < FORCED or figure.value == 1:
        return ""
    return f"{numbers.with_interval(figure)} of plies are forced: there is only one."


def lead(m: Measurement) -> str:
    """A sentence about changes of the lead: only where a judge and one of half its simulations agree."""
    figure = m.figure("lead change")
    if figure.value is None or not stable(m, "lead change", how_often):
        return ""
    interval = numbers.round_to_two_digits(1 / figure.value) if figure.value else 1
    about = f": about once in {numbers.small(interval)} plies" if interval > 1 else ""
    return f"{how_often(figure.value)}{about}, {AGREED}."


def stable(m: Measurement, name: str, words: Callable[[float], str]) -> bool:
    """Whether the same words fit a figure by a judge and by one of half its simulations. Where they differ, the figure
    depends more on the search than on the game."""
    figure, half = m.figure(name), m.figure(f"{name} at half")
    return figure.value is not None and half.value is not None and words(figure.value) == words(half.value)


AGREED = "by two searches, one of twice the simulations"


def drama(m: Measurement) -> str:
    """A sentence about how far behind winners were: only where both searches agree."""
    figure = m.figure("drama")
    return (
        f"{how_dramatic(figure.value)}, {AGREED}."
        if figure.value is not None and stable(m, "drama", how_dramatic)
        else ""
    )


def how_dramatic(drama: float) -> str:
    """How far behind winners were, in words."""
    if drama < CALM:
        return "Winners are hardly ever behind"
    return "Winners come back from far behind" if drama >= DRAMATIC else "Winners come back from a little behind"


def permanence(m: Measurement) -> str:
    """A sentence about how much of a ply's gain lasts: only where both searches agree."""
    figure = m.figure("permanence")
    if figure.value is None or not stable(m, "permanence", how_lasting):
        return ""
    return f"{how_lasting(figure.value)}, {AGREED}."


def how_lasting(permanence: float) -> str:
    """How much of what a ply gains lasts, in words."""
    if permanence >= LASTING:
        return "What a ply gains mostly lasts"
    return (
        "What a ply gains the reply mostly takes back"
        if permanence <= FLEETING
        else "Replies take back a part of what a ply gains"
    )


def how_often(changes: float) -> str:
    """How often the lead changes, in words."""
    if changes == 0:
        return "Who leads first stays in the lead"
    interval = 1 / changes
    if numbers.round_to_two_digits(interval) == 1:
        return "The lead changes at nearly every ply"
    frequency = "often" if interval <= OFTEN else "seldom" if interval >= SELDOM else "now and then"
    return f"The lead changes {frequency}"


def skill(m: Measurement) -> str:
    """A sentence about the doublings of search that pay."""
    rungs = m.figure("ladder rungs")
    if rungs.value is None:
        return ""
    rungs_tried, count = len(m.table("ladder").rows), round(rungs.value)
    is_open = last_rung_open(m)
    if not count:
        too_few = "Too few games to tell whether more search wins more often"
        return f"{too_few}." if is_open else "More search wins no more often: luck, or too little to find."
    opening = "Skill counts for much" if count >= RUNGS else "Skill counts"
    of = f", of {numbers.small(rungs_tried)} tried" if rungs_tried else ""
    remark = "; of the last there are too few games to tell" if is_open and count < rungs_tried else ""
    if count == 1:
        return f"{opening}: one doubling of the search{of} wins clearly{remark}."
    return f"{opening}: {numbers.small(count)} doublings of the search in a row{of}, each win clearly{remark}."


def last_rung_open(m: Measurement) -> bool:
    """Whether the last rung of the ladder may pay after all, by more than a little."""
    table = m.table("ladder")
    if not table.rows or "score" not in table.columns:
        return True
    score = table.rows[-1].figures[table.columns.index("score")]
    return score.high is None or score.high > EVEN + LITTLE
