"""Which finished games count for ratings."""

from __future__ import annotations

import msgspec

from .changes import Change
from .live_table import LiveTable
from .store import SeatChange
from .store.rated_games import rated_result, remove_rated_game
from .table.setup import HUMAN, OPEN
from .table.table import ABORTED, CLOSED


def result_of(live: LiveTable, change: Change) -> SeatChange | None:
    """What a change of a table changes in the results of rated games: of the catalogue, between accounts and machines,
    to their end."""
    setup, end = live.table.setup, change.summary
    if not setup.rated or live.game.guest:
        return None
    if not end.finished or end.result is None:
        return remove_rated_game(live.table.id) if live.table.ending else None
    if live.table.ending or end.by in (ABORTED, CLOSED):
        return None
    machines = ["" if seat in (HUMAN, OPEN) else seat for seat in setup.seats]
    values = msgspec.json.decode(end.result, type=list[float])
    return rated_result(live.table.id, setup.game, machines, values, change.entries[-1].at)
