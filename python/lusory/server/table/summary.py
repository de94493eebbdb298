"""The summary of a table for lists."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .table import Table


class Summary(NamedTuple):
    """Plies so far, result as JSON and what ended it, when a clock runs out, is it over, who is to move, when a
    reminder is due."""

    plies: int
    result: str | None = None
    by: str | None = None
    deadline: int | None = None
    finished: bool = False
    to_move: int | None = None
    remind: int | None = None


def summary(table: Table) -> Summary:
    """The present summary of a table."""
    if table.ending is None:
        deadline, remind = (table.clock.deadline, table.clock.reminder) if table.clock else (None, None)
        return Summary(table.ply, None, None, deadline, False, table.to_move, remind)
    return Summary(table.ply, msgspec.json.encode(table.ending.values).decode(), table.ending.by, None, True)
