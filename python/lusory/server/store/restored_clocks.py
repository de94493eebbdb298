"""Clocks of tables that are taken in from a copy: none ran from the moment of the copy until then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..table import Table
from ..table.clock import Running, uncounted
from ..table.log import Entry
from . import schema
from .downtimes import ALIVE, DOWN, read_downtimes
from .store import now


class RestoredClock(NamedTuple):
    """The clock of a table that was taken in. updated, serial: of its last entry."""

    table: str
    clock: Running
    updated: int
    serial: int


def clock_that_runs(table: Table) -> list[RestoredClock]:
    """The clock of a table, if it runs."""
    if table.ending is not None or table.clock is None or table.clock.player is None:
        return []
    return [RestoredClock(table.id, table.clock, table.updated, table.serial)]


def pause_restored(c: Connection, clocks: Sequence[RestoredClock], facts: Mapping[str, str], latest: int) -> None:
    """No clock of a copy runs from its moment until a server starts: where none has run on this database, the first one
    learns when those of the copy did; else these clocks are shifted by the time since then. facts: of the copy. latest:
    the last entry in it, which stands for its moment where an older version made it."""
    alive, f = int(facts.get(ALIVE) or latest), schema.facts.c
    if c.scalar(sa.select(f.value).where(f.name == ALIVE)) is None:
        times = ({ALIVE: str(alive)} if alive else {}) | dict(facts)
        for name, value in times.items():
            c.execute(schema.facts.insert().values(name=name, value=value))
        return
    moment = now()
    downtimes = [*read_downtimes(facts.get(DOWN)), (alive, moment)]
    for restored in clocks:
        if waited := uncounted(restored.clock, restored.updated, downtimes):
            _pause(c, restored, waited, max(moment, restored.updated))


def _pause(c: Connection, restored: RestoredClock, waited: int, moment: int) -> None:
    entry = Entry(restored.serial + 1, moment, "pause", None, waited, None)
    c.execute(schema.entries.insert(), [msgspec.structs.asdict(entry) | {"table": restored.table}])
    t, clock = schema.tables, restored.clock.paused(waited)
    values = {"serial": entry.serial, "updated": moment, "deadline": clock.deadline, "remind": clock.reminder}
    c.execute(sa.update(t).where(t.c.id == restored.table).values(**values))
