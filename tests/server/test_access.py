"""Tests of access control: the Host header, limits for many guests behind one address, binary frames."""

import asyncio
import json
import re
import signal
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from lusory.server.settings import Limits, Settings
from lusory.server.table import Refused
from lusory.server.watcher import Watcher
from lusory.server.web import streams
from lusory.server.web.access import AccessControl
from lusory.server.web.allowed_hosts import is_allowed, own_names
from lusory.server.workers import Caller
from tests.server.running_server import Server
from tests.server.test_host import at, limits

SUSAN = {"game": "susan", "options": {"size": 3}}
PLAIN = Settings()
NAMED = Settings(address="https://example.org:8443", hosts="club.example, other.example")
OPEN = Settings(hosts="*")
MINE = sorted(own_names())[0]

KNOWN = [
    (PLAIN, "localhost:8000", True),
    (PLAIN, "LOCALHOST", True),
    (PLAIN, "lusory.localhost", True),
    (PLAIN, "127.0.0.1:8000", True),
    (PLAIN, "[::1]:8000", True),
    (PLAIN, "192.168.1.5:8000", True),
    (PLAIN, f"{MINE}:8000", True),
    (PLAIN, "evil.example", False),
    (PLAIN, "evil.example:8000", False),
    (PLAIN, "", False),
    (PLAIN, "127.0.0.1.evil.example", False),
    (PLAIN, "localhost.evil.example", False),
    (PLAIN, "evil.example@127.0.0.1", False),
    (PLAIN, "localhost/evil.example", False),
    (PLAIN, "localhost?evil.example", False),
    (PLAIN, "localhost#evil.example", False),
    (PLAIN, "localhost, evil.example", False),
    (PLAIN, "localhost:80:80", False),
    (Settings(host="club.example"), "club.example:8000", True),
    (Settings(host=""), "evil.example", False),
    (Settings(host=""), "", False),
    (NAMED, "example.org:8443", True),
    (NAMED, "Club.example", True),
    (NAMED, "other.example:8000", True),
    (NAMED, "localhost:8000", True),
    (NAMED, "192.168.1.5", False),
    (NAMED, "evil.example", False),
    (Settings(address="https://example.org", host="192.168.1.5"), "192.168.1.5:8000", True),
    (OPEN, "evil.example", True),
    (OPEN, "evil.example/x", False),
    (OPEN, "", False),
]


class TestNames:
    @pytest.mark.parametrize(("settings", "header", "hosts"), KNOWN)
    def test_under_which_the_server_answers(self, settings, header, hosts):
        assert is_allowed(header, settings) is hosts

    def test_another_name_is_refused_and_stands_in_no_link(self, server):
        guest = server.guest()
        response = guest.http.post("/api/tables", json=SUSAN, headers={"Host": "evil.example"})
        assert response.status_code == 421 and "`hosts`" in response.json()["error"]
        assert guest.http.get("/", headers={"Host": "evil.example"}).status_code == 421
        forwarded = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
        made = guest.http.post("/api/tables", json=SUSAN, headers=forwarded)
        assert made.status_code == 201 and "evil" not in made.text
        local = guest.http.post("/api/tables", json=SUSAN, headers={"Host": f"localhost:{server.port}"}).json()
        assert local["watch"].startswith(f"http://localhost:{server.port}/t/")

    def test_a_stream_asked_for_by_another_name_is_refused(self, server):
        table = server.guest().table(**SUSAN)["table"]
        assert upgraded(server, table, f"localhost:{server.port}") == 101
        assert upgraded(server, table, "evil.example") == 403

    def test_links_begin_with_the_address_whatever_name_was_asked(self, tmp_path):
        server = Server(tmp_path, limits={"LUSORY_SERVE_HOSTS": "club.example"})
        guest = server.guest()
        headers = {"Host": "club.example"}
        assert (
            guest.http.post("/api/tables", json=SUSAN, headers=headers)
            .json()["watch"]
            .startswith("http://club.example/")
        )
        server.stop()
        settings = {"LUSORY_SERVE_ADDRESS": "http://example.org", "LUSORY_SERVE_HOSTS": "*"}
        server = Server(tmp_path, limits=settings)
        url = (tmp_path / "serving").read_text().strip()
        response = server.guest().http.post(f"{url}/api/tables", json=SUSAN, headers={"Host": "evil.example"})
        assert response.status_code == 201 and response.json()["watch"].startswith("http://example.org/t/")
        assert "evil" not in response.text
        server.stop()


def upgraded(server, table, host):
    """The status with which a stream is answered that is asked for by this name."""
    lines = [f"GET /api/tables/{table}/stream HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]  # fmt: skip
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as plain:
        plain.sendall("\r\n".join(lines).encode())
        match_result = re.match(rb"HTTP/1.1 (\d+)", plain.recv(1000))
    assert match_result
    return int(match_result[1])


def request(address="203.0.113.1", session=""):
    cookies = [(b"cookie", f"lusory={session}".encode())] if session else []
    return HTTPConnection({"type": "http", "client": (address, 5), "headers": cookies, "path": "/"})


def refusals(access, kind, **caller):
    """How many requests are taken until one is refused."""
    for taken in range(100):
        try:
            access.count(request(**caller), kind)
        except Refused as fault:
            assert fault.code == 429
            return taken
    return None


class TestManyBehindOneAddress:
    def access(self, *seated, **limits_):
        access_control = AccessControl(Settings(limits=Limits(**{"requests": 5, "crowd": 2} | limits_)))
        for session in seated:
            access_control.recognise(caller(session))
        return access_control

    def test_who_holds_a_seat_is_counted_apart(self):
        access = self.access("ada", "bo")
        assert [refusals(access, "requests", session=session) for session in ("ada", "bo", "stranger", "other")] == [
            5,
            5,
            5,
            0,
        ]
        assert refusals(access, "requests", address="203.0.113.2") == 5

    def test_only_so_many_are(self):
        access = self.access("ada", "bo", "cy")
        assert [refusals(access, "requests", session=session) for session in ("bo", "cy", "ada", "dee")] == [5, 5, 5, 0]
        access = self.access("ada", crowd=0)
        assert [refusals(access, "requests", session=session) for session in ("ada", "bo")] == [5, 0]

    def test_guesses_are_counted_by_address_alone(self):
        access = self.access("ada", "bo", requests=0, codes=3)
        assert [refusals(access, "codes", session=session) for session in ("ada", "bo", "stranger")] == [3, 0, 0]

    def test_streams_are(self):
        access = self.access("ada", streams_each=1)
        visits = [access.enter(request(session=session)) for session in ("ada", "stranger")]
        for session in ("ada", "other"):
            with pytest.raises(Refused):
                access.enter(request(session=session))
        for visit in visits:
            access.leave(visit)
        assert not access.streams and not access._visits
        access.enter(request(session="ada"))

    def test_no_more_addresses_are_remembered_than_that(self, monkeypatch):
        monkeypatch.setattr("lusory.server.web.access.ADDRESSES", 3)
        access = self.access()
        for i in range(10):
            access.recognise(caller("ada", f"203.0.113.{i}"))
        assert len(access._guests) == 3

    def test_one_who_asks_too_much_leaves_the_others_at_his_address_alone(self, tmp_path):
        server = Server(tmp_path, limits=limits(REQUESTS=40, CODES=3))
        noisy, quiet, stranger = (at(server, "203.0.113.50") for _ in range(3))
        tables = [guest.table(**SUSAN)["table"] for guest in (noisy, quiet)]
        quiet.show(tables[1])
        status_codes = [noisy.http.get(f"/api/tables/{tables[0]}").status_code for _ in range(60)]
        assert status_codes[0] == 200 and status_codes[-1] == 429
        assert quiet.show(tables[1])["you"] == [0]
        stranger.get("/api/games")
        codes = [guest.http.post("/api/recover", json={"code": "x"}).status_code for guest in (quiet, stranger) * 3]
        assert codes == [404] * 3 + [429] * 3
        server.stop()


def caller(session, address="203.0.113.1"):
    from lusory.server.web.identity import caller_of

    caller_found = caller_of(request(address, session))
    assert caller_found.person and isinstance(caller_found, Caller)
    return caller_found


class TestFrames:
    """The server of these tests may print no traceback: see conftest.py."""

    @pytest.mark.parametrize("frame", [b"", b"\x00\xff", b'{"game": "susan"}', b"x" * 60_000])
    def test_bytes_on_the_stream_of_a_table_are_not_heard(self, server, frame):
        guest = server.guest()
        table = guest.table(**SUSAN, seats=["human", "human"])["table"]
        with guest.stream(table) as stream:
            stream.shown()
            stream.socket.send(frame)
            guest.play(table, 1, "b2")
            assert stream.shown(1)["ply"] == 1

    @pytest.mark.parametrize("frame", [b"", b"\x00\xff", b'{"game": "susan"}'])
    def test_bytes_for_an_analysis_are_refused_clearly(self, server, frame):
        with asking(server) as stream:
            stream.send(frame)
            assert json.loads(stream.recv(timeout=30)) == {"error": "expected a message of text"}
            assert closing(stream) == 1008

    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", "null", '{"extra": 1}', '{"game": 5}', '{"game": "nosuch"}', '{"table": "nosuch"}',
         '{"value": ' + "[" * 20_000, '{"value": {"a": ' + "[" * 20_000 + "]" * 20_000 + "}}"],
        ids=lambda text: text[:12],
    )  # fmt: skip
    def test_what_makes_no_sense_is_refused_clearly(self, server, text):
        with asking(server) as stream:
            stream.send(text)
            assert len(json.loads(stream.recv(timeout=30))["error"]) > 10
            assert closing(stream) == 1008

    def test_bytes_while_an_analysis_goes_on_are_not_heard(self, server):
        with server.guest().analysis(game="susan", options={"size": "3"}) as stream:
            stream.next()
            stream.socket.send(b"\x00")
            assert stream.next()

    def test_who_goes_before_he_asked(self, server):
        with asking(server):
            pass
        server.guest().get("/api/games")


@pytest.mark.parametrize(("players_now", "is_shown"), [((0,), 1), ((), 0), ((0, 1), 0)])
def test_a_stream_that_opens_while_another_takes_a_seat_goes_on(monkeypatch, players_now, is_shown):
    """Only who holds other seats than when he asked has to ask anew. `known` is another one after each change."""
    live: Any = SimpleNamespace(known={})
    sent: list[Any] = []
    closed: list[Any] = []

    async def holds(socket, live):
        return players_now

    async def noted(event, code=None, *_):
        (sent if code is None else closed).append(event)

    async def show(*_, **__):
        return b"{}"

    monkeypatch.setattr(streams, "players_of", holds)
    watcher = Watcher((0,))
    watcher.close()  # it ends after the first message
    service: Any = SimpleNamespace(watch=lambda *_: None, leave=lambda *_: None, views=SimpleNamespace(show=show))
    socket: Any = SimpleNamespace(send=noted, close=lambda code, *_: noted(code, code), query_params={})
    asyncio.run(streams.shows(service, live, watcher, socket, version={}))
    assert (len(sent), closed) == (is_shown, [1012])


def asking(server):
    from websockets.sync.client import connect

    return connect(f"ws://127.0.0.1:{server.port}/api/analysis", proxy=None)


def closing(stream):
    with pytest.raises(ConnectionClosed) as closed:
        stream.recv(timeout=30)
    assert closed.value.rcvd
    return closed.value.rcvd.code


def test_no_fault_was_ours(tmp_path):
    """The same on a server of its own, whose log is looked at here."""
    server = Server(tmp_path)
    for frame in (b"\x00", "x", '{"value": {"a": ' + "[" * 20_000 + "]" * 20_000 + "}}"):
        with asking(server) as stream:
            stream.send(frame)
            closing_after(stream)
    assert server.stop() == -signal.SIGTERM
    assert "Traceback" not in "".join(server.said) and "Error" not in "".join(server.said), "".join(server.said)


def closing_after(stream):
    assert "error" in json.loads(stream.recv(timeout=30))
    assert closing(stream) == 1008


@pytest.mark.parametrize("origin", ["http://[", "http://]", "null", "http://evil.example", "//", ""])
def test_a_request_that_names_another_origin_is_refused_however_it_is_written(server, origin):
    answer = server.guest().http.post("/api/rules", json={"game": "hex"}, headers={"Origin": origin})
    assert answer.status_code == 403
