"""Stored seats: holders by token, session or code, contacts, notes. Only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .engine import insert_into
from .store import Store

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which leaves out letters that look alike."""
ACCOUNT = "account:"
"""Begins the key of an account among the holders of seats and the players of rated games."""
CODE = 20
"""100 bits cannot be guessed, so a plain hash is safe to store."""


def hashed(secret: str) -> str:
    """A secret as it is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Holder(NamedTuple):
    """An account as a holder of seats. key: its stored form, which differs from every hash of a browser's session."""

    key: str


def account_holder(account: str) -> Holder:
    """An account (by its key in the database, not its user id) as a holder of seats."""
    return Holder(f"{ACCOUNT}{account}")


def holder_key(holder: str | Holder) -> str:
    """A holder as it is stored: of a browser's session the hash, so that no session can name an account."""
    return holder.key if isinstance(holder, Holder) else hashed(holder)


def account_of_key(key: str) -> str | None:
    """The account whose key (see `holder_key`) this is; None where it is a browser's."""
    return key.removeprefix(ACCOUNT) if key.startswith(ACCOUNT) else None


def put_holder(c: sa.Connection, key: str, table: str, player: int) -> None:
    """Note that a seat has this holder (see `holder_key`), and the first account that ever holds it."""
    s, row = schema.seats, {"session": key, "table": table, "player": player}
    c.execute(insert_into(c, schema.holdings).values(**row).on_conflict_do_nothing())
    if account := account_of_key(key):
        unclaimed = sa.and_(s.c.table == table, s.c.player == player, s.c.account.is_(None))
        c.execute(s.update().where(unclaimed).values(account=account))


def token() -> str:
    """A new token of 192 random bits."""
    return secrets.token_urlsafe(24)


def identifier() -> str:
    """A new id of a table: 50 random bits, easy to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10)).lower()


def code() -> str:
    """A new private code, in groups of five characters."""
    new_code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
    return "-".join(new_code[i : i + 5] for i in range(0, CODE, 5))


def plain(typed: str) -> str:
    """A typed code in its canonical form: upper case, in groups, O, I and L read as digits."""
    upper_case = typed.upper().translate(str.maketrans("OIL", "011"))
    signs = "".join(sign for sign in upper_case if sign in ALPHABET)
    return "-".join(signs[i : i + 5] for i in range(0, len(signs), 5))


class Seats:
    """The seats of all tables."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def by_token(self, table: str, token: str) -> tuple[int, ...]:
        """The players whose token this is."""
        s = schema.seats.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(s.player).where(s.table == table, s.token == hashed(token)))
            return tuple(sorted(row[0] for row in result))

    async def by_session(self, table: str, session: str | Holder) -> tuple[int, ...]:
        """The players a browser or an account holds."""
        h = schema.holdings.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(h.player).where(h.table == table, h.session == holder_key(session)))
            return tuple(sorted(row[0] for row in result))

    async def by_code(self, typed: str) -> tuple[str, int] | None:
        """The table and player whose private code this is."""
        s = schema.seats.c
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(s.table, s.player).where(s.code == hashed(plain(typed))))).first()
            return None if row is None else (row[0], row[1])

    async def mine(self, session: str | Holder) -> list[tuple[str, int]]:
        """All seats a browser or an account holds."""
        h = schema.holdings.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(h.table, h.player).where(h.session == holder_key(session)))
            return [(row[0], row[1]) for row in result]

    async def holders(self, table: str) -> list[tuple[str, int]]:
        """The holders (see `holder_key`) of seats at a table, each with its player."""
        h = schema.holdings.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(h.session, h.player).where(h.table == table))
            return [(row[0], row[1]) for row in result]

    async def hold(self, session: str | Holder, table: str, player: int) -> None:
        """A browser or an account takes a seat."""
        await self.hold_hashed(holder_key(session), table, player)

    async def hold_hashed(self, session: str, table: str, player: int) -> None:
        """The same, by the holder's key."""
        async with self.store.writing() as c:
            await c.run_sync(put_holder, session, table, player)
            await c.run_sync(self.store.send, "seats", table=table, players=[])

    async def move(self, before: str, after: str, table: str, player: int) -> None:
        """A seat goes from one holder (see `holder_key`) to another."""
        h = schema.holdings
        mine = sa.and_(h.c.session == before, h.c.table == table, h.c.player == player)
        async with self.store.writing() as c:
            if (await c.execute(h.delete().where(mine))).rowcount == 1:
                await c.run_sync(put_holder, after, table, player)
                await c.run_sync(self.store.send, "seats", table=table, players=[player])

    async def invited(self, table: str, secret: str) -> int | None:
        """The seat that an invitation would claim; nothing changes."""
        s, proof = schema.seats.c, hashed(secret)
        async with self.store.reading() as c:
            query = sa.select(s.player).where(s.table == table, sa.or_(s.invitation == proof, s.heir == proof))
            row = (await c.execute(query.limit(1))).first()
            return None if row is None else int(row[0])

    async def invite(self, table: str, player: int, secret: str) -> bool:
        """A new invitation that replaces the seat's earlier one; False where the seat is held."""
        s, h = schema.seats, schema.holdings.c
        is_held = sa.exists().where(h.table == table, h.player == player)
        is_free = sa.and_(s.c.table == table, s.c.player == player, s.c.token.is_(None), s.c.heir.is_(None), ~is_held)
        async with self.store.writing() as c:
            update = await c.execute(s.update().where(is_free).values(invitation=hashed(secret)))
            return update.rowcount == 1

    async def only(self, table: str, player: int, session: str | Holder, token: str | None) -> None:
        """Every other browser and program that holds the seat loses it. session: of the one that stays, empty for a
        program; token: the program's new one."""
        s, h = schema.seats, schema.holdings
        token_hash = hashed(token) if token else None
        other_seats = sa.and_(
            h.c.table == table, h.c.player == player, h.c.session != (holder_key(session) if session else "")
        )
        async with self.store.writing() as c:
            await _inherit(c, table, player, token_hash)
            await c.execute(h.delete().where(other_seats))
            mine = s.update().where(s.c.table == table, s.c.player == player)
            await c.execute(mine.values(token=token_hash, code=None, invitation=None, heir=None))
            await c.run_sync(self.store.send, "seats", table=table, players=[player])

    async def new_token(self, table: str, player: int) -> str:
        """A token that replaces the seat's earlier one, here and as the key to a rematch."""
        s, new_token = schema.seats, token()
        async with self.store.writing() as c:
            await _inherit(c, table, player, hashed(new_token))
            update = s.update().where(s.c.table == table, s.c.player == player)
            await c.execute(update.values(token=hashed(new_token)))
            await c.run_sync(self.store.send, "seats", table=table, players=[player])
        return new_token

    async def new_code(self, table: str, player: int) -> str:
        """A private code that replaces the seat's earlier one."""
        new_code = code()
        await self.set(table, player, code=hashed(new_code))
        return new_code

    async def get(self, table: str, player: int) -> dict[str, Any]:
        """What a seat has left with us."""
        s = schema.seats.c
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(schema.seats).where(s.table == table, s.player == player))).first()
            return {} if row is None else dict(row._mapping)

    async def by_feed(self, feed: str) -> tuple[str, int] | None:
        """The table and player whose feed this is."""
        s = schema.seats.c
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(s.table, s.player).where(s.feed == hashed(feed)))).first()
            return None if row is None else (row[0], row[1])

    async def set(self, table: str, player: int, **values: Any) -> None:
        """Keep something of a seat."""
        s = schema.seats
        async with self.store.writing() as c:
            await c.execute(s.update().where(s.c.table == table, s.c.player == player).values(**values))


async def _inherit(c: AsyncConnection, table: str, player: int, token: str | None) -> None:
    """The seat's token changes: so does what claims its seat in a rematch. token: the new one, hashed."""
    s = schema.seats
    old_token = await c.scalar(sa.select(s.c.token).where(s.c.table == table, s.c.player == player))
    if old_token is not None:
        await c.execute(s.update().where(s.c.heir == old_token).values(heir=token))
