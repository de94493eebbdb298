"""How long games are, how much there is to choose, how they go, and how much skill counts."""

from __future__ import annotations

from ...figures import Figure, Histogram, Measurement
from .. import words

SHORT, LONG, ENDLESS = 20, 60, 150
"""Plies from which games are no longer short, are long, are very long."""
TENTH = 0.1
FEW, MANY = 8, 40
"""Choices a ply up to which there are few, and from which there are many."""
FORCED = 0.05
"""A share of forced plies worth telling."""
EVEN = 0.5
NEAR = 0.05
"""A first ply whose whole interval is as near to even as this is fair."""
RUNGS = 4
"""From so many rungs a game is deep."""


def length(m: Measurement) -> str:
    """Games are long: 61 plies, one in ten over 100."""
    plies = m.figure("plies")
    if plies.value is None:
        return ""
    if plies.low is not None and plies.low == plies.high:
        return f"Every game has {plies.value:g} plies."
    degree = (
        "short"
        if plies.value < SHORT
        else "of middling length"
        if plies.value < LONG
        else "long"
        if plies.value < ENDLESS
        else "very long"
    )
    tail = longer_than(m, TENTH)
    return f"Games are {degree}: {words.both(plies)} on average{f', one in ten over {tail:g}' if tail else ''}."


def longer_than(m: Measurement, part: float) -> float | None:
    """The length that this part of games goes beyond."""
    found = next((h for h in m.histograms if h.name == "plies" and sum(h.count)), None)
    return beyond(found, part) if found else None


def beyond(found: Histogram, part: float) -> float | None:
    """The number that this part of all is above."""
    left = part * sum(found.count)
    above = 0
    for low, count in sorted(zip(found.low, found.count, strict=True), reverse=True):
        if above + count > left:
            return low + found.width - 1 if found.width > 1 else low
        above += count
    return None


def choices(m: Measurement) -> str:
    """How much there is to choose from."""
    branching = m.figure("branching")
    if branching.value is None:
        return ""
    degree = "few" if branching.value <= FEW else "many" if branching.value >= MANY else ""
    about = f"There are {degree} choices" if degree else "There is some choice"
    return f"{about}: {words.both(branching)} plies to choose from."


def forced(m: Measurement) -> str:
    """How often there is no choice."""
    found = m.figure("forced")
    if found.value is None or found.value < FORCED:
        return ""
    return f"{words.both(found)} of plies are forced: there is only one."


def lead(m: Measurement) -> str:
    """How often the lead changes."""
    found = m.figure("lead change")
    if found.value is None or found.unit == "share":
        return ""
    return f"The lead changes {words.both(found)} times a game."


def openings(m: Measurement) -> str:
    """Which first plies are settled for whom."""
    table = m.table("openings")
    if "score" not in table.columns:
        return ""
    at = table.columns.index("score")
    scores = [row.figures[at] for row in table.rows if row.figures[at].value is not None]
    told = [
        (sum(above(f) for f in scores), "favour the first player"),
        (sum(below(f) for f in scores), "favour the second"),
        (sum(fair(f) for f in scores), "are fair to within 5 in a hundred, so that a swap rule could use them"),
    ]
    parts = [f"{words.small(count)} {what}" for count, what in told if count]
    rest = len(scores) - sum(above(f) or below(f) or fair(f) for f in scores)
    if not scores:
        return ""
    open_ = f"{words.small(rest)} have too few games to tell" if rest else ""
    return f"Of {words.small(len(scores))} first plies {words.listed([*parts, *([open_] if open_ else [])])}."


def fair(figure: Figure) -> bool:
    """Surely near to even."""
    return (
        figure.low is not None and figure.high is not None and EVEN - NEAR <= figure.low and figure.high <= EVEN + NEAR
    )


def above(figure: Figure) -> bool:
    """Surely better for the first player."""
    return figure.low is not None and figure.low > EVEN and not fair(figure)


def below(figure: Figure) -> bool:
    """Surely worse."""
    return figure.high is not None and figure.high < EVEN and not fair(figure)


def skill(m: Measurement) -> str:
    """How many doublings of search still win."""
    rungs = m.figure("ladder rungs")
    if rungs.value is None:
        return ""
    count = round(rungs.value)
    if not count:
        return "More search wins no more often: luck, or too little to find."
    degree = "Skill counts for much" if count >= RUNGS else "Skill counts"
    return (
        f"{degree}: {words.small(count)} doublings of the search in a row each win clearly."
        if count > 1
        else f"{degree}: doubling the search once wins clearly, doubling it again does not."
    )
