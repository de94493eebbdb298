"""Exports everything that is kept of an account, for its owner."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from ..store import schema
from ..store.account_schema import accounts, challenges, relations, vacations
from ..store.comment_schema import comment_reports, comments, stars
from ..store.pupils import Pupils
from ..store.push_schema import push_subscriptions
from ..store.survey_schema import survey_games, survey_opinions, survey_people, surveys
from .account import Account
from .people import People


async def personal_data(people: People, account: Account) -> dict[str, Any]:
    """As plain data: the account, where it is signed in, its passkeys, whom it blocks or mutes, and of every game its
    seat, notes, contacts and all that was done from there."""
    h, store = schema.holdings.c, people.store
    async with store.reading() as c:
        query = sa.select(relations.c.kind, accounts.c.name).join(accounts, accounts.c.id == relations.c.other)
        related = [tuple(row) for row in await c.execute(query.where(relations.c.account == account.id))]
        v = vacations.c
        spans = sa.select(v.start, v.until).where(v.account == account.id).order_by(v.start)
        away = [dict(row._mapping) for row in await c.execute(spans)]
        o = survey_opinions.c
        given_opinions = sa.select(surveys.c.title, o.subject, o.at, o.places).join(surveys, surveys.c.id == o.survey)
        opinions = [
            dict(row._mapping) | {"places": json.loads(row.places)}
            for row in await c.execute(given_opinions.where(o.account == account.id).order_by(o.at))
        ]
        p = push_subscriptions.c
        push_rows = sa.select(p.device, p.created, p.endpoint).where(p.account == account.id).order_by(p.created)
        push = [dict(row._mapping) for row in await c.execute(push_rows)]
        holdings = (await c.execute(sa.select(h.table, h.player).where(h.session == account.holder.key))).all()
    passkeys = [
        {"name": entry["name"], "created": entry["created"]} for entry in await people.passkeys.listed(account.id)
    ]
    sessions = [{k: v for k, v in entry.items() if k != "key"} for entry in await people.sessions.listed(account.id)]
    tokens = [{k: v for k, v in entry.items() if k != "id"} for entry in await people.tokens.listed(account.id)]
    return {
        "id": account.name, "bot": account.bot, "rated_games_with_bots": account.rated_bots,
        "most_games": account.most_games, "star_votes": account.star_votes, "tokens": tokens,
        "created": account.created, "mail": account.mail, "time_zone": account.zone,
        "language": account.language, "vacation": account.vacation, "vacations": away,
        "notices": account.notices, "has_password": account.secured,
        "has_mail_password": account.mail_moves, "recovery_codes": await people.credentials.codes_left(account.id),
        "passkeys": passkeys, "sessions": sessions,
        "blocked": sorted(name for kind, name in related if kind == "block"),
        "muted": sorted(name for kind, name in related if kind == "mute"),
        "role": account.role, "muted_until": account.muted_until,
        "surveys": opinions, "push": push, **await _talk(people, account),
        "pupils": await _pupils(people, account),
        "games": [await _game(people, table, player) for table, player in holdings],
    }  # fmt: skip


async def _talk(people: People, account: Account) -> dict[str, Any]:
    """What an account has written beside its games, its stars and challenges, its names and words at tables, and what
    moderators did about it."""
    c, s, h, r = comments.c, stars.c, challenges.c, comment_reports.c
    queries = {
        "comments": sa.select(c.game, c.table, c.at, c.text, c.hidden).where(c.author == account.id).order_by(c.at),
        "reports": sa.select(r.comment, r.at, r.text).where(r.reporter == account.id).order_by(r.at),
        "stars": sa.select(s.game, s.at).where(s.account == account.id).order_by(s.at),
        "challenges": sa.select(h.game, h.title, h.terms, h.standing, h.rated, h.created)
        .where(h.account == account.id)
        .order_by(h.created),
    }
    e = schema.entries.c
    queries["words"] = (
        sa.select(e.table, e.at, e.kind, e.text).where(e.account == account.id).order_by(e.at, e.table, e.serial)
    )
    queries["moderation"] = _moderation(account)
    queries |= _surveys(account)
    async with people.store.reading() as connection:
        return {
            name: [dict(row._mapping) for row in await connection.execute(query)] for name, query in queries.items()
        }


def _moderation(account: Account) -> sa.Select[Any]:
    """What the host and the moderators did about an account and its comments. Who of them did it is left out."""
    a, c = schema.host_acts.c, comments.c
    own_comments = sa.select(sa.literal("comment ") + c.id).where(c.author == account.id)
    is_about = sa.or_(a.about == f"account {account.name}", a.about.in_(own_comments))
    return sa.select(a.at, a.act, a.about, a.note).where(is_about).order_by(a.at, a.id)


def _surveys(account: Account) -> dict[str, sa.Select[Any]]:
    """The surveys that an account takes part in, and those that it organises, with their games."""
    s, p, g = surveys.c, survey_people.c, survey_games.c
    joined = sa.select(s.title, p.joined).join(surveys, s.id == p.survey).where(p.account == account.id)
    games = sa.select(s.title.label("survey"), g.number, g.game, g.title, g.options, g.value, g.measures)
    is_own = s.organiser == account.id
    return {
        "joined_surveys": joined.order_by(p.joined),
        "organised_surveys": sa.select(s.title, s.text, s.way, s.created, s.closed).where(is_own).order_by(s.created),
        "organised_games": games.join(surveys, s.id == g.survey).where(is_own).order_by(s.created, s.id, g.number),
    }


async def _pupils(people: People, account: Account) -> list[dict[str, Any]]:
    """The pupils of an account, with all but their nets, which are in their files."""
    stored = Pupils(people.store)
    return [
        {
            "id": pupil.id, "name": pupil.name, "game": pupil.title, "options": pupil.options,
            "created": pupil.created, "file": f"/api/pupils/{pupil.id}/file",
            "versions": [version.as_data() for version in await stored.versions(pupil.id)],
            "games": await stored.games(pupil.id),
        }
        for pupil in await stored.of([account.holder.key])
    ]  # fmt: skip


async def _game(people: People, table: str, player: int) -> dict[str, Any]:
    t, s, e = schema.tables.c, schema.seats, schema.entries.c
    async with people.store.reading() as c:
        head = (await c.execute(sa.select(t.title, t.setup, t.created, t.result).where(t.id == table))).one()
        seat = (await c.execute(sa.select(s).where(s.c.table == table, s.c.player == player))).one()
        entries_of_seat = (
            sa.select(e.at, e.kind, e.number, e.text).where(e.table == table, e.player == player).order_by(e.serial)
        )
        entries = [dict(row._mapping) for row in await c.execute(entries_of_seat)]
    setup = json.loads(head.setup)
    return {
        "table": table, "title": head.title, "game": setup.get("game", ""), "options": setup.get("options", {}),
        "rated": setup.get("rated", False),
        "player": player, "created": head.created, "result": json.loads(head.result) if head.result else None,
        "mail": seat.mail, "mail_confirmed": seat.mail_confirmed, "language": seat.language, "webhook": seat.webhook,
        "notes": json.loads(seat.notes) if seat.notes else None,
        "conditional_moves": json.loads(seat.plan) if seat.plan else None, "entries": entries,
    }  # fmt: skip
