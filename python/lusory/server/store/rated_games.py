"""Stores the results of rated games and reads them for the computation of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa

from ...club.glicko import RatedGame
from . import schema
from .account_schema import accounts
from .engine import insert_into
from .rating_schema import rated_games
from .seats import ACCOUNT
from .store import SeatChange, Store


def rated_result(table: str, game: str, machines: Sequence[str], values: Sequence[float], ended: int) -> SeatChange:
    """Keeps the result of a game, made in the transaction that stores its end: of the accounts that took the seats
    first, whoever sits there now, so that nobody hands on a loss. Nothing where no account ever held a person's seat.
    machines: for each seat the spec of its machine, empty for a person."""

    def change(c: sa.Connection) -> bool:
        s = schema.seats.c
        query = sa.select(s.player, s.account).where(s.table == table, s.account.is_not(None))
        people = {row.player: f"{ACCOUNT}{row.account}" for row in c.execute(query)}
        names = [machine or people.get(player, "") for player, machine in enumerate(machines)]
        if all(names) and len(set(names)) == len(names):
            rows = [
                {"table": table, "player": player, "game": game, "name": name, "score": score, "ended": ended}
                for player, (name, score) in enumerate(zip(names, values, strict=True))
            ]
            c.execute(insert_into(c, rated_games).on_conflict_do_nothing(), rows)
        return True

    return change


def remove_rated_game(table: str) -> SeatChange:
    """The game of a table goes on after all."""

    def change(c: sa.Connection) -> bool:
        c.execute(rated_games.delete().where(rated_games.c.table == table))
        return True

    return change


class RatedAccount(NamedTuple):
    """An account as tables of ratings name it. bot: whether it is marked as one."""

    id: str
    bot: bool


class RatedGames:
    """The results of all rated games."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of_game(self, game: str) -> list[RatedGame]:
        """All of a game, in the order in which they ended."""
        g = rated_games.c
        query = sa.select(rated_games).where(g.game == game).order_by(g.ended, g.table, g.player)
        async with self.store.reading() as c:
            rows = (await c.execute(query)).all()
        tables = (list(seats) for _, seats in groupby(rows, key=lambda row: row.table))
        return [
            RatedGame(tuple(row.name for row in seats), tuple(row.score for row in seats), seats[0].ended)
            for seats in tables
        ]

    async def games(self, player: str) -> list[str]:
        """The games of the catalogue that a player has rated games of."""
        g = rated_games.c
        async with self.store.reading() as c:
            return list(await c.scalars(sa.select(g.game).where(g.name == player).distinct().order_by(g.game)))

    async def accounts_of(self, players: Sequence[str]) -> dict[str, RatedAccount]:
        """The accounts among some players, by their keys."""
        ids = [player.removeprefix(ACCOUNT) for player in players if player.startswith(ACCOUNT)]
        a = accounts.c
        async with self.store.reading() as c:
            result = await c.execute(sa.select(a.id, a.name, a.bot).where(a.id.in_(ids)))
            return {f"{ACCOUNT}{row[0]}": RatedAccount(row[1], row[2]) for row in result}
