"""Queries of lists of tables, such that an index gives the latest ones however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema

MOST_HELD = 1_000_000


def listing() -> sa.Select[Any]:
    """Tables as lists show them."""
    t, g = schema.tables.c, schema.games.c
    columns = (t.id, t.title, t.game, t.created, t.updated, t.plies, t.result, t.by, t.finished, t.to_move, t.setup)
    return sa.select(*columns, g.name).join(schema.games, g.hash == t.game)


async def hashes_of(c: AsyncConnection, game: str) -> list[str | None]:
    """The rules that a game is played by, by their hash: a catalogue game has some for each choice of options."""
    g = schema.games.c
    return [row[0] for row in await c.execute(sa.select(g.hash).where(sa.or_(g.hash == game, g.name == game)))]


def held_by(holders: Sequence[str]) -> sa.Subquery:
    """Tables at which all of these hold seats. The limit keeps databases from beginning with the tables of a game,
    which are far more."""
    t, h = schema.tables.c, schema.holdings.c
    query = sa.select(t.id, t.updated, t.game, t.listed, t.finished, t.result)
    for holder in holders:
        query = query.where(t.id.in_(sa.select(h.table).where(h.session == holder)))
    return query.limit(MOST_HELD).subquery()


def with_seats(holders: Sequence[str], running: bool, count: int) -> sa.Select[Any]:
    """Tables that go on, or are over, with each seat that one of these holds, the last changed first."""
    t, h = schema.tables.c, schema.holdings.c
    state = t.finished.is_(sa.false() if running else sa.true())
    query = listing().add_columns(h.player).join(schema.holdings, h.table == t.id).where(h.session.in_(holders), state)
    return sa.select(query.order_by(t.updated.desc()).limit(count).subquery())


def of_state(t: Any, of: str | None, running: bool) -> list[sa.ColumnElement[bool]]:
    """The tables of some rules that go on, or are over: those lie in the index in the order in which they changed."""
    state = t.finished.is_(sa.false() if running else sa.true())
    return [state] if of is None else [t.game == of, state]


def of_states(t: Any, hashes: Sequence[str | None], running: bool | None) -> list[sa.ColumnElement[bool]]:
    """The same in one part."""
    state = [] if running is None else [t.finished.is_(sa.false() if running else sa.true())]
    return [*([] if hashes == [None] else [t.game.in_(hashes)]), *state]


def latest(t: Any, terms: Sequence[sa.ColumnElement[bool]], count: int) -> sa.Select[Any]:
    """The tables that were changed last, of those for which all this holds."""
    inner = sa.select(t.id, t.updated).where(*terms).order_by(t.updated.desc()).limit(count).subquery()
    return sa.select(inner.c.id, inner.c.updated)
