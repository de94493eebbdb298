"""Tests of a club of several processes on one PostgreSQL: two servers, and workers that search for them."""

import contextlib
import os
import shutil
import signal
import smtplib
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import httpx
import pytest
import sqlalchemy as sa

from lusory.cli.failure import run
from tests.mail.mail_host import BASE, MailHost, contact_secret, free_port
from tests.server.running_server import LUSORY, OPEN, WAIT, Server, pair
from tests.server.test_accounts import account
from tests.server.test_host import Host

SUSAN = {"game": "susan", "options": {"size": 3}}


class Worker:
    """`lusory worker` that runs."""

    def __init__(self, data, url):
        command = [*LUSORY, "worker", "--database", url, "--data", str(data), "--workers", "1"]
        self.process = subprocess.Popen(command, env=os.environ | OPEN, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        assert "searching" in self.process.stderr.readline()

    def stop(self, stop_signal=signal.SIGTERM):
        self.process.send_signal(stop_signal)
        output = self.process.communicate(timeout=WAIT)[1]
        assert "Traceback" not in output, output


NOT_THINKING = {"LUSORY_SERVE_THINKS": "false"}


def started(name, place, url, key=None, host=None):
    """A server of the club. key: the folder of another, whose host.key it takes. host: sends its mails."""
    (place / name).mkdir()
    if key:
        shutil.copy(key / "host.key", place / name)
    smtp = free_port()
    mail = {f"LUSORY_SERVE_MAIL__{key}": value for key, value in (
        ("HOST", "127.0.0.1"), ("PORT", str(host.port)), ("TLS", "none"), ("SENDER", BASE),
    )} if host else {}  # fmt: skip
    more = ["--mail-port", str(smtp)] if host else []
    server = Server(place / name, "--database", url, *more, limits=NOT_THINKING | mail)
    server.smtp = smtp
    return server


def stopped(server):
    """It stops, without a fault."""
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


@pytest.fixture(scope="module")
def host():
    """Where mails go."""
    mail_host = MailHost()
    yield mail_host
    mail_host.close()


@pytest.fixture(scope="module")
def servers(postgres, tmp_path_factory, host):
    """Two servers of one club. Neither searches: that is left to workers."""
    place = tmp_path_factory.mktemp("club")
    first_server = started("one", place, postgres, host=host)
    second_server = started("two", place, postgres, first_server.data, host)
    yield first_server, second_server
    stopped(second_server)
    stopped(first_server)


def elsewhere(guest, server):
    """The same browser, at another server."""
    other = server.guest()
    other.http.cookies = httpx.Cookies(guest.http.cookies)
    return other


def until(condition):
    """Wait until something holds."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def number(postgres, query, **values):
    """The number that a query of the club's database gives."""
    engine = sa.create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as c:
        found = c.execute(sa.text(query), values).scalar()
    engine.dispose()
    return found


def test_people_at_two_servers(servers):
    first_server, second_server = servers
    table, first, second = pair(first_server, **SUSAN)
    second_elsewhere = elsewhere(second, second_server)
    with second_elsewhere.stream(table) as stream:
        stream.shown()
        with first.stream(table) as first_stream:
            first_stream.shown()
            while stream.next() != {"kind": "here", "here": [0, 1], "watching": 0}:
                continue
            assert first.show(table)["seats"][1]["here"]
        first.play(table, 1, "b2")
        assert stream.shown(1)["to_move"] == 1
        second_elsewhere.play(table, 2, "a1")
        assert first.show(table)["ply"] == 2
        first.play(table, 2, "c3", 409)
        first.post(f"/api/tables/{table}/chat", {"text": "hello"})
        while not (chat := stream.shown()["chat"]):
            continue
        assert chat[-1]["text"] == "hello"
    first.play(table, 3, "c1")
    assert second_elsewhere.show(table)["ply"] == 3


def test_commands_that_come_to_two_servers_at_once_are_done_one_after_the_other(servers):
    first_server, second_server = servers
    table, first, _ = pair(first_server, **SUSAN)

    def chat(number):
        guest = elsewhere(first, (first_server, second_server)[number % 2])
        return guest.post(f"/api/tables/{table}/chat", {"text": f"line {number}"})

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(chat, range(40)))
    texts = {line["text"] for line in elsewhere(first, second_server).show(table)["chat"]}
    assert texts == {f"line {number}" for number in range(40)}


def test_who_loses_a_seat_at_one_server_sees_it_at_no_other(servers):
    first_server, second_server = servers
    table, first, second = pair(first_server, game="hidden-gomoku")
    elsewhere_guest = elsewhere(second, second_server)
    with elsewhere_guest.stream(table) as stream:
        assert stream.shown()["you"] == [1]
        second.post(f"/api/tables/{table}/release", {"player": 1})
        with pytest.raises(Exception, match="1012"):
            while True:
                stream.next()
    assert elsewhere_guest.show(table)["you"] == []
    assert first.show(table)["you"] == [0]


def test_who_is_signed_out_at_one_server_has_no_stream_at_another(servers):
    first_server, second_server = servers
    ada, bob = account(first_server, "AdaTwo"), account(first_server, "BobTwo")
    challenge = ada.post("/api/challenges", SUSAN | {"to": "BobTwo"}, 201)["challenge"]
    table = bob.post(f"/api/challenges/{challenge}/accept", {})["table"]
    with elsewhere(bob, second_server).stream(table) as stream:
        stream.shown()
        bob.post("/api/account/sign-out", {"everywhere": True})
        with pytest.raises(Exception, match="1008"):
            while True:
                stream.next()


def test_what_the_host_does_holds_at_every_server(servers):
    first_server, second_server = servers
    table, _, second = pair(first_server, **SUSAN)
    with elsewhere(second, second_server).stream(table) as stream:
        stream.shown()
        Host(first_server).deal(table, "delete")
        with pytest.raises(Exception, match="4404"):
            while True:
                stream.next()
    second_server.guest().get(f"/api/tables/{table}", 404)
    Host(first_server).block("203.0.113.7")
    blocked = {"X-Forwarded-For": "203.0.113.7"}
    until(lambda: httpx.get(f"{second_server.url}/api/tables", headers=blocked, trust_env=False).status_code == 403)
    Host(first_server).unblock("203.0.113.7")
    until(lambda: httpx.get(f"{second_server.url}/api/tables", headers=blocked, trust_env=False).status_code == 200)


def test_mails_come_once_and_are_answered_by_any_server(servers, host, postgres):
    first_server, second_server = servers
    table, first, second = pair(first_server, **SUSAN)
    second.put(f"/api/tables/{table}/contact", {"mail": "bo@example.org", "player": 1})
    until(lambda: host.of("bo@example.org"))
    elsewhere(second, second_server).post("/api/contacts", {"secret": contact_secret(host.got.pop()[1])})
    elsewhere(first, second_server).play(table, 1, "b2")
    until(lambda: host.of("bo@example.org"))
    mail = EmailMessage()
    mail["From"], mail["To"] = "bo@example.org", str(host.of("bo@example.org")[0]["Reply-To"])
    mail["Message-ID"] = "<first@example.org>"
    mail.set_content("a1\n")

    def answers():
        return [mail for mail in host.of("bo@example.org") if mail["In-Reply-To"] == "<first@example.org>"]

    waiting = "select count(*) from outbox where recipient = 'bo@example.org'"
    # The second time it is the same mail, which is answered alike; while its answer waits to be sent there is only one.
    for count, server in ((1, second_server), (2, first_server)):
        with smtplib.SMTP("127.0.0.1", server.smtp) as connection:
            connection.send_message(mail)
        until(lambda count=count: len(answers()) == count and number(postgres, waiting) == 0)
        assert first.show(table)["ply"] == 2
    assert len({mail["Message-ID"] for mail in answers()}) == 1
    assert len(host.of("bo@example.org")) == 3


def test_a_clock_runs_out_once(servers, postgres):
    first_server, second_server = servers
    table, first, second = pair(first_server, **SUSAN, clock={"kind": "sudden", "seconds": 2})
    with elsewhere(second, second_server).stream(table) as stream:
        stream.shown()
        for ply, guest, text in ((1, first, "b2"), (2, second, "a1")):
            guest.play(table, ply, text)
        until(lambda: first.show(table)["result"])
    assert elsewhere(second, second_server).show(table)["result"]["by"] == "time"
    flags = "select count(*) from entries where kind = 'flag' and \"table\" = :table"
    assert number(postgres, flags, table=table) == 1


def test_servers_that_do_not_think_leave_it_to_a_worker(servers, postgres, tmp_path):
    guest = servers[0].guest()
    table = guest.table(seats=["human", "mcts:50"], **SUSAN)["table"]
    guest.play(table, 1, "b2")
    assert guest.show(table)["ply"] == 1
    worker = Worker(tmp_path / "worker", postgres)
    until(lambda: guest.show(table)["ply"] == 2)
    hidden = guest.table(game="hidden-gomoku", seats=["mcts:20", "human"])["table"]
    until(lambda: guest.show(hidden)["ply"] >= 1)
    worker.stop()


def test_a_worker_that_dies_leaves_its_search_to_another(servers, postgres, tmp_path):
    guest = servers[0].guest()
    first = Worker(tmp_path / "first", postgres)
    table = guest.table(seats=["human", "best:4s"], **SUSAN)["table"]
    guest.play(table, 1, "b2")
    time.sleep(1.5)
    first.stop(signal.SIGKILL)
    second = Worker(tmp_path / "second", postgres)
    until(lambda: guest.show(table)["ply"] == 2)
    assert not any("random" in line["text"] for line in guest.show(table)["chat"])
    second.stop()


def test_a_server_that_dies_leaves_the_turn_of_its_machine_to_another(servers, postgres, tmp_path):
    third = started("third", tmp_path, postgres, servers[0].data)
    guest = third.guest()
    table = guest.table(seats=["human", "mcts:50"], **SUSAN)["table"]
    guest.play(table, 1, "b2")
    third.stop(signal.SIGKILL)
    worker = Worker(tmp_path / "worker", postgres)
    elsewhere_guest = elsewhere(guest, servers[1])
    until(lambda: elsewhere_guest.show(table)["ply"] == 2)
    worker.stop()


def test_a_command_plays_no_other_command(postgres, tmp_path, capsys):
    """What stands in the database is never run: of players only those that guests may have."""
    import asyncio

    from lusory.server.pools import Pools
    from lusory.server.search_worker import SearchWorker
    from lusory.server.settings import Settings
    from lusory.server.store import Store
    from lusory.server.store.search_queue import SearchJob

    async def story():
        settings = Settings(data=str(tmp_path), database=postgres)
        store, pools = await Store.open(settings.url), Pools(settings)
        worker = SearchWorker(store, pools, settings)
        job = SearchJob("a", 7, {"do": "choose", "spec": f"ugi:touch {tmp_path}/made"}, 5.0, 0.0, 0.0, 1)
        result = await worker._found("quick", job)
        pools.close()
        await store.close()
        return result

    assert "expected human" in asyncio.run(story())["error"]
    assert not (tmp_path / "made").exists()


def test_another_host_key_is_refused(servers, postgres, tmp_path):
    with pytest.raises(AssertionError, match=r"host\.key"):
        Server(tmp_path / "other", "--database", postgres)


def test_a_worker_needs_postgresql(tmp_path, capsys):
    assert run(["worker", "--data", str(tmp_path)]) == 1
    assert "postgresql://" in capsys.readouterr().err
    with contextlib.suppress(FileNotFoundError):
        assert not list(tmp_path.iterdir())
