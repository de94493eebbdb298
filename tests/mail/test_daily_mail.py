"""Tests of the daily mail to accounts: one a day, whatever ends a server, and however many servers there are."""

import asyncio

import pytest

from lusory.errors import LusoryError
from lusory.server.accounts.turn_notices import TurnNotices
from lusory.server.store import account_holder, now
from tests.mail.mail_host import text_of, until

DAY = 86_400_000
FAIL = "CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"


async def waiting_games(club, count):
    """The notices of a club in which Ada wants one mail a day, and it is her turn in some games."""
    ada, _ = await club.person("Ada")
    await club.people.accounts.change(ada.id, notices="daily")
    for _ in range(count):
        live = await club.table()
        await club.service.seats.hold(account_holder(ada.id), live.table.id, 0)
    return TurnNotices(club.service, club.mailing)


def daily(club):
    return [mail for mail in club.host.of("ada@example.org") if "your turn in" in str(mail["Subject"])]


async def execute(club, statement):
    async with club.service.store.writing() as c:
        await c.exec_driver_sql(statement)


def test_a_day_brings_one_mail(run):
    async def story(club):
        notices, moment = await waiting_games(club, 2), now() + DAY
        await asyncio.gather(*(notices.send_daily(moment) for _ in range(3)))  # as several servers do
        await notices.send_daily(moment + DAY)
        await until(lambda: len(daily(club)) >= 2)
        assert [mail["Subject"] for mail in daily(club)] == ["lusory: your turn in 2 games"] * 2
        assert [text_of(mail).count("/t/") for mail in daily(club)] == [2, 2]

    run(story)


def test_a_daily_mail_that_could_not_be_queued_comes_later(run):
    """A server may end between its note that the mail of a day is sent and the mail: neither is kept then."""

    async def story(club):
        notices, moment = await waiting_games(club, 1), now() + DAY
        await execute(club, FAIL)
        with pytest.raises(LusoryError):
            await notices.send_daily(moment)
        await execute(club, "DROP TRIGGER full")
        await notices.send_daily(moment)
        await notices.send_daily(moment)
        await until(lambda: daily(club))
        assert len(daily(club)) == 1

    run(story)


def test_whose_turn_it_is_nowhere_gets_no_mail_that_day(run):
    async def story(club):
        notices, moment = await waiting_games(club, 0), now() + DAY
        await notices.send_daily(moment)
        live = await club.table()
        ada = await club.people.accounts.by_name("Ada")
        await club.service.seats.hold(account_holder(ada.id), live.table.id, 0)
        await notices.send_daily(moment + 60_000)
        await notices.send_daily(moment + DAY)
        await until(lambda: daily(club))
        assert len(daily(club)) == 1

    run(story)
