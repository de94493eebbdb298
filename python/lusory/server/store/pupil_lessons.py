"""Games that pupils are to learn from: kept in the transaction that ends them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..table.log import Entry
from . import schema
from .pupil_schema import pupil_games, pupils
from .store import SeatChange, now


def lesson(table: str, entries: Sequence[Entry], seats: dict[str, list[int]], values: Sequence[float]) -> SeatChange:
    """A game was played to its end: pupils whose owner sat there are to learn from it. seats: of each pupil, by its
    id. entries: the last ones. values: of the result."""

    def change(c: Connection) -> bool:
        holders = {row[0] for row in c.execute(sa.select(schema.holdings.c.session).where(_at(table)))}
        owners = sa.select(pupils.c.id, pupils.c.owner).where(pupils.c.id.in_(list(seats)))
        for pupil_id, owner in c.execute(owners).all():
            if owner in holders:
                score = min(1.0, sum(values[seat] for seat in seats[pupil_id]))
                _keep(c, pupil_id, table, plies_of(c, table, entries), min(seats[pupil_id]), score)
        return True

    return change


def unfinished(table: str) -> SeatChange:
    """A game that was over goes on: nothing is learnt from it until it is over again."""

    def change(c: Connection) -> bool:
        c.execute(pupil_games.delete().where(pupil_games.c.table == table, pupil_games.c.learnt.is_(sa.false())))
        return True

    return change


def plies_of(c: Connection, table: str, last: Sequence[Entry]) -> list[str]:
    """The plies of a game that were not taken back. last: entries that are not kept yet."""
    e = schema.entries.c
    query = sa.select(e.kind, e.number, e.text).where(e.table == table, e.serial < last[0].serial).order_by(e.serial)
    plies: list[str] = []
    for kind, number, text in [*c.execute(query).all(), *((each.kind, each.number, each.text) for each in last)]:
        if kind == "ply":
            plies.append(text or "")
        elif kind == "undo":
            del plies[number or 0 :]
    return plies


def _keep(c: Connection, pupil_id: str, table: str, plies: list[str], seat: int, score: float) -> None:
    """A game once, however often it ends."""
    g = pupil_games
    if c.scalar(sa.select(g.c.number).where(g.c.pupil == pupil_id, g.c.table == table)) is not None:
        return
    last = c.scalar(sa.select(sa.func.max(g.c.number)).where(g.c.pupil == pupil_id)) or 0
    row: dict[str, Any] = {"pupil": pupil_id, "number": last + 1, "table": table, "plies": json.dumps(plies)}
    c.execute(pupils.update().where(pupils.c.id == pupil_id).values(seen=now()))
    c.execute(g.insert(), [row | {"seat": seat, "score": score, "learnt": False}])


def _at(table: str) -> sa.ColumnElement[bool]:
    return schema.holdings.c.table == table
