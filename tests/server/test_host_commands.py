"""Tests of `lusory host` with and without a running server."""

import json
import signal
import sqlite3
from pathlib import Path

import pytest

from tests.commands import refused
from tests.server.running_server import Server, pair
from tests.server.test_accounts import account
from tests.server.test_host import at, limits, listed

SUSAN = {"game": "susan", "options": {"size": 3}}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("hosted"), limits=limits(REPORTS=0))
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


@pytest.fixture
def host(call, hosted):
    """A command of the host of this server: what it prints."""

    def commanded(*arguments, typed=""):
        result = call("host", *arguments, "--data", hosted.data, typed=typed)
        assert result.code == 0, result
        return result.out

    return commanded


class TestTables:
    def test_hidden_shown_and_closed(self, hosted, host):
        table, first, _ = pair(hosted, **SUSAN, listed=True)
        assert host("hide", table) == f"{table} is hidden\n" and table not in listed(hosted)
        assert host("show", f"{hosted.url}/t/{table}") == f"{table} is listed\n" and table in listed(hosted)
        assert host("close", f"{hosted.url}/t/{table}/seat/abc?x#3") == f"{table} is closed\n"
        assert first.show(table)["result"]["by"] == "closed"

    def test_what_was_done_is_remembered(self, hosted, host):
        table, _, _ = pair(hosted, **SUSAN, listed=True)
        account(hosted, "Rowdy")
        host("hide", table)
        host("block", "203.0.113.77", "--hours", "1", "--reason", "spam")
        host("unblock", "203.0.113.77")
        host("suspend", "Rowdy")
        lines = [" ".join(line.split()[2:]) for line in host("log").splitlines()]
        deeds = ["suspend account Rowdy", "unblock 203.0.113.77", "block 203.0.113.77 (for 1 hour, spam)"]
        assert lines[:4] == [*deeds, f"hide table {table}"]
        assert json.loads(host("log", "--json"))[0]["act"] == "suspend"

    def test_deleting_asks_back(self, hosted, host, call):
        guest = hosted.guest()
        table = guest.table(**SUSAN)["table"]
        result = call("host", "delete", table, "--data", hosted.data, typed="n\n")
        assert result.code != 0 and "for good?" in result.out + result.err
        assert guest.show(table)["table"] == table
        assert call("host", "delete", table, "--data", hosted.data, typed="").code != 0
        assert guest.show(table)["table"] == table
        assert host("delete", table.upper(), typed="y\n").endswith(f"{table} is deleted\n")
        guest.get(f"/api/tables/{table}", 404)
        other = guest.table(**SUSAN)["table"]
        assert host("delete", other, "--yes") == f"{other} is deleted\n"

    def test_what_the_server_refuses_is_said_in_one_line(self, hosted, call):
        refused(call("host", "hide", "nosuchtable", "--data", hosted.data), "there is no table of this name")
        refused(call("host", "close", "a/b", "--data", hosted.data), "a/b: expected the name of a table", code=2)
        refused(call("host", "hide", "../x", "--data", hosted.data), "expected the name of a table", code=2)


class TestAddresses:
    def test_blocked_listed_and_unblocked(self, hosted, host):
        assert host("blocks") == "No address is blocked.\n"
        assert host("block", "203.0.113.7") == "203.0.113.7 is blocked until it is unblocked\n"
        output = host("block", "2001:db8:1:2::5", "--hours", 24, "--reason", "rude \x1b[2J names")
        assert output.startswith("2001:db8:1:2::/64 is blocked until 2")
        at(hosted, "203.0.113.7").get("/api/tables", 403)
        lines = host("blocks").splitlines()
        assert lines[0].startswith("203.0.113.7  since 2") and lines[0].endswith("until it is unblocked")
        assert lines[1].endswith(": rude [2J names")
        rows = json.loads(host("blocks", "--json"))
        assert [(row["address"], row["until"] is None) for row in rows] == [
            ("203.0.113.7", True),
            ("2001:db8:1:2::/64", False),
        ]
        assert host("unblock", "203.0.113.7") == "203.0.113.7 is not blocked any more\n"
        host("unblock", "2001:db8:1:2::5")
        at(hosted, "203.0.113.7").get("/api/tables")

    def test_an_address_in_a_blocked_network_is_not_said_to_be_let_in(self, hosted, host, call):
        host("block", "198.51.100.7")
        host("block", "198.51.100.0/24")
        assert "198.51.100.0/24 still is" in host("unblock", "198.51.100.7")
        at(hosted, "198.51.100.7").get("/api/tables", 403)
        refused(
            call("host", "unblock", "198.51.100.7", "--data", hosted.data),
            "198.51.100.7: it is in 198.51.100.0/24, which is blocked",
        )
        assert host("unblock", "198.51.100.0/24") == "198.51.100.0/24 is not blocked any more\n"
        at(hosted, "198.51.100.7").get("/api/tables")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("block", "somebody"), "somebody: expected an IP address or a network"),
            (("block", "127.0.0.1"), "this machine itself.*`proxies`"),
            (("unblock", "203.0.113.99"), "203.0.113.99: not blocked"),
        ],
    )
    def test_what_makes_no_sense(self, hosted, call, arguments, message):
        refused(call("host", *arguments, "--data", hosted.data), f"(?i){message}")

    def test_a_time_of_no_hours_is_a_wrong_option(self, hosted, call):
        result = call("host", "block", "203.0.113.7", "--hours", "-1", "--data", hosted.data)
        refused(result, "--hours", code=2)


def test_reports_are_listed_and_done(hosted, host, call):
    assert host("reports") == "There are no reports.\n"
    table, first, _ = pair(hosted, **SUSAN, names=["Ada", "Rude\x1b[2J"])
    first.post(f"/api/tables/{table}/reports", {"what": "name", "text": "look at this"})
    lines = host("reports").splitlines()
    report = lines[0].split()[0]
    assert f", the name at {hosted.url}/t/{table}" in lines[0]
    assert lines[1:3] == ["    title: SUSAN; names: Ada, Rude [2J", "    look at this"]
    assert json.loads(host("reports", "--json"))[0]["id"] == report
    assert host("done", report) == f"{report} is done\n"
    assert host("reports") == "There are no reports.\n"
    refused(call("host", "done", report, "--data", hosted.data), "there is no such report")
    refused(call("host", "done", "../x", "--data", hosted.data), "expected a name from", code=2)


def test_how_many_more_reports_there_are_is_told(hosted, host):
    table, _, _ = pair(hosted, **SUSAN)
    database = sqlite3.connect(Path(hosted.data) / "lusory.db", timeout=20)
    rows = [(f"report{number}", table, number, "title", "", False) for number in range(205)]
    with database:
        columns = '"id", "table", "at", "what", "text", "done"'
        database.executemany(f"insert into reports ({columns}) values (?, ?, ?, ?, ?, ?)", rows)
    assert host("reports").splitlines()[-2:] == [
        "5 more are listed when these are done.",
        "`lusory host done REPORT` takes one from the list.",
    ]
    with database:
        database.execute("delete from reports")
    database.close()


class TestNoServer:
    def test_a_folder_that_is_not_there(self, call, tmp_path):
        refused(call("host", "blocks", "--data", tmp_path / "nothing"), "nothing: no such folder; --data names the one")

    def test_a_folder_on_which_no_server_runs(self, call, tmp_path):
        refused(call("host", "blocks", "--data", tmp_path), "no server runs on this folder")

    @pytest.mark.parametrize("responder", [signal.SIGTERM, signal.SIGKILL])
    def test_a_server_that_has_ended(self, call, tmp_path, responder):
        """Whoever answers at its address now must not hear the key."""
        import socket

        server = Server(tmp_path)
        port = server.port
        server.stop(responder)
        with socket.create_server(("127.0.0.1", port)) as other:
            refused(call("host", "blocks", "--data", tmp_path), "no server runs on this folder")
            other.settimeout(0.2)
            with pytest.raises(TimeoutError):
                other.accept()

    def test_a_key_that_is_not_there_or_not_ours_to_read(self, call, hosted, tmp_path, monkeypatch):
        key = hosted.data / "host.key"
        original = key.read_text()
        key.unlink()
        try:
            refused(call("host", "blocks", "--data", hosted.data), "host.key: No such file")
            key.write_text("x" * 43)
            refused(call("host", "blocks", "--data", hosted.data), "only the host of this server")
        finally:
            key.write_text(original)

        def closed(self, *_):
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr(Path, "read_text", closed)
        refused(call("host", "blocks", "--data", hosted.data), "host.key: only the user who runs the server may read")

    def test_no_proxy_of_the_environment_hears_the_key(self, hosted, host, monkeypatch):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, "http://127.0.0.1:1")
        assert host("blocks")


def test_a_server_that_stands_below_a_path_and_has_a_name(call, tmp_path):
    server = Server(tmp_path, "--base", "/play", limits={"LUSORY_SERVE_ADDRESS": "http://example.org"})
    assert call("host", "blocks", "--data", tmp_path).out == "No address is blocked.\n"
    server.stop()


def test_mails_that_could_not_be_delivered(host, hosted):
    assert "All mails were delivered" in host("mails")
    columns = "id, kind, recipient, created, due, tries, fault, failed"
    with sqlite3.connect(Path(hosted.data) / "lusory.db", timeout=20) as database:
        row = ("m1", "notice", "Und1@example.org", 1_800_000_000_000, 0, 9, "no\x1b route", True)
        database.execute(f"insert into outbox ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)", row)
    guest = account(hosted, "Und1")
    with sqlite3.connect(Path(hosted.data) / "lusory.db", timeout=20) as database:
        database.execute(
            "update accounts set mail = ?, mail_key = ? where key = ?", ("und1@example.org",) * 2 + ("und1",)
        )
    output = host("mails")
    assert "notice to Und1@example.org" in output and "route" in output and "\x1b" not in output
    page = guest.http.get("/my").text
    assert "1 mail to und1@example.org could not be delivered" in page
    assert guest.http.delete("/api/account/undelivered").json() == {"seen": True}
    assert "could not be delivered" not in guest.http.get("/my").text and "Und1@" in host("mails")
