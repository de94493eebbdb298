"""Tests of notices after a vacation: of the turns that came meanwhile, once."""

import asyncio

import pytest

from lusory.server.accounts.vacation import set_vacation
from lusory.server.mail.vacation_ends import VacationEnds
from lusory.server.store import account_holder, now
from tests.mail.mail_host import until

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
