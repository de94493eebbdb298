"""Tests of the mail commands: each command in a mail, and the reply."""

import asyncio
import re

import pytest
import sqlalchemy as sa

from lusory.server.accounts import check_mail_password
from lusory.server.mail.clock_options import clock_of
from lusory.server.mail.command_lines import CLUB, GAME, struck
from lusory.server.mail.sender import domain_of
from lusory.server.store import account_holder, schema
from lusory.server.store.mail_schema import outbox
from lusory.server.store.rating_schema import rated_games
from lusory.server.table import Clock, Refused
from tests.mail.mail_client import RESULTS
from tests.mail.mail_host import text_of, until

PASSED = {"Authentication_Results": f"{RESULTS}; dkim=pass header.d=example.org"}


async def rated(club, winner, loser):
    """A rated game of susan that one has won."""
    row = {"table": (await club.table()).table.id, "game": "susan", "ended": 1}
    async with club.service.store.writing() as c:
        for player, (name, score) in enumerate(((winner, 1.0), (loser, 0.0))):
            await c.execute(rated_games.insert().values(**row, player=player, name=name, score=score))


class Writer:
    """Somebody who writes commands and reads the answers."""

    def __init__(self, club, address):
        self.club, self.address = club, address

    async def ask(self, line, text="", **headers):
        """The text of the answer to a mail."""
        sent = await self.club.send(text, line, self.address, **headers)
        for _ in range(1500):
            for mail in self.club.host.of(self.address):
                if str(sent["Message-ID"]) in str(mail["References"]):
                    self.last = mail
                    return text_of(mail)
            await asyncio.sleep(0.02)
        raise AssertionError(f"{line}: not answered")


def test_a_newcomer_signs_up_and_plays_by_mail_alone(run):
    async def story(club):
        ada, bo = Writer(club, "ada@example.org"), Writer(club, "bo@example.org")
        welcome = await ada.ask("signup Ada correcthorse9", **PASSED)
        assert "Welcome, Ada" in welcome and "correcthorse9" not in welcome
        await bo.ask("", "signup Bo batterystaple7\n", **PASSED)
        account = await club.people.accounts.by_name("ada")
        assert await check_mail_password(club.service.store, "ADA", "correcthorse9") == account
        assert await check_mail_password(club.service.store, "ada", "Correcthorse9") is None
        assert await club.people.credentials.by_password("ada", "correcthorse9") is None, "good for mail only"
        assert "Options of susan" in await ada.ask("susan help", **PASSED)
        reply = await ada.ask("susan challenge -size=2 -side=first Ada correcthorse9 bo")
        assert "Bo is challenged" in reply
        own = await ada.ask("my Ada correcthorse9")
        assert "you challenge Bo to SUSAN" in own and ": withdraw " in own
        listed = await bo.ask("my Bo batterystaple7")
        name = listed.split("accept ")[1].split()[0]
        accepted = await bo.ask(f"accept {name} Bo batterystaple7")
        assert accepted.startswith("Accepted.") and "Ada is to move" in accepted
        assert "board 1: SUSAN, your turn" in await ada.ask("my Ada correcthorse9")
        assert "Played: a1" in await ada.ask("susan move 1 Ada correcthorse9 A1#1")
        stale = await bo.ask("susan move 1 Bo batterystaple7 b2#1")
        assert "> susan move 1 Bo *** b2#1" in stale and "the next is 2" in stale
        assert "After move 1" in await bo.ask("susan show 1", **PASSED)
        assert "The board as you see it" in await bo.ask("susan showas Bo batterystaple7 1")
        preview = await bo.ask("susan preview 1 Bo batterystaple7 b2")
        assert "It is your turn" in preview
        assert "Said." in await bo.ask("susan chat 1 Bo batterystaple7 good luck")
        assert "Done." in await bo.ask("susan propose 1 Bo batterystaple7 draw")
        assert "Done." in await ada.ask("susan reject 1 Ada correcthorse9")
        assert "Said at 1 board" in await ada.ask("message Ada correcthorse9 Bo hello")
        history = await ada.ask("susan history 1", **PASSED)
        assert "1. a1" in history and "[rules" not in history, "what is for programs alone stands in records"
        over = await bo.ask("susan resign 1 Bo batterystaple7")
        assert "The game is over" in over and "The whole game" in over
        await ada.ask("my Ada correcthorse9")
        told = [mail for mail in club.host.of("bo@example.org") if "The game is over" in text_of(mail)]
        assert len(told) == 1, "a notice came beside the answer, which said the same"

    run(story)


def test_whose_words_came_by_mail_is_kept(run):
    """Deletion of an account needs to know."""

    async def story(club):
        ada, secret = await club.person("Ada")
        bo, _ = await club.person("Bo")
        live = await club.table()
        for player, person in enumerate((ada, bo)):
            await club.service.seats.set(live.table.id, player, mail=None)
            await club.service.seats.hold(account_holder(person.id), live.table.id, player)
        writer = Writer(club, "ada@example.org")
        for line in ("susan chat {} Ada {} at a board", "message Ada {1} Bo to somebody", "susan showas Ada {1} {0}"):
            board = await club.mails.outbox.board(live.table.id)
            await writer.ask(line.format(board, secret), **PASSED)
        await club.reply(writer.last, "chat by an answer")
        await until(lambda: any("Said." in text_of(mail) for mail in club.host.of("ada@example.org")[-1:]))
        async with club.service.store.reading() as c:
            e = schema.entries.c
            words = (await c.execute(sa.select(e.text, e.account).where(e.kind == "chat"))).all()
        assert words == [(text, ada.id) for text in ("at a board", "to somebody", "by an answer")]

    run(story)


def test_what_a_club_tells_and_changes(run):
    async def story(club):
        account, secret = await club.person("Cy")
        cy = Writer(club, "cy@example.org")
        assert "signup ID PASSWORD" in await cy.ask("help", **PASSED)
        assert "doppel" in await cy.ask("list", **PASSED)
        assert "No rated game of susan" in await cy.ask("susan standings", **PASSED)
        assert "No boards of susan yet" in await cy.ask("susan games", **PASSED)
        await rated(club, account.holder.key, "level:1")
        reply = await cy.ask("susan ratings", **PASSED)
        assert re.search(r"1\. Cy +\d+\?  won 1, drawn 0, lost 0", reply) and account.id not in reply
        assert "Anybody may accept" in await cy.ask(f"doppel seek -size=3 -days=3 Cy {secret}")
        assert "1 open challenge withdrawn" in await cy.ask(f"limit Cy {secret}")
        assert "You are told once a day" in await cy.ask(f"subscribe Cy {secret} daily")
        assert "Your clocks of days wait until" in await cy.ask(f"vacation Cy {secret} 5")
        assert "They wait at most 30 days a year" in await cy.ask(f"vacation Cy {secret} 60")
        for wrong in ("367", "000019999", "00001999999999999999999"):
            assert "expected vacation" in await cy.ask(f"vacation Cy {secret} {wrong}")
        assert "over" in await cy.ask(f"vacation Cy {secret} 0")
        assert "Then write within a day" in await cy.ask(f"signoff Cy {secret}")
        assert "no more notices" in await cy.ask(f"signoff Cy {secret} yes")
        account = await club.people.accounts.get(account.id)
        assert account.notices == "none" and account.away_until is None
        assert "Refused: -nagtime=x: expected a number of days" in await cy.ask(f"susan seek -nagtime=x Cy {secret}")
        clock = "-totaltime=30 -increment=36h -forfeittime=14 -nagtime=7"
        assert "Anybody may accept" in await cy.ask(f"susan seek {clock} Cy {secret}")
        expected_clock = {"kind": "bank", "days": 30, "add_days": 1.5, "turn_days": 14, "remind_days": 7}
        terms = (await club.people.challenges.of(account))[0].terms
        assert {name: value for name, value in terms["clock"].items() if value} == expected_clock
        for line in ("nosuchgame move 1", "susan dance 1", "susan show x", "susan move 77 Cy {secret} a1"):
            assert "Refused: " in await cy.ask(line.format(secret=secret), **PASSED)

    run(story)


STORY = """
ada: signup Ada correcthorse9 | Welcome, Ada
bo: signup Bo batterystaple7 | Welcome, Bo
ada: help | GAME challenge
ada: help susan | Options of susan
ada: list | hidden-gomoku
ada: games | hidden-gomoku
ada: gomoku | Refused: gomoku: expected gomoku and one of
ada: susan help | -size
ada: gomoku challenge -size=7 --side=second --rated --totaltime=30 --nagtime=7 Ada Bo | Bo is challenged
bo: decline NAME | Declined
ada: gomoku challenge -size=7 -side=first Ada correcthorse9 Bo | Bo is challenged
ada: withdraw NAME Ada correcthorse9 | Withdrawn
ada: gomoku challenge -size=7 -side=first Ada Bo | Bo is challenged
bo: accept NAME Bo batterystaple7 | Accepted.
ada: my | board 1: Gomoku, your turn
ada: gomoku preview 1 Ada correcthorse9 d4 | It is your turn
ada: gomoku move 1 Ada correcthorse9 d4#1 | Played: d4
bo: gomoku move 1 Bo batterystaple7 D5 | Played: d5
bo: gomoku propose 1 Bo batterystaple7 undo | Done.
ada: gomoku accept 1 Ada correcthorse9 | Done.
bo: gomoku move 1 Bo batterystaple7 e5#2 | Played: e5
ada: gomoku show 1 | After move 2
ada: gomoku show 1#1 | After move 1
ada: gomoku showas Ada correcthorse9 1 | The board as you see it
ada: gomoku propose 1 Ada correcthorse9 draw | Done.
bo: gomoku reject 1 Bo batterystaple7 | Done.
ada: gomoku chat 1 Ada correcthorse9 well | Said.
ada: message Ada correcthorse9 Bo hello | Said at 1 board
ada: gomoku history 1 | 2. e5
ada: gomoku games | board 1
bo: gomoku resign 1 Bo batterystaple7 | The game is over
ada: gomoku standings | No rated game
ada: gomoku ratings | No rated game
ada: gomoku seek -standing -size=7 | Anybody may accept
ada: limit | 1 open challenge withdrawn
ada: limit 0 | 0 games or more
bo: susan challenge Bo Ada | as many games now as he wants
ada: limit none | at any time
ada: limit many | Refused
ada: subscribe daily | once a day
ada: unsubscribe | no more notices
ada: vacation 3 | On vacation until
ada: vacation 0 | over
ada: gomoku seek | Anybody may accept
ada: signoff | within a day
ada: signoff yes | 1 open challenge withdrawn
"""
"""Who writes what, and a part of the answer. NAME: of the challenge that was made last."""


def test_each_command_once(run):
    async def story(club):
        people, name = (
            {name_of_writer: Writer(club, f"{name_of_writer}@example.org") for name_of_writer in ("ada", "bo")},
            "",
        )
        verbs = set()
        for step in STORY.strip().splitlines():
            message, expected = step.split(" | ")
            person, line = message.split(": ", 1)
            reply = await people[person].ask(line.replace("NAME", name), **PASSED)
            assert expected in reply, f"{step}: {reply}"
            if withdrawal := re.search(r"withdraw (\w+) takes it back", reply):
                name = withdrawal[1]
            verbs |= set(line.split()[:2])
        assert verbs >= CLUB | GAME

    run(story)


def test_no_domain_makes_a_crowd_of_accounts(run, monkeypatch):
    monkeypatch.setattr("lusory.server.mail.processing.SIGNUPS", 1)

    async def story(club):
        first, second = Writer(club, "one@example.org"), Writer(club, "two@example.org")
        assert "Welcome" in await first.ask("signup One correcthorse9", **PASSED)
        assert "too many accounts" in await second.ask("signup Two correcthorse9", **PASSED)
        assert await club.people.accounts.by_name("two") is None

    run(story)


def test_sign_ups_are_counted_once_made_and_with_those_below_the_domain(run, monkeypatch):
    monkeypatch.setattr("lusory.server.mail.processing.SIGNUPS", 1)

    async def story(club):
        await club.person("Cy")
        first, second = Writer(club, "one@example.org"), Writer(club, "two@mail.example.org")
        below = {"Authentication_Results": f"{RESULTS}; dkim=pass header.d=mail.example.org"}
        assert "Refused" in await second.ask("signup Cy correcthorse9", **below)
        assert "Welcome" in await first.ask("signup One correcthorse9", **PASSED)
        assert "too many accounts" in await second.ask("signup Two correcthorse9", **below)

    run(story)


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("x@example.com", "example.com"),
        ("x@Mail.Club.Example.com", "example.com"),
        ("x@mail.club.co.uk", "club.co.uk"),
        ("x@alice.github.io", "github.io"),
        ("x@play.example", "play.example"),
        ("x@co.uk", "co.uk"),
        ("x@localhost", "localhost"),
    ],
)
def test_sign_ups_are_counted_by_the_registered_domain(address, domain):
    """Clubs below one suffix of a registry are different people; names below one domain are not."""
    assert domain_of(address) == domain


def test_a_wrong_password_is_dropped_and_tries_are_counted(run, host):
    async def story(club):
        _, secret = await club.person("Cy")
        for number in range(20):
            await club.send(f"my Cy wrong{number}", sender="eve@example.net")
        await club.send(f"my Cy {secret}", sender="cy@example.org")
        await asyncio.sleep(0.5)
        assert not host.got
        own = await Writer(club, "cy@example.org").ask(f"my Cy {secret}", **PASSED)
        assert "Nothing waits" in own, "whom the mail host vouches for, no stranger keeps out"

    run(story)


def test_nobody_is_answered_whose_address_nobody_has_confirmed(run, host):
    async def story(club):
        account, secret = await club.person("Cy")
        await club.people.accounts.change(account.id, mail=None, mail_key=None)
        for _ in range(2):
            await club.send(f"susan seek Cy {secret}", sender="victim@example.org", message_id="<one@example.org>")
        assert len(await club.people.challenges.of(account)) == 1, "it was done once"
        assert await Writer(club, "cy@example.org").ask(f"my Cy {secret}", **PASSED)
        assert not host.of("victim@example.org"), "he may never have written"

    run(story)


def test_boards_go_to_the_accounts_address_only(run, host):
    async def story(club):
        _, secret = await club.person("Cy")
        _, other = await club.person("Di")
        cy, di = Writer(club, "cy@example.org"), Writer(club, "di@example.org")
        await cy.ask(f"hidden-gomoku challenge -size=5 -side=first Cy {secret} Di")
        name = (await di.ask(f"my Di {other}")).split("accept ")[1].split()[0]
        await di.ask(f"accept {name} Di {other}")
        await club.send(f"hidden-gomoku showas Cy {secret} 1", "", "eve@example.net")
        await asyncio.sleep(0.5)
        assert not host.of("eve@example.net")
        assert "hold no seat" in await Writer(club, "ed@example.org").ask(
            "hidden-gomoku chat 1 hi", **await known(club)
        )

    async def known(club):
        await club.person("Ed")
        return PASSED

    run(story)


def test_a_board_that_no_list_shows_is_for_its_players_alone(run):
    """Boards are numbered in order, so the number of one is no secret: the answer is that of a board that is not."""

    async def story(club):
        _, first = await club.person("Cy")
        _, second = await club.person("Di")
        _, other = await club.person("Ed")
        cy, di, ed = (Writer(club, f"{name}@example.org") for name in ("cy", "di", "ed"))
        await cy.ask(f"susan challenge -size=3 -side=first Cy {first} Di")
        name = (await di.ask(f"my Di {second}")).split("accept ")[1].split()[0]
        await di.ask(f"accept {name} Di {second}")
        await cy.ask(f"susan move 1 Cy {first} a1")
        [row] = await club.service.store.listed(running=True)
        assert "After move 1" in await ed.ask("susan show 1", **PASSED), "so far it is listed"
        await club.service.moderation.list_table(row["id"], False)
        asked = ("show {}", "history {}", f"chat {{}} Ed {other} hello", f"showas Ed {other} {{}}")
        for line in asked:
            for number in (1, 2):
                reply = await ed.ask("susan " + line.format(number), **PASSED)
                assert f"Refused: there is no board {number} of susan" in reply and "After move" not in reply
        assert "After move 1" in await di.ask("susan show 1", **PASSED)
        assert "1. a1" in await di.ask("susan history 1", **PASSED)
        assert "The board as you see it" in await di.ask(f"susan showas Di {second} 1")

    run(story)


@pytest.mark.parametrize(
    ("clock_options", "clock"),
    [
        ({}, None),
        ({"days": "3"}, Clock("days", days=3)),
        ({"forfeittime": "3", "nagtime": "36h"}, Clock("days", days=3, remind_days=1.5)),
        ({"totaltime": "30", "increment": "1"}, Clock("bank", days=30, add_days=1)),
        ({"totaltime": "90m"}, Clock("sudden", seconds=5400)),
        ({"totaltime": "1h", "increment": "30s"}, Clock("increment", seconds=3600, add=30)),
        ({"increment": "1"}, "expected -totaltime or -forfeittime"),
        ({"totaltime": "1h", "nagtime": "1"}, "a day or more"),
        ({"totaltime": "nan"}, "expected a number of days"),
        ({"totaltime": "3", "nagtime": "5"}, "remind_days: expected less than the 3 days"),
    ],
)
def test_clocks_of_challenges(clock_options, clock):
    if isinstance(clock, str):
        with pytest.raises(Refused, match=clock):
            clock_of(clock_options)
    else:
        assert clock_of(clock_options) == clock


@pytest.mark.parametrize(
    ("line", "expected_text"),
    [
        ("signup Ada secret99", "signup Ada ***"),
        ("ndengrod move 17 ada secret99 d3", "ndengrod move 17 ada *** d3"),
        ("NDENGROD MOVE 17 ada secret99", "NDENGROD MOVE 17 ada ***"),
        ("susan showas ada secret99 4", "susan showas ada *** 4"),
        ("susan challenge -size=3 ada secret99 bo", "susan challenge -size=3 ada *** bo"),
        ("vacation ada secret99 3", "vacation ada *** 3"),
        ("accept abc123 ada secret99", "accept abc123 ada ***"),
        ("suzan mvoe 0123456789abcdefghjk", "suzan mvoe ***"),
        ("withdraw abc123 ada secret99", "withdraw abc123 ada ***"),
        ("a1", "a1"),
        ("signup Ada my secret99 phrase", "signup Ada *** *** ***"),
        ("susan sign ada correct-horse-9", "susan sign ada ***"),
        ("seek susan ada correct-horse-9", "seek susan *** ***"),
        ("susan move ada correct-horse-9 17 d3", "susan move ada *** *** d3"),
        ("mvoe correct-horse-9", "mvoe ***"),
        ("accept k3v9xw2m1p ada correct-horse-9", "accept k3v9xw2m1p ada ***"),
        ("hidden-gomoku standings", "hidden-gomoku standings"),
    ],
)
def test_secrets_are_struck_out(line, expected_text):
    assert struck(line) == expected_text


async def make_due(club):
    """What the mail host has refused is tried at once, as soon as the failure was noted."""
    noted = outbox.update().where(outbox.c.fault.is_not(None)).values(due=0)
    for _ in range(400):
        async with club.service.store.writing() as c:
            if (await c.execute(noted)).rowcount:
                break
        await asyncio.sleep(0.05)
    club.delivery.wake()


def test_news_to_an_account_wait_for_the_mail_host(run):
    async def story(club):
        club.host.refuses = "451 4.3.0 later"
        await club.mails.queue_text("ada@example.org", "lusory: Deine Züge", "Zwei Partien warten.\n")
        await until(lambda: club.host.tried)
        club.host.refuses = ""
        await make_due(club)
        await until(lambda: club.host.of("ada@example.org"))
        [mail] = club.host.of("ada@example.org")
        assert mail["Subject"] == "lusory: Deine Züge" and text_of(mail) == "Zwei Partien warten.\n"
        assert set(club.host.tried) == {str(mail["Message-ID"])}

    run(story)
