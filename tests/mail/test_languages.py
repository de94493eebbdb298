"""Tests of the language of mails: a mail and the answer to one are in the language of who reads them."""

import pytest

from lusory.server.mail.outgoing_text import plain
from lusory.server.mail.seat_view import seat_view
from lusory.server.table import Entry
from lusory.server.workers import NOBODY
from lusory.texts import speaking
from tests.mail.mail_host import table, text_of

RESULTS = {"Authentication_Results": "mx.play.example; dmarc=pass header.from=example.org"}


async def german(club, name):
    """An account whose language is German, and its password for mail."""
    account, password = await club.person(name)
    await club.people.accounts.change(account.id, language="de")
    return account, password


def test_an_answer_about_a_board_is_in_the_language_of_its_seat(run):
    async def story(club):
        live = await club.table("hidden-gomoku")
        await club.service.seats.set(live.table.id, 1, language="de")
        await club.service.play(live, (0,), 1, "C3")
        notice = await club.mail_to("bo@example.org", 1)
        await club.reply(notice, "x")
        answer = await club.mail_to("bo@example.org", 2)
        assert answer["Subject"] == notice["Subject"] and ", Brett 1: " in answer["Subject"]
        text = text_of(answer)
        assert text.startswith("Gespielt: x\n") and "Bo tauscht die Seiten." in text and "Ada ist am Zug." in text
        ada = text_of(await club.mail_to("ada@example.org", 1))
        assert "Bo swaps sides." in ada and "It is your turn" in ada
        await club.reply(answer, "propose nonsense")
        text = text_of(await club.mail_to("bo@example.org", 3))
        assert "Abgelehnt: erwartet" in text and "Antworte mit einem Befehl" in text
        await club.reply(answer, "resign")
        assert "Bo hat aufgegeben. Ada gewinnt." in text_of(await club.mail_to("bo@example.org", 4))

    run(story)


def test_the_club_answers_in_the_language_of_an_account(run):
    async def story(club):
        ada, password = await german(club, "Ada")
        await club.person("Bo")
        await club.challenging.make(ada, "Bo", "susan", {}, None, NOBODY)
        await club.send(f"my Ada {password}\nvacation Ada {password} 3\nno such thing", sender="ada@example.org")
        text = text_of(await club.mail_to("ada@example.org", 1))
        assert "du forderst heraus: Bo, SUSAN (" in text and "Abwesend bis " in text and "Abgelehnt: no: hier" in text
        await club.send("help", sender="ada@example.org", **RESULTS)
        assert "SPIEL challenge [-OPTION=WERT" in text_of(await club.mail_to("ada@example.org", 2))
        await club.send("my", sender="bo@example.org", **RESULTS)
        assert "Ada challenges you to SUSAN" in text_of(await club.mail_to("bo@example.org", 2))

    run(story)


@pytest.mark.parametrize(
    ("kind", "player", "text"),
    [
        ("resign", 1, "Die Partie ist zu Ende: Bo hat aufgegeben. Ada gewinnt."),
        ("flag", 0, "Die Partie ist zu Ende: Ada hat die Zeit überschritten. Bo gewinnt."),
        ("agree", 0, "Die Partie ist zu Ende: Remis: Die Spieler haben sich geeinigt."),
        ("abort", 0, "Die Partie ist zu Ende: Die Partie wurde abgebrochen. Niemand gewinnt."),
    ],
)
def test_an_ending_is_told_in_the_language_of_the_reader(kind, player, text):
    ended = table("susan", ["b2"]).copy()
    ended.apply(Entry(2, 5, kind, player, None, None))
    with speaking("de"):
        assert text in plain(seat_view(ended, 0, 5), "https://play.example/t/x")
