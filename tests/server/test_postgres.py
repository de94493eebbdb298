"""Tests of the store on PostgreSQL, which the tests install and start."""

from threading import Thread

from lusory.cli.failure import run
from lusory.games import find
from lusory.rules import codec
from lusory.server.store.export import import_lines
from tests.server.running_server import Server, pair
from tests.server.test_accounts import account, signed
from tests.server.test_host import Host, at, fill, left, limits, listed, together

SUSAN = {"game": "susan", "options": {"size": 3}}


def test_a_table_on_postgresql(postgres, tmp_path, capsys):
    server = Server(tmp_path / "one", "--database", postgres)
    table, first, second = pair(server, **SUSAN, clock={"kind": "days", "days": 3})
    with second.stream(table) as stream:
        stream.shown()
        first.play(table, 1, "b2")
        assert stream.shown(1)["to_move"] == 1
    first.play(table, 1, "c3", 409)
    second.act(table, 1, "resign")
    assert first.get("/api/games/susan/figures", size=3)["games"] == 1
    assert first.get("/api/mine")["tables"][0]["you"] == [0]
    server.stop()
    server = Server(tmp_path / "one", "--database", postgres)
    assert server.guest().show(table)["result"]["by"] == "resignation"
    assert run(["backup", str(tmp_path / "copy"), "--database", postgres]) == 0
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "two")]) == 0
    assert (tmp_path / "again").read_text() == (tmp_path / "copy").read_text()


def test_no_copy_is_taken_in_while_a_server_runs(postgres, tmp_path, capsys):
    server = Server(tmp_path / "one", "--database", postgres)
    assert run(["backup", str(tmp_path / "copy"), "--database", postgres]) == 0
    take_in = ["backup", str(tmp_path / "copy"), "--database", postgres, "--restore"]
    capsys.readouterr()
    assert run(take_in) == 1
    expected = "lusory: database: a server runs on it; stop all its servers before you take in a copy\n"
    assert capsys.readouterr().err == expected
    server.stop()
    assert run(take_in) == 0


def test_a_server_that_starts_while_a_copy_is_taken_in_waits(postgres, tmp_path):
    server = Server(tmp_path / "one", "--database", postgres)
    table = pair(server, **SUSAN)[0]
    assert run(["backup", str(tmp_path / "copy"), "--database", postgres]) == 0
    server.stop()
    lines = iter((tmp_path / "copy").read_bytes().splitlines(keepends=True))
    started = []
    starting = Thread(target=lambda: started.append(Server(tmp_path / "one", "--database", postgres)))

    def halting():
        yield next(lines)
        starting.start()
        starting.join(5)
        assert not started, "it does not serve before all is there"
        yield from lines

    import_lines(postgres.replace("postgresql:", "postgresql+psycopg:"), halting())
    starting.join()
    started[0].guest().show(table)
    started[0].stop()


def test_what_the_host_does_on_postgresql(postgres, tmp_path):
    server = Server(tmp_path, "--database", postgres, limits=limits(REPORTS=0))
    host, url = Host(server), postgres.replace("postgresql:", "postgresql+psycopg:")
    value = codec.document(find("hex").build(size=3)) | {"name": "rude"}
    for _ in range(3):
        table, first, second = pair(server, value=value, names=["Rude", "Bo"], listed=True)
        fill(table, first)
        chat_requests = [(first, f"/api/tables/{table}/chat", {"text": f"line {i}"}) for i in range(8)]
        report_requests = [(second, f"/api/tables/{table}/reports", {"what": "chat"}) for _ in range(8)]
        codes = together(
            [*chat_requests, (host.guest, f"/api/host/tables/{table}", {"do": "delete"}), *report_requests]
        )
        assert codes <= {200, 404}, codes
        assert left(url, table, "rude", "my secret note") == []
    table, first, _ = pair(server, **SUSAN, listed=True)
    host.deal(table, "hide")
    first.post(f"/api/tables/{table}/reports", {"what": "title"})
    [row] = host.reports()
    host.ask("POST", f"reports/{row['id']}")
    assert table not in listed(server) and not host.reports()
    host.block("203.0.113.7", hours=5)
    host.block("203.0.113.7")
    assert host.ask("GET", "blocks")["blocks"][0]["until"] is None
    server.stop()
    server = Server(tmp_path, "--database", postgres)
    at(server, "203.0.113.7").get("/api/tables", 403)
    Host(server).unblock("203.0.113.7")
    at(server, "203.0.113.7").get("/api/tables")
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


def test_people_on_postgresql(postgres, tmp_path):
    """Accounts, codes, blocking, challenges, searches, the deletion of an account."""
    server = Server(tmp_path, "--database", postgres)
    ada, bob = account(server, "Ada1"), account(server, "Bob1")
    server.guest().post("/api/accounts", {"id": "ADA1", "password": "correct horse 7"}, 409)
    assert signed(server, "ada1").get("/api/account")["id"] == "Ada1"
    server.guest().post("/api/accounts/sign-in-by-code", {"id": "Ada1", "code": ada.codes[0]})
    server.guest().post("/api/accounts/sign-in-by-code", {"id": "Ada1", "code": ada.codes[0]}, 401)
    server.guest().post("/api/accounts/passkey/options", {})
    bob.put("/api/people/Ada1", {"block": True})
    ada.post("/api/challenges", SUSAN | {"to": "Bob1"}, 403)
    bob.put("/api/people/Ada1", {"block": False})
    challenge = ada.post("/api/challenges", SUSAN | {"to": "Bob1", "side": "first"}, 201)
    table = bob.post(f"/api/challenges/{challenge['challenge']}/accept", {})["table"]
    ada.play(table, 1, "a1")
    bob.act(table, 1, "resign")
    assert server.guest().get("/api/tables", person="Ada1,Bob1", result="1")["tables"][0]["table"] == table
    assert server.guest().get("/api/people/Ada1")["results"][0]["won"] == 1
    assert server.guest().get(f"/api/tables/{table}/people")["people"][1]["id"] == "Bob1"
    assert ada.http.get("/my").status_code == ada.http.get("/api/account/export").status_code == 200
    guest = server.guest()
    guest_table = guest.table(**SUSAN)["table"]
    guest.post("/api/accounts", {"id": "Cyd1", "password": "correct horse 7"}, 201)
    assert guest.post("/api/account/seats", {})["tables"] == [guest_table]
    assert ada.http.request("DELETE", "/api/account", json={"id": "Ada1"}).status_code == 200
    assert bob.show(table)["seats"][0]["name"] == "deleted account"
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)
