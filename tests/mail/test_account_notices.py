"""Tests of notices to accounts: they tell the terms, can be answered, and end where their headers say."""

import asyncio
import re

import httpx
import msgspec

from lusory.server.accounts import new_codes
from lusory.server.mail.reply_token import parse, tag_of
from lusory.server.table import Clock
from lusory.server.web.app import application
from lusory.server.workers import NOBODY
from tests.mail.mail_client import taking_in
from tests.mail.mail_host import BASE, text_of


async def challenged(club, **more):
    """Ada, Bo, and the mail by which Ada hears that Bo challenges her."""
    ada, _ = await club.person("Ada")
    bo, _ = await club.person("Bo")
    clock = Clock("bank", days=30, add_days=1)
    await club.challenging.make(bo, "Ada", "susan", {"size": 4}, None, NOBODY, side="first", clock=clock, rated=True)
    return ada, await club.mail_to("ada@example.org", 1)


def test_a_challenge_tells_its_terms_and_is_accepted_by_an_answer(run):
    async def story(club):
        _, mail = await challenged(club)
        text = text_of(mail)
        assert "size=4, challenger first, 30 days + 1 day per turn, rated" in text
        assert mail["Date"] and str(mail["Reply-To"]) == BASE
        line = re.search("accept [0-9a-z]{10}", text)
        assert line
        told = {"Authentication_Results": "mx.play.example; dkim=pass header.d=example.org"}
        await club.send(
            line[0], "Re: a challenge", to=str(mail["Reply-To"]), In_Reply_To=str(mail["Message-ID"]), **told
        )
        assert "Accepted." in text_of(await club.mail_to("ada@example.org", 2))

    run(story)


def test_where_nobody_vouches_for_senders_a_challenge_says_that_it_needs_a_password(run):
    async def story(club):
        ada, mail = await challenged(club)
        line = re.search("accept [0-9a-z]{10} Ada PASSWORD", text_of(mail))
        assert line
        password = await club.people.credentials.renew_mail_password(ada.id)
        await club.send(line[0].replace("PASSWORD", password), to=str(mail["Reply-To"]))
        assert "Accepted." in text_of(await club.mail_to("ada@example.org", 2))

    run(story, results="")


def test_the_open_challenges_of_a_list_tell_their_terms(run):
    async def story(club):
        await challenged(club)
        _, password = await club.person("Cy")
        bo = await club.people.accounts.by_name("Bo")
        await club.challenging.make(bo, "", "hex", {"size": 5}, None, NOBODY)
        await club.send(f"my Cy {password}", sender="cy@example.org")
        assert "open: Bo wants to play Hex (size=5, random sides, no clock): accept" in text_of(
            await club.mail_to("cy@example.org", 1)
        )

    run(story)


def test_who_challenges_again_and_again_is_told_of_once(run):
    async def story(club):
        await club.person("Ada")
        for name, times in (("Bo", 4), ("Cy", 1)):
            account, _ = await club.person(name)
            for _ in range(times):
                challenge = await club.challenging.make(account, "Ada", "susan", {}, None, NOBODY)
                await club.challenging.withdraw(account, challenge.id)
        await club.mail_to("ada@example.org", 2)
        while await club.mails.outbox.next_due() is not None:
            await asyncio.sleep(0.02)
        assert [str(mail["Subject"]).split()[1] for mail in club.host.of("ada@example.org")] == ["Bo", "Cy"]

    run(story)


def test_news_to_an_account_end_by_mail(run):
    async def story(club):
        ada, mail = await challenged(club)
        to = re.search("mailto:([^>]+)", str(mail["List-Unsubscribe"]))
        assert to
        token = parse(tag_of(to[1], BASE) or "")
        assert token and token.purpose == "news"
        assert not await club.mails.unsubscribe(token._replace(table="0123456789")), "signed for another"
        await club.send("", sender="anybody@example.org", to=to[1])
        assert (await club.people.accounts.get(ada.id)).notices == "none"
        await club.people.accounts.change(ada.id, notices="each")
        await club.people.accounts.confirm_mail(ada.id, "elsewhere@example.org")
        await club.mails.unsubscribe(token)
        assert (await club.people.accounts.get(ada.id)).notices == "each", "it went to another address"

    run(story)


def test_news_to_an_account_end_by_one_click_where_no_mails_are_taken_in(tmp_path, host):
    settings = msgspec.structs.replace(
        taking_in(tmp_path, host, smtp=-1, lmtp=-1), address="https://play.example", hosts="localhost"
    )

    async def story():
        app = application(settings)
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as http,
        ):
            people, challenging = app.state.people, app.state.challenging
            ada, bo = [await people.accounts.add(name, None, new_codes()) for name in ("Ada", "Bo")]
            await people.accounts.confirm_mail(ada.id, "ada@example.org")
            await challenging.make(bo, "Ada", "susan", {}, None, NOBODY)
            while not host.of("ada@example.org"):
                await asyncio.sleep(0.02)
            [mail] = host.of("ada@example.org")
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["Reply-To"] is None
            link = str(mail["List-Unsubscribe"])
            path = re.fullmatch("<https://play.example(/api/unsubscribe/[^>]+)>", link)
            assert path, link
            sent = await http.post(path[1], data={"List-Unsubscribe": "One-Click"}, headers={"Sec-Fetch-Site": "none"})
            assert sent.status_code == 200, sent.text
            assert (await people.accounts.get(ada.id)).notices == "none"
            assert (await http.post(path[1][:-1] + "a")).status_code in (404, 200)

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_mail_tells_what_others_said_since_ones_last_ply(run):
    async def story(club):
        live = await club.table()
        await club.service.chat(live, 1, "Before", None)
        await club.service.play(live, (0,), 1, "a1")
        await club.mail_to("bo@example.org", 1)
        for number in range(7):
            await club.service.chat(live, 0, f"Line {number}", None)
        await club.service.chat(live, None, "From a spectator", None)
        await club.send("show", sender="bo@example.org", to=str((await club.mail_to("bo@example.org", 1))["Reply-To"]))
        text = text_of(await club.mail_to("bo@example.org", 2))
        assert [line for line in text.splitlines() if "Line" in line] == [f"Ada: Line {n}" for n in range(2, 7)]
        assert "Before" not in text and "spectator" not in text
        await club.send(
            "c3\nshow", sender="bo@example.org", to=str((await club.mail_to("bo@example.org", 2))["Reply-To"])
        )
        assert "Line" not in text_of(await club.mail_to("bo@example.org", 3)), "he has played since"

    run(story)


def test_a_mail_does_not_tell_what_somebody_said_whom_its_reader_has_muted(run):
    async def story(club):
        ada, _ = await club.person("Ada")
        cy, _ = await club.person("Cy")
        live = await club.table()
        await club.service.seats.set(live.table.id, 1, mail=None)
        for player, account in enumerate((ada, cy)):
            await club.service.hold(live, account.holder, player)
        await club.people.relations.put(cy.id, ada.id, "mute", True)
        await club.service.chat(live, 0, "Hello", None)
        await club.service.play(live, (0,), 1, "a1")
        assert "Hello" not in text_of(await club.mail_to("cy@example.org", 1))
        await club.people.relations.put(cy.id, ada.id, "mute", False)
        to = str((await club.mail_to("cy@example.org", 1))["Reply-To"])
        await club.send("show", sender="cy@example.org", to=to)
        assert "Ada: Hello" in text_of(await club.mail_to("cy@example.org", 2))

    run(story)
