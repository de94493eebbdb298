"""Tests of webhooks: one notice until the table is visited, and no request to forbidden addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lusory.games import find
from lusory.server import smtp_and_webhooks
from lusory.server.contact_check import check_contact
from lusory.server.game_info import info
from lusory.server.mail.mail_service import MailRoom
from lusory.server.settings import Settings
from lusory.server.smtp_and_webhooks import call, request_of
from lusory.server.store import Store
from lusory.server.table import Refused, Setup
from lusory.server.table_service import TableService

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""Of localhost, with its key, signed by itself; good for nothing else."""


class Receiver(HTTPServer):
    """Keeps what it gets, and answers `code`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.got: list[tuple[str, str, dict[str, str]]] = []
        self.code = 204
        self.url = f"https://localhost:{self.server_port}/hook?room=1"

    def handle_error(self, request, client_address):
        """Whoever does not trust us breaks off."""


class Dripping(BaseHTTPRequestHandler):
    """Answers a letter at a time, and gets to the end of it."""

    def do_POST(self):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX: ")
        for _ in range(100):
            time.sleep(0.1)
            self.wfile.write(b"a")
        self.wfile.write(b"\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")


class Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers["Host"], json.loads(body)))
        self.send_response(self.server.code)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, format, *arguments):
        pass


def serve_meanwhile(receiver, monkeypatch):
    """For fixtures: a receiver that serves in a thread, and whose certificate is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield receiver
    receiver.shutdown()
    thread.join()
    receiver.server_close()


@pytest.fixture
def receiver(monkeypatch):
    yield from serve_meanwhile(Receiver(), monkeypatch)


def known(receiver, **more):
    return Settings(webhooks=True, private_hosts="example.org, localhost", address="https://play.example", **more)


@contextlib.asynccontextmanager
async def table_of_two(tmp_path, receiver):
    """A service and a table of it, whose second player left the receiver's address."""
    settings = known(receiver, data=str(tmp_path), workers=1)
    service = TableService(settings, await Store.open(settings.url))
    mails = MailRoom(service)
    await service.open()
    await mails.open()
    try:
        setup = Setup(("human", "human"), ("Ada", "Bo"), "Susan")
        live, *_ = await service.create(info(find("susan").build()), setup, [0], "")
        await service.seats.set(live.table.id, 1, webhook=receiver.url)
        yield service, live
    finally:
        await service.close()


async def until_called(receiver):
    """Until the receiver was called, or for ten seconds."""
    for _ in range(500):
        if receiver.got:
            break
        await asyncio.sleep(0.02)


def story(tmp_path, receiver):
    """Two plies while second, who left the receiver's address, is away."""

    async def told():
        async with table_of_two(tmp_path, receiver) as (service, live):
            await service.play(live, (0,), 1, "a1")
            await until_called(receiver)
            await service.play(live, (1,), 2, "c3")
            await service.play(live, (0,), 3, "d4")
            await asyncio.sleep(0.3)
            return live.table.id

    return asyncio.run(told())


def test_a_webhook_is_called_once_until_the_table_is_visited(tmp_path, receiver):
    id_ = story(tmp_path, receiver)
    host = f"localhost:{receiver.server_port}"
    link = f"https://play.example/t/{id_}"
    body = {"table": id_, "title": "Susan: your turn", "text": "It is your turn.", "link": link}
    assert receiver.got == [("/hook?room=1", host, body)]


def test_a_webhook_tells_an_offer_as_one(tmp_path, receiver):
    async def told():
        async with table_of_two(tmp_path, receiver) as (service, live):
            await service.act(live, (0,), "offer-draw", 0)
            await until_called(receiver)

    asyncio.run(told())
    [(_, _, body)] = receiver.got
    assert (body["title"], body["text"]) == ("Susan: an offer", "Your opponent made you an offer.")


def test_nobody_follows_where_the_answer_leads(tmp_path, receiver, caplog):
    receiver.code = 302
    with caplog.at_level(logging.WARNING, "lusory.server"):
        story(tmp_path, receiver)
    assert [path for path, *_ in receiver.got] == ["/hook?room=1"]
    assert "localhost answered 302" in caplog.text


def test_a_host_that_is_not_on_the_open_internet_is_not_called(receiver):
    """Looked at again when it is called: a name may lead elsewhere by then."""
    for settings in (Settings(webhooks=True), Settings(webhooks=True, private_hosts="ocalhost, localhost.example")):
        with pytest.raises(Refused, match="not on the open internet"):
            asyncio.run(check_contact(settings, "", receiver.url))
        with pytest.raises(Refused, match="not on the open internet"):
            asyncio.run(call(settings, receiver.url, {}))
    assert receiver.got == []
    asyncio.run(check_contact(known(receiver), "", receiver.url))


def test_a_host_that_cannot_say_who_it_is_gets_nothing(receiver, monkeypatch, tmp_path):
    (tmp_path / "none.pem").write_text("")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    with pytest.raises(ssl.SSLCertVerificationError):
        asyncio.run(call(known(receiver), receiver.url, {}))
    assert receiver.got == []


def test_a_host_that_answers_a_letter_at_a_time_is_hung_up_on(receiver, monkeypatch):
    receiver.RequestHandlerClass = Dripping
    monkeypatch.setattr(smtp_and_webhooks, "SECONDS", 1.0)
    with pytest.raises(TimeoutError):
        asyncio.run(call(known(receiver), receiver.url, {}))


def test_what_is_called_stays_within_its_line():
    parts = urlsplit("https://b\u00fccher.example:8443/a b?x=\u00fc%20\x7f")
    lines = request_of(parts, b"hm", {"TTL": "1"}).split(b"\r\n")
    assert lines[:2] == [b"POST /a%20b?x=%C3%BC%20%7F HTTP/1.1", b"Host: xn--bcher-kva.example:8443"]
    assert lines[-2:] == [b"", b"hm"] and b"Content-Length: 2" in lines and b"TTL: 1" in lines
