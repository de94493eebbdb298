"""How games end."""

from __future__ import annotations

from ...figures import Figure, Measurement, Row
from .. import words
from ..rulings import ruling

SELDOM = 0.01
"""An end that comes less often is not told."""
MOST = 3
"""So many ends are told."""
LETTERS = 170
"""A clause is quoted as long as this."""


def how(m: Measurement) -> str:
    """One game in six ends like this: ..."""
    table = m.table("ends")
    rows = sorted((row for row in table.rows if share(row).value), key=lambda row: -(share(row).value or 0))
    if len(rows) == 1 and share(rows[0]).value == 1:
        return f"Every game ends in one way: {clause(m, rows[0])}" if len(table.rows) > 1 else ""
    told = [f"{words.capital(words.one_in(share(row).value or 0))} ({words.both(share(row))}) ends like this: {clause(m, row)}"
            for row in rows[:MOST] if (share(row).value or 0) >= SELDOM]  # fmt: skip
    return " ".join(told)


def never(m: Measurement) -> str:
    """Ends that never came."""
    idle = [row for row in m.table("ends").rows if share(row).value == 0 and ruling(m, row.label).number]
    if not idle:
        return ""
    numbers = words.listed(str(ruling(m, row.label).number) for row in idle)
    ends = "End" if len(idle) == 1 else "Ends"
    return f"{ends} {numbers} of the rules never came about in {words.counted(share(idle[0]).games, 'game')}."


def share(row: Row) -> Figure:
    """How often: the first column."""
    return row.figures[0] if row.figures else Figure(row.label)


def clause(m: Measurement, row: Row) -> str:
    """What the rules say."""
    told = words.cut(ruling(m, row.label).told, LETTERS)
    return told if told.endswith((".", "…")) else f"{told}."
