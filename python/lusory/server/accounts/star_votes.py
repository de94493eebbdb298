"""Stars as votes for breeding, of those accounts that agreed to it."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import sqlalchemy as sa

from ..store import Store, schema
from ..store.account_schema import accounts
from ..store.comment_schema import stars
from ..store.seats import ACCOUNT
from ..table.table import ABORTED, CLOSED


async def star_votes(store: Store) -> list[dict[str, Any]]:
    """A vote for each person and game: `voter`, `game` and `stars`, 1 for a star and 0 for a game that was played to
    its end and got none. Voters are numbers, given out anew each time, so that they tell nothing of accounts."""
    async with store.reading() as connection:
        starred = {(row.account, row.game) for row in await connection.execute(given_stars())}
        played = {(row.account, row.game) for row in await connection.execute(finished_games())}
    people = sorted({account for account, _ in starred | played})
    SystemRandom().shuffle(people)
    numbers = {account: number for number, account in enumerate(people, 1)}
    votes = [(numbers[account], game, int((account, game) in starred)) for account, game in starred | played]
    return [{"voter": voter, "game": game, "stars": count} for voter, game, count in sorted(votes)]


def agreed() -> sa.ColumnElement[bool]:
    """Which accounts agreed; bots and who is suspended do not count."""
    a = accounts.c
    return sa.and_(a.star_votes.is_(sa.true()), a.bot.is_(sa.false()), a.suspended.is_(sa.false()))


def given_stars() -> sa.Select[Any]:
    """The stars of those who agreed."""
    return sa.select(stars.c.account, stars.c.game).join(accounts, accounts.c.id == stars.c.account).where(agreed())


def finished_games() -> sa.Select[Any]:
    """The games of the catalogue that those who agreed have played to their end."""
    h, t, g = schema.holdings.c, schema.tables.c, schema.games.c
    query = sa.select(accounts.c.id.label("account"), g.name.label("game")).distinct()
    query = query.join(schema.holdings, h.session == sa.literal(ACCOUNT) + accounts.c.id)
    query = query.join(schema.tables, t.id == h.table).join(schema.games, g.hash == t.game)
    return query.where(agreed(), t.finished.is_(sa.true()), t.by.not_in([ABORTED, CLOSED]), g.name != "")
