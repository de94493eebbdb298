"""Pupils in the database, as their owners use them."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import insert_into
from .pupil_schema import pupil_friends, pupil_games, pupil_versions, pupil_work, pupils
from .seats import ACCOUNT, hashed, identifier, token
from .signals import alone_in_counting
from .store import SeatChange, Store, now

DAY = 86_400_000
"""Milliseconds."""
GAMES = 20
"""Games against a level."""


class NewPupil(NamedTuple):
    """A pupil to be kept. game, options: of the catalogue. value: its rules. versions, games: rows, as `rows_of` has
    them. address: see counted_address."""

    owner: str
    name: str
    game: str
    options: Mapping[str, str]
    title: str
    hash: str
    value: str
    players: int
    guest: bool
    versions: Sequence[dict[str, Any]]
    games: Sequence[dict[str, Any]] = ()
    address: str = ""


class Room(NamedTuple):
    """How many pupils there may be: of one owner, and of all browsers without an account together. 0 is no limit."""

    each: int = 0
    visitors: int = 0


class NoRoom(Exception):
    """There are as many pupils as there may be. of_visitors: of all browsers without an account; else of the owner."""

    def __init__(self, of_visitors: bool) -> None:
        super().__init__()
        self.of_visitors = of_visitors


NO_LIMIT = Room()


class PupilRow(NamedTuple):
    """A pupil without its nets. See pupil_schema.py."""

    id: str
    owner: str
    name: str
    game: str
    options: dict[str, str]
    title: str
    hash: str
    value: str
    players: int
    guest: bool
    created: int
    seen: int
    remaining: int
    after_game: int
    serial: int
    fault: str | None
    patterns: dict[str, Any] | None
    address: str
    shared: bool


class Played(NamedTuple):
    """Games against a level. spent: milliseconds that they took."""

    points: float
    games: int
    spent: int


class VersionRow(NamedTuple):
    """A version of a pupil. played: games against levels, by spec. net: in base64; empty where it was not asked for."""

    number: int
    made: int
    practised: int
    studied: int
    opening: tuple[str, ...]
    level: int | None
    played: dict[str, Played]
    spent: int
    done: bool
    net: str = ""

    @property
    def against(self) -> dict[str, float]:
        """Its scores, by spec."""
        return {spec: games.points / games.games for spec, games in self.played.items() if games.games}

    def as_data(self) -> dict[str, Any]:
        """All but the net, as plain data."""
        fields = {name: part for name, part in self._asdict().items() if name not in ("net", "played")}
        return fields | {"opening": list(self.opening), "against": self.against}


def version_row(version: Mapping[str, Any], number: int, done: bool = True, spent: int = 0) -> dict[str, Any]:
    """A version, as it comes from a worker, as a row."""
    played = {spec: Played(score * GAMES, GAMES, 0) for spec, score in version.get("against", {}).items()}
    return {
        "number": number, "made": version["made"], "practised": version["practised"], "studied": version["studied"],
        "opening": json.dumps(version["opening"]), "level": version.get("level"),
        "against": json.dumps(played), "spent": spent, "done": done, "net": version["net"],
    }  # fmt: skip


class Pupils:
    """All pupils."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, new: NewPupil, room: Room = NO_LIMIT) -> str:
        """A new pupil; its id. Raises NoRoom: others may have come since somebody looked."""
        async with self.store.writing() as c:
            await alone_in_counting(c)
            await _check_room(c, new.owner, room)
            return await _insert(c, new)

    async def check_room(self, owner: str, room: Room) -> None:
        """Raises NoRoom where an owner may have no more."""
        async with self.store.reading() as c:
            await _check_room(c, owner, room)

    async def get(self, pupil_id: str) -> PupilRow | None:
        """A pupil."""
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(pupils).where(pupils.c.id == pupil_id))).first()
        return None if row is None else pupil_of_row(row)

    async def of(self, holders: Sequence[str]) -> list[PupilRow]:
        """The pupils of these holders, the newest first."""
        query = sa.select(pupils).where(pupils.c.owner.in_(list(holders))).order_by(pupils.c.created.desc())
        async with self.store.reading() as c:
            return [pupil_of_row(row) for row in await c.execute(query)]

    async def lent_to(self, holders: Sequence[str]) -> list[PupilRow]:
        """The pupils of others that these holders may seat."""
        f = pupil_friends.c
        query = sa.select(pupils).join(pupil_friends, f.pupil == pupils.c.id).where(f.holder.in_(list(holders)))
        async with self.store.reading() as c:
            rows = {row.id: pupil_of_row(row) for row in await c.execute(query.order_by(pupils.c.created.desc()))}
        return list(rows.values())

    async def may_seat(self, pupil_id: str, holders: Sequence[str]) -> bool:
        """Whether one of these holders owns a pupil, or was given its link."""
        f, p = pupil_friends.c, pupils.c
        is_lent = sa.exists().where(f.pupil == p.id, f.holder.in_(list(holders)))
        query = sa.select(p.id).where(p.id == pupil_id, sa.or_(p.owner.in_(list(holders)), is_lent))
        async with self.store.reading() as c:
            return await c.scalar(query) is not None

    async def change(self, pupil_id: str, **values: Any) -> None:
        """Change what its owner says of it."""
        async with self.store.writing() as c:
            await c.execute(pupils.update().where(pupils.c.id == pupil_id).values(seen=now(), **values))

    async def delete(self, pupil_id: str) -> None:
        """A pupil with all that belongs to it."""
        async with self.store.writing() as c:
            await c.run_sync(delete_pupils, pupils.c.id == pupil_id)

    async def move(self, before: str, after: str) -> list[str]:
        """All pupils of a holder, and those lent to him, go to another; the ids of his own."""
        f = pupil_friends
        async with self.store.writing() as c:
            values = {"owner": after} | ({"address": ""} if after.startswith(ACCOUNT) else {})
            mine = pupils.update().where(pupils.c.owner == before).values(**values).returning(pupils.c.id)
            moved = [str(row[0]) for row in await c.execute(mine)]
            lent = [row[0] for row in await c.execute(sa.select(f.c.pupil).where(f.c.holder == before))]
            await c.execute(f.delete().where(f.c.holder == before))
            for pupil_id in lent:
                row = {"pupil": pupil_id, "holder": after}
                await c.execute(insert_into(c, f).values(**row).on_conflict_do_nothing())
        return moved

    async def invite(self, pupil_id: str) -> str:
        """The secret of a new link with which others may seat a pupil; the one before is good no more."""
        secret = token()
        await self.change(pupil_id, invitation=hashed(secret))
        return secret

    async def unlend(self, pupil_id: str) -> None:
        """Nobody but its owner may seat a pupil any more."""
        async with self.store.writing() as c:
            await c.execute(pupils.update().where(pupils.c.id == pupil_id).values(invitation=None))
            await c.execute(pupil_friends.delete().where(pupil_friends.c.pupil == pupil_id))

    async def join(self, pupil_id: str, secret: str, holder: str) -> bool:
        """Somebody has the link of a pupil; False where its secret is another."""
        invited = sa.select(pupils.c.id).where(pupils.c.id == pupil_id, pupils.c.invitation == hashed(secret))
        async with self.store.writing() as c:
            if await c.scalar(invited) is None:
                return False
            row = {"pupil": pupil_id, "holder": holder}
            await c.execute(insert_into(c, pupil_friends).values(**row).on_conflict_do_nothing())
        return True

    async def versions(self, pupil_id: str) -> list[VersionRow]:
        """The versions of a pupil, the oldest first, without their nets."""
        v = pupil_versions.c
        columns = (v.number, v.made, v.practised, v.studied, v.opening, v.level, v.against, v.spent, v.done)
        query = sa.select(*columns).where(v.pupil == pupil_id).order_by(v.number)
        async with self.store.reading() as c:
            return [version_of_row(row) for row in await c.execute(query)]

    async def net_sizes(self, pupil_id: str) -> dict[int, int]:
        """The bytes of the nets of a pupil, by the numbers of its versions."""
        v = pupil_versions.c
        letters = sa.func.length(sa.func.rtrim(v.net, "="))
        async with self.store.reading() as c:
            rows = await c.execute(sa.select(v.number, letters.label("letters")).where(v.pupil == pupil_id))
            return {row.number: row.letters * 3 // 4 for row in rows}

    async def net_of(self, pupil_id: str, number: int) -> bytes:
        """The net of a version; nothing where there is no such version any more."""
        v = pupil_versions.c
        async with self.store.reading() as c:
            net = await c.scalar(sa.select(v.net).where(v.pupil == pupil_id, v.number == number))
        return b64decode(net or "")

    async def stamp(self, pupil_id: str) -> str | None:
        """A text that changes with the net of the present version; None where there is no such pupil."""
        async with self.store.reading() as c:
            row = (await c.execute(_present(pupil_id))).first()
        return None if row is None else _stamp(row)

    async def net(self, pupil_id: str) -> tuple[str | None, str | None]:
        """The net of the present version, in base64, after its stamp; None where there is no such pupil."""
        async with self.store.reading() as c:
            row = (await c.execute(_present(pupil_id).add_columns(pupil_versions.c.net))).first()
        return (None, None) if row is None else (_stamp(row), row.net)

    async def games(self, pupil_id: str) -> list[dict[str, Any]]:
        """The games that a pupil has learnt from or is to learn from, the oldest first."""
        g = pupil_games.c
        query = sa.select(g.number, g.table, g.plies, g.seat, g.score, g.learnt).where(g.pupil == pupil_id)
        async with self.store.reading() as c:
            rows = await c.execute(query.order_by(g.number))
            return [dict(row._mapping) | {"plies": json.loads(row.plies)} for row in rows]

    async def scores(self, pupil_id: str) -> list[tuple[bool, float | None]]:
        """Of each of these games, without its plies: whether the pupil has learnt from it, and its score."""
        g = pupil_games.c
        async with self.store.reading() as c:
            rows = await c.execute(sa.select(g.learnt, g.score).where(g.pupil == pupil_id).order_by(g.number))
            return [(row.learnt, row.score) for row in rows]

    async def go_back(self, pupil_id: str, number: int) -> bool:
        """An earlier version is the present one; later ones are forgotten. False where there is none of this number.
        What a process learns meanwhile is dropped, and no practice goes on."""
        v, p = pupil_versions, pupils
        async with self.store.writing() as c:
            there = sa.select(v.c.number).where(v.c.pupil == pupil_id, v.c.number == number)
            if await c.scalar(there) is None:
                return False
            await c.execute(v.delete().where(v.c.pupil == pupil_id, v.c.number > number))
            await c.execute(v.update().where(v.c.pupil == pupil_id).values(done=True))
            present = v.update().where(v.c.pupil == pupil_id, v.c.number == number)
            await c.execute(present.values(done=v.c.practised == 0))  # what it likes and fears is looked for again
            values = {"serial": p.c.serial + 1, "remaining": 0, "patterns": None, "fault": None, "seen": now()}
            await c.execute(p.update().where(p.c.id == pupil_id).values(**values))
        return True

    async def spent(self, owner: str, day: int) -> int:
        """How many milliseconds the pupils of an owner, or those of an address, have worked on a day."""
        w = pupil_work.c
        async with self.store.reading() as c:
            return int(await c.scalar(sa.select(w.spent).where(w.owner == owner, w.day == day)) or 0)

    async def tidy(self, before: int) -> None:
        """Deletes pupils of browsers that were not used since then, and what was counted of former days."""
        is_forgotten = sa.and_(pupils.c.seen < before, pupils.c.owner.not_like(f"{ACCOUNT}%"))
        async with self.store.writing() as c:
            await c.run_sync(delete_pupils, is_forgotten)
            await c.execute(pupil_work.delete().where(pupil_work.c.day < now() // DAY - 1))


async def _insert(c: AsyncConnection, new: NewPupil) -> str:
    pupil_id, moment = identifier(), now()
    row = {
        "id": pupil_id, **new._asdict(), "options": json.dumps(dict(new.options)), "created": moment, "seen": moment,
        "remaining": 0, "after_game": 0, "serial": 0, "lease": 0, "worked": 0,
    }  # fmt: skip
    versions, games = row.pop("versions"), row.pop("games")
    await c.execute(pupils.insert(), [row])
    await c.execute(pupil_versions.insert(), [version | {"pupil": pupil_id} for version in versions])
    if games:
        await c.execute(pupil_games.insert(), [game | {"pupil": pupil_id} for game in games])
    return pupil_id


async def _check_room(c: AsyncConnection, owner: str, room: Room) -> None:
    """Raises NoRoom where an owner may have no more."""
    is_visitor = not owner.startswith(ACCOUNT)
    of_visitors = pupils.c.owner.not_like(f"{ACCOUNT}%")
    bounds = [(of_visitors, room.visitors if is_visitor else 0), (pupils.c.owner == owner, room.each)]
    for counted, most in bounds:
        query = sa.select(sa.func.count()).select_from(pupils).where(counted)
        if most and (await c.scalar(query) or 0) >= most:
            raise NoRoom(counted is of_visitors)


def counted_address(owner: str, address: str) -> str:
    """Under which the work of a new pupil is counted besides its owner: nothing where that is an account."""
    return "" if owner.startswith(ACCOUNT) or not address else hashed(address)[:16]


def _present(pupil_id: str) -> sa.Select[Any]:
    """The present version: what its stamp is made of. Whatever is learnt raises one of the counts, or `serial`."""
    v, p = pupil_versions.c, pupils.c
    columns = (p.id, p.serial, v.number, v.practised, v.studied, v.spent, v.made)
    return sa.select(*columns).where(p.id == pupil_id, v.pupil == p.id).order_by(v.number.desc()).limit(1)


def _stamp(row: Any) -> str:
    return f"{row.id} {row.serial} {row.number} {row.practised} {row.studied} {row.spent} {row.made}"


def delete_pupils(c: Connection, which: sa.ColumnElement[bool]) -> None:
    """Pupils with all that belongs to them."""
    ids = sa.select(pupils.c.id).where(which)
    for part in (pupil_versions, pupil_games, pupil_friends):
        c.execute(part.delete().where(part.c.pupil.in_(ids)))
    c.execute(pupils.delete().where(which))


def forget_owner(owner: str) -> SeatChange:
    """Deletes all pupils of an owner, and that others' were lent to him."""

    def change(c: Connection) -> bool:
        delete_pupils(c, pupils.c.owner == owner)
        c.execute(pupil_friends.delete().where(pupil_friends.c.holder == owner))
        c.execute(pupil_work.delete().where(pupil_work.c.owner == owner))
        return True

    return change


def pupil_of_row(row: Any) -> PupilRow:
    """A row of `pupils`."""
    fields = dict(row._mapping)
    fields["options"] = json.loads(row.options)
    fields["patterns"] = json.loads(row.patterns) if row.patterns else None
    fields["shared"] = row.invitation is not None
    return PupilRow(**{name: fields[name] for name in PupilRow._fields})


def version_of_row(row: Any) -> VersionRow:
    """A row of `pupil_versions`."""
    fields = dict(row._mapping)
    fields["opening"] = tuple(json.loads(row.opening))
    fields["played"] = {spec: Played(*games) for spec, games in json.loads(fields.pop("against")).items()}
    return VersionRow(**fields)
