"""Tests of addresses that people leave at seats: they get notices only once their readers have confirmed them."""

import asyncio
import re
import sqlite3

import httpx
import msgspec
import pytest

from lusory.server.accounts import new_codes
from lusory.server.mail.outbox import HOUR, MINUTE
from lusory.server.settings import Limits
from lusory.server.store import now
from lusory.server.store.export import export_lines, import_lines
from lusory.server.web.app import application
from tests.mail.mail_host import Club as Seated
from tests.mail.mail_host import contact_secret, settings_of, text_of, until

VICTIM = "eve@example.org"
NAME, SAID = "URGENT: your bank account is locked", "Look at https://evil.example now"


class Visitor:
    """A browser."""

    def __init__(self, app, address="203.0.113.1"):
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        self.http = httpx.AsyncClient(transport=transport, base_url="https://localhost")

    async def ask(self, method, path, body, code=200):
        answer = await self.http.request(method, path, json=body, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == code, answer.text
        return answer.json()

    async def leave(self, table, mail, code=200):
        return await self.ask("PUT", f"/api/tables/{table}/contact", {"mail": mail}, code)

    async def confirm(self, mail, code=200):
        return await self.ask("POST", "/api/contacts", {"secret": contact_secret(mail)}, code)

    async def play(self, table, ply, text):
        await self.ask("POST", f"/api/tables/{table}/plies", {"ply": ply, "text": text})


class Club:
    """A server with two visitors and what they do."""

    def __init__(self, app, host):
        self.app, self.host = app, host
        self.first, self.second = Visitor(app), Visitor(app)

    async def table(self):
        """Of both."""
        setup = {"game": "susan", "seats": ["human", "human"], "names": [NAME, "Bo"]}
        created = await self.first.ask("POST", "/api/tables", setup, 201)
        table = created["table"]
        secret = created["seats"][1]["link"].split("#")[1]
        await self.second.ask("POST", f"/api/tables/{table}/claim", {"secret": secret, "name": "Bo"})
        return table

    async def table_with_a_confirmed_address(self):
        """Of both; the second left the victim's address and confirmed it."""
        table = await self.table()
        await self.second.leave(table, VICTIM)
        await self.second.confirm(await self.mail(1))
        return table

    async def mail(self, count):
        """The victim's mail of this number."""
        await until(lambda: len(self.host.of(VICTIM)) >= count)
        return self.host.of(VICTIM)[count - 1]

    async def account(self, name, mail):
        people = self.app.state.people
        account = await people.accounts.add(name, await people.passwords.hashed("correcthorse9"), new_codes())
        if mail:
            await people.accounts.confirm_mail(account.id, mail)
        return account

    async def settled(self):
        """Until nothing waits to be sent."""
        while await self.app.state.mails.outbox.next_due() is not None:
            await asyncio.sleep(0.02)


@pytest.fixture
def run(tmp_path, host):
    """Runs a story of a club."""

    def told(story, **limits):
        settings = msgspec.structs.replace(settings_of(tmp_path, host), hosts="localhost", limits=Limits(**limits))

        async def whole():
            app = application(settings)
            async with app.router.lifespan_context(app):
                await asyncio.wait_for(story(Club(app, host)), 60)

        asyncio.run(whole())

    return told


def test_an_address_gets_one_mail_that_asks_and_says_nothing_that_people_wrote(run):
    async def story(club):
        table = await club.table()
        assert not (await club.second.leave(table, VICTIM))["confirmed"]
        mail = await club.mail(1)
        await club.first.ask("POST", f"/api/tables/{table}/chat", {"text": SAID})
        await club.first.play(table, 1, "a1")
        await club.settled()
        assert len(club.host.of(VICTIM)) == 1, "nobody has confirmed it"
        assert not any(word in mail.as_string() for word in ("URGENT", "Bo", "evil", "Susan", table))
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        await Visitor(club.app).confirm(mail)
        await Visitor(club.app).confirm(mail, 404)
        await club.second.play(table, 2, "c3")
        await club.first.play(table, 3, "d4")
        assert "It is your turn" in text_of(await club.mail(2))

    run(story)


def test_an_address_that_rests_gets_mails_again_once_its_reader_leaves_it_anew(run):
    async def story(club):
        table, outbox = await club.table_with_a_confirmed_address(), club.app.state.mails.outbox
        assert [await outbox.bounced(VICTIM) for _ in range(2)] == [False, True]
        await club.first.play(table, 1, "a1")
        await club.settled()
        assert len(club.host.of(VICTIM)) == 1, "it rests"
        await club.second.play(table, 2, "c3")
        assert (await club.second.leave(table, VICTIM))["confirmed"]
        await club.first.play(table, 3, "d4")
        assert "It is your turn" in text_of(await club.mail(2))

    run(story)


def test_an_address_that_was_changed_since_is_not_confirmed(run):
    async def story(club):
        table = await club.table()
        await club.second.leave(table, VICTIM)
        mail = await club.mail(1)
        await club.second.leave(table, "bo@example.org")
        await club.second.confirm(mail, 404)
        await club.first.play(table, 1, "a1")
        await club.settled()
        assert len(club.host.of(VICTIM)) == 1

    run(story)


def test_a_holder_confirms_an_address_once_for_all_his_seats(run):
    async def story(club):
        one, two = await club.table_with_a_confirmed_address(), await club.table()
        assert (await club.second.leave(one, VICTIM.upper()))["confirmed"], "again at the same seat"
        assert (await club.second.leave(two, VICTIM))["confirmed"], "at another seat of his"
        assert not (await club.first.leave(two, VICTIM))["confirmed"], "somebody else has not confirmed it"

    run(story)


def test_the_confirmed_address_of_ones_account_needs_no_mail(run):
    async def story(club):
        await club.account("Eve", VICTIM)
        await club.account("Mallory", "")
        for name, is_confirmed in (("Mallory", False), ("Eve", True)):
            await club.first.ask("POST", "/api/accounts/sign-in", {"id": name, "password": "correcthorse9"})
            table = await club.table()
            assert (await club.first.leave(table, VICTIM))["confirmed"] is is_confirmed

    run(story)


def test_who_unsubscribes_gets_no_notices_of_any_seat(run):
    async def story(club):
        one, two = await club.table_with_a_confirmed_address(), await club.table()
        await club.first.leave(two, VICTIM)
        mail = await club.mail(2)
        way_out = re.search("#unsubscribe=(.+)", text_of(mail))
        assert way_out and f"/api/unsubscribe/{way_out[1]}>" in str(mail["List-Unsubscribe"])
        other = "ae"[way_out[1].endswith("a")]  # the last letter of one token in eight is an a
        await Visitor(club.app).ask("POST", f"/api/unsubscribe/{way_out[1][:-1]}{other}", {}, 404)
        await Visitor(club.app).ask("POST", f"/api/unsubscribe/{way_out[1]}", {})
        assert "wants no notifications" in (await club.first.leave(two, VICTIM, 409))["error"]
        await club.second.leave(await club.table(), VICTIM, 409)
        await club.first.play(one, 1, "a1")
        await club.settled()
        assert len(club.host.of(VICTIM)) == 2, "nor of one that he had confirmed"
        await club.account("Eve", VICTIM)
        await club.second.ask("POST", "/api/accounts/sign-in", {"id": "Eve", "password": "correcthorse9"})
        assert (await club.second.leave(one, VICTIM))["confirmed"], "the account of this address wants them again"

    run(story)


def test_the_log_does_not_name_an_address_that_a_mail_host_refuses(run, caplog):
    async def story(club):
        club.host.unknown = {VICTIM}
        table = await club.table()
        await club.first.leave(table, VICTIM)
        await until(lambda: "was not delivered" in caplog.text)

    run(story)
    assert "550 5.1.1 <(the address)>: no such user" in caplog.text and VICTIM not in caplog.text


def test_an_address_is_asked_a_few_times_an_hour_whoever_leaves_it(run):
    async def story(club):
        await club.account("Mallory", "")
        await club.first.ask("POST", "/api/accounts/sign-in", {"id": "Mallory", "password": "correcthorse9"})
        table = await club.table()
        for visitor in (club.first, club.second):
            await visitor.leave(table, VICTIM)
        assert "several mails" in (await club.second.leave(table, VICTIM.upper(), 429))["error"]
        await club.first.ask("PUT", "/api/account/mail", {"mail": VICTIM}, 429)
        await club.first.ask("PUT", "/api/account/mail", {"mail": "other@example.org"})
        await until(lambda: len(club.host.got) == 3)

    run(story, confirms=2)


def test_a_visitor_leaves_few_addresses_a_minute(run):
    async def story(club):
        table = await club.table()
        for number in range(3):
            await club.second.leave(table, f"eve{number}@example.org", 200 if number < 2 else 429)

    run(story, contacts=2)


def test_an_address_gets_so_many_notices_an_hour(run):
    async def story(club):
        tables = [await club.table() for _ in range(3)]
        await club.second.leave(tables[0], VICTIM)
        await club.second.confirm(await club.mail(1))
        for table in tables:
            await club.second.leave(table, VICTIM)
            await club.first.play(table, 1, "a1")
        await until(lambda: len(club.host.of(VICTIM)) == 1 + 2)
        await asyncio.sleep(0.3)
        assert len(club.host.of(VICTIM)) == 1 + 2
        due = await club.app.state.mails.outbox.next_due()
        assert 50 * MINUTE < due - now() <= HOUR, "left out, it would never come: his turn is told once"

    run(story, mails=2)


def test_a_copy_keeps_what_is_confirmed_and_an_old_one_had_nothing_else(tmp_path, host):
    async def story():
        async with Seated(settings_of(tmp_path / "old", host)) as club:
            await club.service.seats.set((await club.table()).table.id, 0, mail_confirmed=False)

    (tmp_path / "old").mkdir()
    asyncio.run(story())
    lines = [line.text for line in export_lines(settings_of(tmp_path / "old", host).url)]
    older = [re.sub(rb',"mail_confirmed":false', b"", line) for line in lines[1:-1]]
    for copy, expected in ((lines, [0, 1]), (older, [1, 1])):
        database = tmp_path / f"{expected[0]}.db"
        import_lines(f"sqlite:///{database}", copy)
        with sqlite3.connect(database) as connection:
            rows = connection.execute("select mail_confirmed from seats order by player").fetchall()
        assert [row[0] for row in rows] == expected
