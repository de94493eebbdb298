"""The summary of a table for lists."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .table import Table


class Summary(NamedTuple):
    """Plies so far, result as JSON and what ended it, when a clock runs out, is it over, who is to move."""

    plies: int
    result: str | None = None
    by: str | None = None
    deadline: int | None = None
    finished: bool = False
    to_move: int | None = None


def summary(table: Table) -> Summary:
    """The present summary of a table."""
    if table.ending is None:
        return Summary(table.ply, None, None, table.clock.deadline if table.clock else None, False, table.to_move)
    return Summary(table.ply, msgspec.json.encode(table.ending.values).decode(), table.ending.by, None, True)
