"""Tests of notices after a vacation: of the turns that came meanwhile, once."""

import asyncio

import pytest

from lusory.server.accounts.vacation import set_vacation
from lusory.server.mail.recipient_limit import RecipientLimit
from lusory.server.mail.vacation_ends import VacationEnds
from lusory.server.store import account_holder, now
from tests.mail.mail_host import text_of, until

DAY = 86_400_000


async def wait(club, ada):
    """Her vacation is over by itself."""
    await club.people.accounts.change(ada.id, vacation=now() - 1)


async def long_over(club, ada):
    """A server of an older version left it in the database."""
    await club.people.accounts.change(ada.id, vacation=now() - 30 * DAY)


async def come_back(club, ada):
    """She ends her vacation."""
    await set_vacation(club.service, club.people.accounts, await club.people.accounts.get(ada.id), 0)


@pytest.mark.parametrize("end", [wait, come_back, long_over])
@pytest.mark.parametrize("notices", ["each", "none"])
def test_who_is_back_hears_of_the_turns_that_came_meanwhile_once(run, notices, end):
    async def story(club):
        ada, _ = await club.person("Ada")
        await club.people.accounts.change(ada.id, notices=notices)
        ends, live = VacationEnds(club.service, club.mails), await club.table()
        await club.service.seats.set(live.table.id, 0, mail=None)
        await club.service.seats.hold(account_holder(ada.id), live.table.id, 0)
        await set_vacation(club.service, club.people.accounts, ada, now() + DAY)
        await club.service.play(live, (0,), 1, "a1")
        await club.service.play(live, (1,), 2, "b1")
        await ends.tell_returned()
        assert not club.host.of("ada@example.org"), "she is away"
        await end(club, ada)
        await asyncio.gather(*(ends.tell_returned() for _ in range(3)))
        is_told = notices == "each" and end is not long_over
        if is_told:
            await until(lambda: club.host.of("ada@example.org"))
        await ends.tell_returned()
        await asyncio.sleep(0.2)
        assert len(club.host.of("ada@example.org")) == is_told
        assert (await club.people.accounts.get(ada.id)).away_until is None

    run(story)


async def hold_turns(club, account, count, mail=None):
    """It is somebody's turn at some tables. Returns their ids."""
    tables = [(await club.table()).table.id for _ in range(count)]
    for table in tables:
        await club.service.seats.set(table, 0, mail=mail, mail_confirmed=mail is not None)
        await club.service.seats.hold(account_holder(account.id), table, 0)
    return tables


@pytest.mark.parametrize(("language", "words"), [("en", "your turn in 2 more games"), ("de", "2 weiteren Partien")])
@pytest.mark.parametrize("at_seats", [None, "elsewhere@example.org"])
def test_turns_beyond_the_mails_of_an_hour_are_listed_in_one_more_mail(run, at_seats, language, words):
    async def story(club):
        ada, _ = await club.person("Ada")
        club.mails.recipients = RecipientLimit(3)
        club.mails.ways = club.mails.ways._replace(count=club.mails.recipients.count)
        tables = await hold_turns(club, ada, 5, at_seats)
        ends, to = VacationEnds(club.service, club.mails), at_seats or "ada@example.org"
        for moment in (now() - 1, now()):  # a second vacation within the hour brings no more mails
            await club.people.accounts.change(ada.id, vacation=moment, language=language)
            await ends.tell_returned()
        await until(lambda: len(club.host.of(to)) >= 4)
        await asyncio.sleep(0.2)
        *alone, together = sorted(club.host.of(to), key=lambda mail: words in mail["Subject"])
        assert len(alone) == 3
        assert words in together["Subject"]
        links = [table for table in tables if f"https://play.example/t/{table}\n" in text_of(together)]
        assert len(links) == 2
        assert not [table for table in links if any(f"/t/{table}" in text_of(mail) for mail in alone)]
        assert "https://play.example/my" in text_of(together)
        assert together["List-Unsubscribe"]

    run(story)
