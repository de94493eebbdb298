"""The pupils that have something to do, as processes take them from each other's hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...learn.pupil import superfluous
from .engine import insert_into
from .pupil_schema import pupil_games, pupil_versions, pupil_work, pupils
from .pupils import DAY, VersionRow, version_of_row
from .store import Store, now

LEASE = 300_000
"""Milliseconds for which a process that takes a pupil has it: longer than any piece of work."""
MOST_GAMES = 200
"""The games that are kept of a pupil."""


class PupilTask(NamedTuple):
    """A pupil that a process works on. version: the present one. fresh: games to learn from, by number; known: those
    that it has learnt from. allowance: milliseconds that it may still work today. address: see pupil_schema.py."""

    id: str
    owner: str
    value: str
    players: int
    serial: int
    remaining: int
    after_game: int
    version: VersionRow
    fresh: dict[int, list[str]]
    known: list[list[str]]
    allowance: int
    address: str = ""


class Learnt(NamedTuple):
    """What a piece of work came to. version: the row of the version, with its net. learnt, strange: numbers of games.
    spent: milliseconds. remaining: of practice."""

    version: dict[str, Any]
    learnt: Sequence[int]
    strange: Sequence[int]
    spent: int
    remaining: int


class PupilQueue:
    """The pupils, as one process works on them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def free_all(self) -> None:
        """No process works on any: at the start of the only one."""
        async with self.store.writing() as c:
            await c.execute(pupils.update().where(pupils.c.lease > 0).values(lease=0))

    async def take(self, allowed: int, at_address: int = 0) -> PupilTask | None:
        """A pupil that has something to do, of the owner whose pupils have worked least today; of his the one that has
        waited longest. A browser without an account counts with all others at its address: a new one there comes no
        sooner. allowed: milliseconds a day for the pupils of an owner; at_address: for those of all browsers without an
        account at an address. 0 is no limit."""
        moment, p = now(), pupils.c
        used, used_there = (_spent(holder, moment // DAY) for holder in (p.owner, p.address))
        may_work = used < allowed if allowed else sa.true()
        may_work_there = sa.or_(p.address == "", used_there < at_address) if at_address else sa.true()
        columns = (p.id, p.address, used.label("used"), used_there.label("used_there"))
        query = sa.select(*columns).where(p.lease < moment, may_work, may_work_there, _has_work())
        turn = sa.case((used_there > used, used_there), else_=used)
        first = query.order_by(turn, p.worked, p.id).limit(1).with_for_update(skip_locked=True)
        async with self.store.writing() as c:
            row = (await c.execute(first)).first()
            if row is None:
                return None
            mine = pupils.update().where(p.id == row.id).values(lease=moment + LEASE, worked=moment)
            await c.execute(mine)
            left = allowed - row.used if allowed else DAY
            left_there = at_address - row.used_there if at_address and row.address else DAY
            return await self._task(c, row.id, min(left, left_there))

    async def _task(self, c: AsyncConnection, pupil_id: str, allowance: int) -> PupilTask:
        v, g = pupil_versions.c, pupil_games.c
        row = (await c.execute(sa.select(pupils).where(pupils.c.id == pupil_id))).one()
        columns = [column for column in v if column is not v.pupil]
        newest = sa.select(*columns).where(v.pupil == pupil_id).order_by(v.number.desc()).limit(1)
        version = version_of_row((await c.execute(newest)).one())
        games = sa.select(g.number, g.plies, g.learnt).where(g.pupil == pupil_id).order_by(g.number.desc())
        rows = (await c.execute(games.limit(MOST_GAMES))).all()[::-1]
        fresh = {row.number: json.loads(row.plies) for row in rows if not row.learnt}
        known = [json.loads(row.plies) for row in rows if row.learnt]
        return PupilTask(
            pupil_id, row.owner, row.value, row.players, row.serial, row.remaining, row.after_game, version, fresh,
            known, allowance, row.address,
        )  # fmt: skip

    async def release(self, task: PupilTask, wait: int = 0) -> None:
        """A pupil on which this process works no more. wait: milliseconds in which no process takes it."""
        async with self.store.writing() as c:
            until = now() + wait if wait else 0
            await c.execute(pupils.update().where(_unchanged(task)).values(lease=until))

    async def keep(self, task: PupilTask, learnt: Learnt) -> None:
        """What a pupil has learnt, unless its owner took it back to an earlier version meanwhile. An order that he gave
        meanwhile stands."""
        g, p = pupil_games, pupils.c
        async with self.store.writing() as c:
            await self._count(c, task, learnt.spent)
            is_as_ordered = p.remaining == task.remaining
            values = {"lease": 0, "remaining": sa.case((is_as_ordered, learnt.remaining), else_=p.remaining)}
            if (await c.execute(pupils.update().where(_unchanged(task)).values(**values))).rowcount != 1:
                await c.execute(pupils.update().where(pupils.c.id == task.id).values(lease=0))
                return
            mine = g.c.pupil == task.id
            await c.execute(g.update().where(mine, g.c.number.in_(list(learnt.learnt))).values(learnt=True))
            await c.execute(g.delete().where(mine, g.c.number.in_(list(learnt.strange))))
            newest = max([*task.fresh, 0]) - MOST_GAMES
            await c.execute(g.delete().where(mine, g.c.learnt, g.c.number <= newest))
            insert = insert_into(c, pupil_versions).values(**learnt.version, pupil=task.id)
            upsert = insert.on_conflict_do_update(index_elements=["pupil", "number"], set_=learnt.version)
            await c.execute(upsert)
            await _thin(c, task.id)

    async def rate(self, task: PupilTask, spent: int, patterns: dict[str, Any] | None = None, **values: Any) -> None:
        """What was measured of the present version. patterns: what it likes and fears, where that was looked for."""
        v = pupil_versions
        async with self.store.writing() as c:
            await self._count(c, task, spent)
            free = {"lease": 0} | ({"patterns": json.dumps(patterns)} if patterns else {})
            if (await c.execute(pupils.update().where(_unchanged(task)).values(**free))).rowcount == 1:
                mine = v.update().where(v.c.pupil == task.id, v.c.number == task.version.number)
                await c.execute(mine.values(**values))

    async def fail(self, task: PupilTask, fault: str) -> None:
        """Work on a pupil has failed: its practice ends, and new games that may be to blame are left out."""
        g, v = pupil_games, pupil_versions
        async with self.store.writing() as c:
            values = {"lease": 0, "remaining": 0, "fault": fault[:500]}
            if (await c.execute(pupils.update().where(_unchanged(task)).values(**values))).rowcount == 1:
                await c.execute(g.delete().where(g.c.pupil == task.id, g.c.number.in_(list(task.fresh))))
                await c.execute(v.update().where(v.c.pupil == task.id).values(done=True))

    async def _count(self, c: AsyncConnection, task: PupilTask, spent: int) -> None:
        more = {"spent": pupil_work.c.spent + spent}
        for holder in filter(None, (task.owner, task.address)):
            row = {"owner": holder, "day": now() // DAY, "spent": spent}
            insert = insert_into(c, pupil_work).values(**row)
            await c.execute(insert.on_conflict_do_update(index_elements=["owner", "day"], set_=more))


def _spent(holder: sa.ColumnElement[str], day: int) -> sa.ColumnElement[int]:
    """Milliseconds counted for an owner or an address on a day."""
    w = pupil_work.c
    spent = sa.select(w.spent).where(w.owner == holder, w.day == day).scalar_subquery()
    return sa.func.coalesce(spent, 0)


def _unchanged(task: PupilTask) -> sa.ColumnElement[bool]:
    return sa.and_(pupils.c.id == task.id, pupils.c.serial == task.serial)


def _has_work() -> sa.ColumnElement[bool]:
    g, v, p = pupil_games.c, pupil_versions.c, pupils.c
    is_fresh = sa.exists().where(g.pupil == p.id, g.learnt.is_(sa.false()))
    is_open = sa.exists().where(v.pupil == p.id, v.done.is_(sa.false()))
    return sa.or_(p.remaining > 0, is_fresh, is_open)


async def _thin(c: AsyncConnection, pupil_id: str) -> None:
    """Where there are too many versions, deletes every second one that is not among the newest; keeps the first."""
    v = pupil_versions
    query = sa.select(v.c.number).where(v.c.pupil == pupil_id).order_by(v.c.number)
    numbers = [row[0] for row in await c.execute(query)]
    if places := superfluous(len(numbers)):
        await c.execute(v.delete().where(v.c.pupil == pupil_id, v.c.number.in_([numbers[k] for k in places])))
