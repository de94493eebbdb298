"""Deletion of an account and of everything kept of it; records of games stay, under another name."""

from __future__ import annotations

import contextlib

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..live_table import LiveTable
from ..store import account_schema as own
from ..store import schema
from ..store.pupils import forget_owner
from ..store.push_schema import push_subscriptions
from ..store.rating_schema import kept_rating_parts, kept_ratings, rated_games
from ..store.seats import ACCOUNT, identifier
from ..store.survey_schema import survey_games, survey_opinions, survey_people, surveys
from ..table import Refused
from ..table_service import TableService
from .account import Account
from .left_seats import (
    NAME,
    forget_left_seats,
    forget_words,
    name_without,
    note_erasure,
    of_nobody_else,
    rename_setup,
    still_there,
)


async def erase(service: TableService, account: Account) -> None:
    """Delete it: games that go on are aborted or resigned, names and lines of the chat are replaced, notes and contacts
    go, and then the account itself."""
    for table, player in await service.seats.mine(account.holder):
        with still_there():
            live = await service.live(table)
            await _leave(service, live, player)
            async with live.lock:
                await _forget_seat(service, live, player, account)
                service.drop(live)
    await forget_left_seats(service, account)
    o, h = own.relations.c, own.challenges.c
    async with service.store.writing() as c:
        await c.execute(own.relations.delete().where(sa.or_(o.account == account.id, o.other == account.id)))
        await c.execute(own.challenges.delete().where(sa.or_(h.account == account.id, h.other == account.id)))
        for part in (
            own.account_sessions,
            own.account_tokens,
            own.recovery_codes,
            own.passkeys,
            own.one_time_secrets,
            own.vacations,
            push_subscriptions,
            survey_opinions,
            survey_people,
        ):
            await c.execute(part.delete().where(part.c.account == account.id))
        organised = sa.select(surveys.c.id).where(surveys.c.organiser == account.id)
        for part in (survey_opinions, survey_people, survey_games):
            await c.execute(part.delete().where(part.c.survey.in_(organised)))
        await c.execute(surveys.delete().where(surveys.c.organiser == account.id))
        await c.run_sync(forget_owner(account.holder.key))
        await _rename(c, account)
        await c.execute(own.accounts.delete().where(own.accounts.c.id == account.id))


async def _rename(c: AsyncConnection, account: Account) -> None:
    """Put somebody without a name in its place wherever something stays that it has to do with."""
    mine = rated_games.update().where(rated_games.c.name == account.holder.key)
    rated = sa.select(rated_games.c.game).where(rated_games.c.name == account.holder.key)
    for part in (kept_ratings, kept_rating_parts):
        await c.execute(part.delete().where(part.c.game.in_(rated)))  # they hold the account's key
    nobody, s, acts = identifier(), schema.seats, schema.host_acts
    await c.execute(mine.values(name=f"{ACCOUNT}{nobody}"))  # opponents keep their ratings
    await c.execute(s.update().where(s.c.account == account.id).values(account=nobody))
    # What was said meanwhile, and at tables that could not be read.
    await forget_words(c, schema.entries.c.account == account.id)
    await c.execute(acts.update().where(acts.c.about == f"account {account.name}").values(about=NAME))


async def _leave(service: TableService, live: LiveTable, player: int) -> None:
    """End a game that goes on, where that is possible: nobody is to wait for who does not come back."""
    for act in ("abort", "resign"):
        if live.table.ending is None:
            with contextlib.suppress(Refused):
                await service.act(live, (player,), act, live.table.ply)


async def _forget_seat(service: TableService, live: LiveTable, player: int, account: Account) -> None:
    """What was said and done under the name, from when he sat down: who sat there before is somebody else."""
    e, s, h, table = schema.entries, schema.seats, schema.holdings, live.table.id
    async with service.store.writing() as c:
        sat = sa.select(sa.func.max(e.c.serial)).where(e.c.table == table, e.c.player == player, e.c.kind == "sit")
        since = await c.scalar(sat)
        here = sa.and_(e.c.table == table, e.c.player == player, e.c.serial >= (since or 0))
        # Who holds the seat, too, and named it last keeps that name.
        name, author = await name_without(c, live, player, account)
        await forget_words(c, sa.and_(here, of_nobody_else(account)))
        if since is None:
            await rename_setup(c, table, player)
        await note_erasure(c, table, player, *((name, author) if author else (NAME, None)))
        columns = ("mail", "webhook", "feed", "notes", "plan", "token", "code", "heir")
        cleared = dict.fromkeys(columns)
        await c.execute(s.update().where(s.c.table == table, s.c.player == player).values(**cleared))
        holding = sa.and_(h.c.session == account.holder.key, h.c.table == table, h.c.player == player)
        await c.execute(h.delete().where(holding))
        await c.run_sync(service.store.send, "rewritten", table=table)
