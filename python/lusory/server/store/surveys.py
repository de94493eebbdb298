"""Surveys in the database."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..table.table import ABORTED, CLOSED
from . import schema
from .engine import insert_into
from .seats import Holder, hashed, identifier, token
from .store import Store, now
from .survey_schema import survey_games, survey_opinions, survey_people, surveys

MOST_SURVEYS, MOST_PEOPLE = 20, 1_000
"""Of one organiser, and in one survey."""


GAME_ENTRIES = ("ply", "resign", "agree", "flag")
"""Kinds of entries with which a game goes on or ends."""


class AskedGame(NamedTuple):
    """A game of a survey. number: from 1. game: of the catalogue; empty where its organiser brought its rules, `value`.
    measures: what `lusory measure` says of it, name to value."""

    number: int
    game: str
    options: dict[str, str]
    title: str
    hash: str
    measures: dict[str, float]
    value: str | None = None


class StoredSurvey(NamedTuple):
    """A survey. organiser: the key of an account."""

    id: str
    organiser: str
    title: str
    text: str
    way: str
    created: int
    closed: bool
    games: tuple[AskedGame, ...]


class Surveys:
    """All surveys."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(
        self, organiser: str, title: str, text: str, method: str, games: Sequence[AskedGame]
    ) -> tuple[str, str]:
        """A new survey, in which its organiser takes part: its name, and the secret with which others join."""
        survey_id, secret = identifier(), token()
        row = {"id": survey_id, "organiser": organiser, "title": title, "text": text, "way": method,
               "invitation": hashed(secret), "created": now(), "closed": False}  # fmt: skip
        rows = [
            game._asdict() | {"survey": survey_id, "options": json.dumps(game.options), "measures": None}
            for game in games
        ]
        async with self.store.writing() as c:
            await c.execute(surveys.insert().values(**row))
            await c.execute(survey_games.insert(), rows)
            await c.execute(survey_people.insert().values(survey=survey_id, account=organiser, joined=now()))
        return survey_id, secret

    async def count(self, organiser: str) -> int:
        """How many surveys somebody organises."""
        query = sa.select(sa.func.count()).where(surveys.c.organiser == organiser)
        async with self.store.reading() as c:
            return int(await c.scalar(query) or 0)

    async def get(self, survey_id: str) -> StoredSurvey | None:
        """A survey with its games."""
        s, g = surveys.c, survey_games.c
        columns = (s.id, s.organiser, s.title, s.text, s.way, s.created, s.closed)
        parts = (g.number, g.game, g.options, g.title, g.hash, g.measures, g.value)
        async with self.store.reading() as c:
            row = (await c.execute(sa.select(*columns).where(s.id == survey_id))).first()
            if row is None:
                return None
            rows = await c.execute(sa.select(*parts).where(g.survey == survey_id).order_by(g.number))
            games = tuple(
                AskedGame(number, game, json.loads(options), title, rules_hash, json.loads(measures or "{}"), value)
                for number, game, options, title, rules_hash, measures, value in rows
            )
        return StoredSurvey(*row, games)

    async def of(self, account: str) -> list[dict[str, Any]]:
        """The surveys that somebody takes part in, the newest first."""
        s, p = surveys.c, survey_people.c
        query = sa.select(s.id, s.title, s.closed, s.organiser, s.created).join(survey_people, p.survey == s.id)
        async with self.store.reading() as c:
            rows = await c.execute(query.where(p.account == account).order_by(s.created.desc()).limit(100))
            return [dict(row._mapping) for row in rows]

    async def takes_part(self, survey_id: str, account: str) -> bool:
        """Whether somebody takes part in a survey."""
        p = survey_people.c
        async with self.store.reading() as c:
            joined = await c.scalar(sa.select(p.joined).where(p.survey == survey_id, p.account == account))
            return joined is not None

    async def people(self, survey_id: str) -> list[str]:
        """The keys of the accounts that take part, in the order in which they joined."""
        p = survey_people.c
        async with self.store.reading() as c:
            rows = await c.execute(sa.select(p.account).where(p.survey == survey_id).order_by(p.joined, p.account))
            return [str(row[0]) for row in rows]

    async def join(self, survey_id: str, secret: str, account: str) -> bool:
        """Take part; False where the secret is of no open survey of this name, or too many take part."""
        s, p = surveys.c, survey_people.c
        invited = sa.select(s.id).where(s.id == survey_id, s.invitation == hashed(secret), s.closed.is_(sa.false()))
        async with self.store.writing() as c:
            count = await c.scalar(sa.select(sa.func.count()).where(p.survey == survey_id))
            if await c.scalar(invited) is None or (count or 0) >= MOST_PEOPLE:
                return False
            row = {"survey": survey_id, "account": account, "joined": now()}
            await c.execute(insert_into(c, survey_people).values(**row).on_conflict_do_nothing())
            return True

    async def new_invitation(self, survey_id: str) -> str:
        """A new secret to join with; the one before is good no more."""
        secret = token()
        async with self.store.writing() as c:
            await c.execute(surveys.update().where(surveys.c.id == survey_id).values(invitation=hashed(secret)))
        return secret

    async def close(self, survey_id: str, closed: bool) -> None:
        """No more opinions; or go on."""
        async with self.store.writing() as c:
            await c.execute(surveys.update().where(surveys.c.id == survey_id).values(closed=closed))

    async def delete(self, survey_id: str) -> None:
        """A survey with all that people thought."""
        async with self.store.writing() as c:
            for part in (survey_opinions, survey_people, survey_games):
                await c.execute(part.delete().where(part.c.survey == survey_id))
            await c.execute(surveys.delete().where(surveys.c.id == survey_id))

    async def measure(self, survey_id: str, number: int, measures: Mapping[str, float]) -> None:
        """What `lusory measure` says of a game of a survey."""
        g = survey_games
        mine = g.update().where(g.c.survey == survey_id, g.c.number == number)
        async with self.store.writing() as c:
            await c.execute(mine.values(measures=json.dumps(dict(measures))))

    async def played(self, survey: StoredSurvey, holder: Holder) -> set[int]:
        """The numbers of the games that somebody has played to their end since a survey began."""
        t, h, e = schema.tables.c, schema.holdings.c, schema.entries.c
        hashes = [game.hash for game in survey.games]
        over = (t.result.is_not(None), t.by.not_in([ABORTED, CLOSED]), t.updated >= survey.created)
        # A table changes also when somebody talks there after the game.
        went_on = sa.exists().where(e.table == t.id, e.kind.in_(GAME_ENTRIES), e.at >= survey.created)
        query = sa.select(t.game).distinct().join(schema.holdings, h.table == t.id)
        async with self.store.reading() as c:
            rows = await c.execute(query.where(h.session == holder.key, t.game.in_(hashes), *over, went_on))
            finished_hashes = {str(row[0]) for row in rows}
        return {game.number for game in survey.games if game.hash in finished_hashes}

    async def think(self, survey_id: str, account: str, subject: str, places: Sequence[Sequence[int]]) -> bool:
        """What somebody thinks, in place of what he thought before; False where the survey is closed by now."""
        row = {"survey": survey_id, "account": account, "subject": subject, "at": now(), "places": json.dumps(places)}
        s = surveys.c
        async with self.store.writing() as c:
            is_open = sa.select(s.id).where(s.id == survey_id, s.closed.is_(sa.false())).with_for_update(read=True)
            if await c.scalar(is_open) is None:
                return False
            insert = insert_into(c, survey_opinions).values(**row)
            await c.execute(insert.on_conflict_do_update(index_elements=["survey", "account", "subject"], set_=row))
            return True

    async def opinions(self, survey_id: str, account: str = "") -> list[tuple[str, str, list[list[int]]]]:
        """What people, or one of them, think: the key of an account, the subject, places."""
        o = survey_opinions.c
        query = sa.select(o.account, o.subject, o.places).where(o.survey == survey_id)
        query = query.where(o.account == account) if account else query
        async with self.store.reading() as c:
            rows = await c.execute(query.order_by(o.account, o.subject))
            return [(str(voter), str(subject), json.loads(places)) for voter, subject, places in rows]
