"""Sentences of the verdict on how games end."""

from __future__ import annotations

from ...._counts import count_phrase
from ...figures import Figure, Measurement, TableRow
from .. import numbers
from ..rules import explain_spelling, game_of, rulings

SELDOM = 0.01
"""Rarer ends are not mentioned."""
MOST = 3
"""The most ends that are mentioned."""
LETTERS = 170
"""The most letters of a quoted clause."""


def end_sentence(m: Measurement) -> str:
    """One game in six ends like this: ..."""
    table = m.table("ends")
    rows = sorted((row for row in table.rows if share(row).value), key=lambda row: -(share(row).value or 0))
    if len(rows) == 1 and share(rows[0]).value == 1:
        return f"Every game ends in one way: {clause(m, rows[0])}" if len(table.rows) > 1 else ""
    return " ".join(end_clause(m, row) for row in rows[:MOST] if (share(row).value or 0) >= SELDOM)


def end_clause(m: Measurement, row: TableRow) -> str:
    """The clause about one end."""
    figure = share(row)
    often = numbers.one_in(figure.value or 0)
    verb = "end" if numbers.several(often) else "ends"
    return (
        f"{numbers.capital(often)} ({numbers.with_interval_inside_brackets(figure)}) {verb} like this: {clause(m, row)}"
    )


def never(m: Measurement) -> str:
    """A sentence about ends that never occurred."""
    game, rows = game_of(m), m.table("ends").rows
    if game is None or not rows:
        return ""
    came = {row.label for row in rows if share(row).value}
    idle = [str(ruling.number) for label, ruling in rulings(game).items() if ruling.number and label not in came]
    if not idle:
        return ""
    noun = "End" if len(idle) == 1 else "Ends"
    return f"{noun} {numbers.join_list(idle)} of the rules never came about in {count_phrase(m.games, 'game')}."


def share(row: TableRow) -> Figure:
    """The share of games of an end: the first column."""
    return row.figures[0] if row.figures else Figure(row.label)


def clause(m: Measurement, row: TableRow) -> str:
    """The text of an end clause."""
    text = numbers.cut(explain_spelling(m, row.label).text, LETTERS)
    return text if text.endswith((".", "…")) else f"{text}."
