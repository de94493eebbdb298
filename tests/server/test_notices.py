"""Tests of turn notices: one per seat, until its table is visited."""

import asyncio
import socket
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from lusory.games import find
from lusory.server.contact_check import check_contact
from lusory.server.game_info import info
from lusory.server.mail.mail_service import MailRoom
from lusory.server.settings import Mail, Settings
from lusory.server.store import Store
from lusory.server.table import Refused, Setup
from lusory.server.table_service import TableService
from lusory.server.watcher import Watcher
from tests.server.running_server import pair


class Letters:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.port = 0

    async def handle_DATA(self, server, session, envelope):
        self.got.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"


@pytest.fixture
def letters():
    letters_found = Letters()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        letters_found.port = free.getsockname()[1]
    controller = Controller(letters_found, hostname="127.0.0.1", port=letters_found.port)
    controller.start()
    yield letters_found
    controller.stop()


async def table(tmp_path, port):
    mail = Mail(host="127.0.0.1", port=port, sender="table@example.org", tls="none")
    settings = Settings(data=str(tmp_path), mail=mail, address="https://play.example", workers=1)
    service = TableService(settings, await Store.open(settings.url))
    mails = MailRoom(service)
    await service.open()
    await mails.open()
    live, *_ = await service.create(
        info(find("susan").build()), Setup(("human", "human"), ("Ada", "Bo"), "Susan"), [0], ""
    )
    await service.seats.set(live.table.id, 1, mail="bo@example.org", mail_confirmed=True)
    return service, live


async def until(condition, count):
    for _ in range(500):
        if len(condition) >= count:
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.3)


def test_one_letter_until_the_table_is_visited(tmp_path, letters):
    async def story():
        service, live = await table(tmp_path, letters.port)
        try:
            await service.play(live, (0,), 1, "a1")
            await until(letters.got, 1)
            await service.act(live, (0,), "undo", 1)
            await service.act(live, (1,), "take-undo", 1)
            await service.play(live, (0,), 1, "b2")
            await asyncio.sleep(1.0)
            assert len(letters.got) == 1, "a second letter before the table was visited"
            watcher = Watcher((1,))
            await service.visited(live, (1,))
            service.watch(live, watcher)
            await service.play(live, (1,), 2, "c3")
            await service.play(live, (0,), 3, "d4")
            await asyncio.sleep(0.5)
            assert len(letters.got) == 1, "who looks at the table needs no letter"
            service.leave(live, watcher)
            await service.play(live, (1,), 4, "e5")
            await service.play(live, (0,), 5, "c5")
            await until(letters.got, 2)
        finally:
            await service.close()

    asyncio.run(story())
    assert [to for to, _ in letters.got] == [["bo@example.org"]] * 2
    letter = letters.got[0][1]
    text = letter.get_body(("plain",)).get_content()
    assert letter["Subject"] == "Susan, board 1: Ada - Bo" and letter["From"] == "lusory <table@example.org>"
    assert "It is your turn: you play o." in text and "https://play.example/t/" in text and "/seat/" not in text


@pytest.mark.parametrize(
    ("mail", "webhook", "message"),
    [
        ("no address", "", "expected an e-mail address"),
        ("a@b.c\nBcc: x@y.z", "", "expected an e-mail address"),
        ("a@b..c", "", "expected an e-mail address"),
        ("(a@b.com", "", "expected an e-mail address"),
        ("[@b.co", "", "expected an e-mail address"),
        ("a(b)@b.co", "", "expected an e-mail address"),
        ("", "http://example.org", "expected https"),
        ("", "https://127.0.0.1/x", "not on the open internet"),
        ("", "https://localhost/x", "not on the open internet"),
        ("", "https://169.254.169.254/x", "not on the open internet"),
    ],
)
def test_what_is_no_address(mail, webhook, message):
    settings = Settings(mail=Mail(host="x"), webhooks=True)
    with pytest.raises(Refused, match=message):
        asyncio.run(check_contact(settings, mail, webhook))


def test_a_server_without_mail_says_so():
    with pytest.raises(Refused, match="sends no mail"):
        asyncio.run(check_contact(Settings(), "a@b.c", ""))
    with pytest.raises(Refused, match="calls no webhooks"):
        asyncio.run(check_contact(Settings(), "", "https://example.org"))


def test_a_feed_says_whose_turn_it_is(server):
    table, first, second = pair(server, game="susan")
    feed = second.put(f"/api/tables/{table}/contact", {"feed": True})["feed"]
    before = server.guest().http.get(feed)
    assert before.headers["content-type"].startswith("application/atom+xml") and "<entry>" not in before.text
    first.play(table, 1, "a1")
    assert "It is your turn (ply 2)" in server.guest().http.get(feed).text
    assert server.guest().http.get(feed + "x").status_code == 404
