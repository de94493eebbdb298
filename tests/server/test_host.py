"""Tests of the host's endpoints: hiding, closing and deleting tables, blocking, reports; for the host alone."""

import asyncio
import contextlib
import json
import signal
import sqlite3
import time

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lusory.games import find
from lusory.rules import codec
from lusory.server.blocks import Blocks, guest, network
from lusory.server.host_key import host_key
from lusory.server.store import Store, moderation
from tests.server.running_server import WAIT, Guest, Server, invitation, pair

SUSAN = {"game": "susan", "options": {"size": 3}}
GUESSES = 3
COMMANDS = [
    ("POST", "/api/host/tables/{table}", {"do": "delete"}),
    ("GET", "/api/host/blocks", None),
    ("POST", "/api/host/blocks", {"address": "203.0.113.1"}),
    ("DELETE", "/api/host/blocks", {"address": "203.0.113.1"}),
    ("GET", "/api/host/acts", None),
    ("GET", "/api/host/reports", None),
    ("POST", "/api/host/reports/abc", None),
]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    """A server of its own: blocks hold for everybody."""
    server = Server(tmp_path_factory.mktemp("hosted"), limits=limits(CODES=GUESSES, REPORTS=0))
    yield server
    assert server.stop() == -signal.SIGTERM, "".join(server.said)
    assert "Traceback" not in "".join(server.said), "".join(server.said)


def limits(**values):
    return {f"LUSORY_SERVE_LIMITS__{name}": str(value) for name, value in values.items()}


def at(server: Server, address: str) -> Guest:
    """A guest who comes from an address, as the proxy on this machine says."""
    caller = server.guest()
    caller.headers["X-Forwarded-For"] = address
    caller.http.headers["X-Forwarded-For"] = address
    return caller


class Host:
    """Who has the key in the server's folder."""

    def __init__(self, server: Server, address: str = "127.0.0.1") -> None:
        self.guest = at(server, address)
        self.guest.http.headers["Authorization"] = f"Bearer {(server.data / 'host.key').read_text().strip()}"

    def ask(self, method, path, body=None, code=200):
        return self.guest._told(self.guest.http.request(method, f"/api/host/{path}", json=body), code)

    def deal(self, table, do, code=200):
        return self.ask("POST", f"tables/{table}", {"do": do}, code)

    def block(self, address, **more):
        return self.ask("POST", "blocks", {"address": address, **more})

    def unblock(self, address, code=200):
        return self.ask("DELETE", "blocks", {"address": address}, code)

    def blocked(self):
        return [row["address"] for row in self.ask("GET", "blocks")["blocks"]]

    def reports(self):
        return self.ask("GET", "reports")["reports"]


def listed(server):
    return {row["table"] for row in server.guest().get("/api/tables", count=200)["tables"]}


class TestTheKey:
    @pytest.mark.parametrize(("method", "path", "body"), COMMANDS, ids=lambda part: str(part)[:30])
    def test_nobody_commands_without_it(self, hosted, method, path, body):
        new_table = hosted.guest().table(**SUSAN, seats=["human", "human"], listed=True)
        place, seat = path.format(table=new_table["table"]), new_table["seats"][0]["token"]
        for i, headers in enumerate(({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer wrong"},
                                   {"Authorization": f"Bearer {seat}"})):  # fmt: skip
            number = COMMANDS.index((method, path, body))
            response = at(hosted, f"192.0.2.{number * 10 + i}").http.request(method, place, json=body, headers=headers)
            assert response.status_code == 403 and "only the host" in response.json()["error"]
        assert new_table["table"] in listed(hosted) and not Host(hosted).blocked()

    def test_guesses_are_limited_whoever_makes_them_and_the_host_is_not(self, hosted):
        guess = {"Authorization": "Bearer wrong"}
        codes = []
        for _ in range(GUESSES + 2):
            someone = at(hosted, "192.0.2.200")
            someone.show(someone.table(**SUSAN)["table"])  # with a seat, he is counted apart for all else
            codes.append(someone.http.get("/api/host/reports", headers=guess).status_code)
        assert codes == [403] * GUESSES + [429] * 2
        host = Host(hosted, "192.0.2.200")
        for _ in range(GUESSES + 2):
            host.reports()

    @pytest.mark.parametrize("key_found", ["", "\n", "short", "ü" * 40, "x y " * 20])
    def test_what_is_no_key_is_replaced(self, tmp_path, key_found):
        (tmp_path / "host.key").write_text(key_found, encoding="utf-8")
        key = host_key(tmp_path)
        assert len(key) >= 32 and key != key_found
        assert host_key(tmp_path) == key, "a key stays"
        assert (tmp_path / "host.key").stat().st_mode & 0o777 == 0o600

    def test_a_key_that_others_could_read_is_closed_to_them(self, tmp_path):
        key = host_key(tmp_path)
        (tmp_path / "host.key").chmod(0o644)
        assert host_key(tmp_path) == key and (tmp_path / "host.key").stat().st_mode & 0o777 == 0o600


def test_nobody_else_on_the_machine_reads_the_folder_or_the_database(tmp_path, start_server):
    data = tmp_path / "club" / "data"
    server = start_server(data)
    server.guest().table(game="susan", options={"size": 3}, seats=["human", "human"])
    assert data.stat().st_mode & 0o777 == 0o700
    files = sorted(data.glob("lusory.db*"))
    assert len(files) == 3, "with what SQLite puts beside it"
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    server.stop()


class TestTables:
    def test_a_hidden_table_is_listed_no_more_nor_is_its_rematch(self, hosted):
        host = Host(hosted)
        table, first, second = pair(hosted, **SUSAN, listed=True)
        assert table in listed(hosted)
        host.deal(table, "hide")
        assert table not in listed(hosted) and first.show(table)["you"] == [0]
        second.act(table, 0, "resign")
        first.act(table, 0, "rematch")
        following = second.act(table, 0, "rematch")["next"]
        assert following and following not in listed(hosted)
        host.deal(table, "show")
        assert table in listed(hosted)

    def test_commands_for_what_is_not_there(self, hosted):
        host = Host(hosted)
        for do in ("hide", "show", "close", "delete"):
            assert "no table" in host.deal("nosuchtable", do, 404)["error"]
            host.deal("x" * 500, do, 404)
        host.deal("nosuchtable", "burn", 422)

    def test_a_closed_game_is_over_and_nobody_has_won(self, hosted):
        host = Host(hosted)
        before = hosted.guest().get("/api/games/susan/figures", size=3)["games"]
        table, first, second = pair(hosted, **SUSAN, clock={"kind": "sudden", "seconds": 600})
        first.play(table, 1, "b2")
        with second.stream(table) as stream:
            assert stream.shown()["clock"]["running"] == 1
            host.deal(table, "close")
            view = stream.shown()
        assert view["result"]["by"] == "closed" and view["result"]["values"] == [0.5, 0.5]
        assert view["result"]["text"] == "The host of the server closed this table."
        assert view["clock"]["running"] is None and view["clock"]["deadline"] is None
        assert view["can"] == [] and view["closed"] and not view["chat_on"] and view["to_move"] is None
        second.play(table, 2, "c3", 409)
        second.act(table, 1, "rematch", 409)
        assert "closed" in second.act(table, 1, "name", 403, text="Rude")["error"]
        assert "closed" in first.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)["error"]
        host.deal(table, "close", 409)
        assert hosted.guest().get("/api/games/susan/figures", size=3)["games"] == before

    def test_at_a_closed_table_machines_rest_and_no_seat_is_taken(self, hosted):
        host, watcher = Host(hosted), hosted.guest()
        table = watcher.table(game="gomoku", seats=["random", "random"])["table"]
        with watcher.stream(table) as stream:
            stream.shown(1)
            host.deal(table, "close")
            while not (view := stream.shown())["result"]:
                pass
            time.sleep(1)  # they would have gone on long before
            assert watcher.show(table)["ply"] == view["ply"]
        open_ = watcher.table(**SUSAN, seats=["human", "open"])["table"]
        host.deal(open_, "close")
        hosted.guest().act(open_, 0, "sit", 403, text="Rude")
        invited = watcher.table(**SUSAN, seats=["human", "human"], mine=[0])
        host.deal(invited["table"], "close")
        _, secret = invitation(invited["seats"][1]["link"])
        hosted.guest().post(f"/api/tables/{invited['table']}/claim", {"secret": secret, "name": "Rude"}, 403)

    def test_a_game_that_was_over_is_closed_too_and_keeps_its_result(self, hosted):
        host = Host(hosted)
        table, first, second = pair(hosted, **SUSAN)
        second.act(table, 0, "resign")
        assert first.show(table)["can"] == ["rematch"]
        host.deal(table, "close")
        view = first.show(table)
        assert view["result"]["by"] == "resignation" and view["closed"] and view["can"] == []
        first.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)

    def test_what_is_closed_stays_so_also_of_a_guests_rules(self, tmp_path):
        server = Server(tmp_path)
        value = codec.document(find("hex").build(size=3))
        table, first, _ = pair(server, value=value)
        first.play(table, 1, "b2")
        Host(server).deal(table, "close")
        assert first.show(table)["result"]["by"] == "closed"
        server.stop()
        server = Server(tmp_path)
        view = server.guest().show(table)
        assert view["closed"] and view["result"]["by"] == "closed"
        server.guest().post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)
        server.stop()


def test_only_the_newest_acts_are_remembered(tmp_path, monkeypatch):
    monkeypatch.setattr(moderation, "ACTS", 3)

    async def noted():
        store = await Store.open(f"sqlite:///{tmp_path / 'lusory.db'}")
        try:
            for number in range(5):
                monkeypatch.setattr(moderation, "now", lambda number=number: 1_000 + number)
                await moderation.Moderation(store).note("hide", f"table {number}", "x")
            return await moderation.Moderation(store).acts()
        finally:
            await store.close()

    assert [act["about"] for act in asyncio.run(noted())] == ["table 4", "table 3", "table 2"]


class TestDeleting:
    def test_nothing_is_left_of_a_deleted_table(self, tmp_path):
        server = Server(tmp_path)
        host = Host(server)
        rules = {"value": codec.document(find("hex").build(size=3)) | {"name": "rude"}}
        table, first, second = pair(server, **rules, listed=True, names=["Rude", "Bo"])
        other_table, *_ = pair(server, **SUSAN, listed=True)
        fill(table, first)
        with first.stream(table) as stream, server.guest().stream(table) as watching:
            stream.shown()
            watching.shown()
            host.deal(table, "delete")
            for stream_open in (stream, watching):
                closing = until_closed(stream_open)
                assert (closing.code, closing.reason) == (4404, "this table was deleted by the host of the server")
        assert listed(server) == {other_table}
        assert [row["table"] for row in first.get("/api/mine")["tables"]] == []
        first.get(f"/api/tables/{table}", 404)
        first.play(table, 2, "b1", 404)
        with pytest.raises(InvalidStatus), second.stream(table):
            pass
        host.deal(table, "delete", 404)
        url = f"sqlite:///{tmp_path / 'lusory.db'}"
        assert left(url, table, "rude", "hello", "my secret note") == []
        assert left(url, other_table), "what is looked for would be found"
        server.stop()
        assert "Traceback" not in "".join(server.said), "".join(server.said)

    def test_rules_of_a_guest_stay_as_long_as_another_table_is_played_by_them(self, hosted):
        host, guest = Host(hosted), hosted.guest()
        value = codec.document(find("clobber").build(rows=3, columns=3))
        first_table, second_table = (
            guest.table(value=value, seats=["human", "human"], shared=True)["table"] for _ in range(2)
        )
        host.deal(first_table, "delete")
        assert rules(hosted, value) == 1
        guest.show(second_table)
        host.deal(second_table, "delete")
        assert rules(hosted, value) == 0

    def test_rules_of_the_catalogue_stay(self, hosted):
        guest = hosted.guest()
        table = guest.table(game="pente")["table"]
        Host(hosted).deal(table, "delete")
        assert guest.show(guest.table(game="pente")["table"])["game"]["title"]
        with sqlite3.connect(hosted.data / "lusory.db") as connection:
            assert connection.execute("select count(*) from games where name = 'pente'").fetchone() == (1,)

    def test_who_acts_while_his_table_is_deleted_hears_so(self, hosted):
        """Many at once: each answer is one of a table that is there or of one that is not, and none a fault."""
        for _ in range(3):
            table, first, _ = pair(hosted, **SUSAN)
            chat_requests = [(first, f"/api/tables/{table}/chat", {"text": f"line {i}"}) for i in range(8)]
            report_requests = [(first, f"/api/tables/{table}/reports", {"what": "chat"}) for _ in range(8)]
            codes = together(
                [*chat_requests, (Host(hosted).guest, f"/api/host/tables/{table}", {"do": "delete"}), *report_requests]
            )
            assert codes <= {200, 404}, codes
            assert left(f"sqlite:///{hosted.data / 'lusory.db'}", table) == []


def fill(table, first):
    """Something in every part of what is kept of a table."""
    first.play(table, 1, "b2")
    first.post(f"/api/tables/{table}/chat", {"text": "hello"})
    first.put(f"/api/tables/{table}/notes", {"text": "my secret note"})
    first.put(f"/api/tables/{table}/contact", {"feed": True})
    first.post(f"/api/tables/{table}/reports", {"what": "title", "text": "rude"})


def left(url, *words):
    """Where in a database one of these words stands, besides the log that says which tables the host deleted."""
    engine, metadata = sa.create_engine(url), sa.MetaData()
    with engine.connect() as connection:
        metadata.reflect(connection)
        rows = [(name, row) for name, part in metadata.tables.items() for row in connection.execute(sa.select(part))]
    engine.dispose()
    rows = [(name, row) for name, row in rows if name != "host_acts" or row[2] != "delete"]
    return [(name, row) for name, row in rows if any(word in str(part).lower() for word in words for part in row)]


def rules(server, value):
    """How often rules are kept."""
    rules_text = json.dumps(value["rules"])
    with sqlite3.connect(server.data / "lusory.db") as connection:
        return sum(
            json.loads(row[0]) == json.loads(rules_text) for row in connection.execute("select value from games")
        )


def until_closed(stream):
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            stream.next()
    return closed.value.rcvd


def together(requests):
    """These requests at the same time: the codes that came back."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(requests)) as hands:
        codes = hands.map(lambda request: request[0].http.post(request[1], json=request[2]).status_code, requests)
        return set(codes)


BLOCKED = [
    ("203.0.113.7", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8"]),
    ("198.51.100.0/24", ["198.51.100.1", "198.51.100.255"], ["198.51.101.1"]),
    ("198.51.100.77/24", ["198.51.100.1"], ["198.51.101.1"]),
    ("::ffff:203.0.113.9", ["203.0.113.9"], ["203.0.113.10", "2001:db8::1"]),
    ("2001:db8:1:2::5", ["2001:db8:1:2::5", "2001:db8:1:2:ffff::1"], ["2001:db8:1:3::5"]),
    ("2001:db8::/32", ["2001:db8:9::1"], ["2001:db9::1", "203.0.113.7"]),
]


class TestBlocks:
    @pytest.mark.parametrize(("address", "out", "others"), BLOCKED, ids=lambda part: str(part)[:20])
    def test_an_address_or_a_network_is_shut_out(self, hosted, address, out, others):
        host = Host(hosted)
        table = hosted.guest().table(**SUSAN)["table"]
        host.block(address)
        for address_ in out:
            response = at(hosted, address_).get("/api/tables", 403)
            assert response["error"] == "the host of this server has blocked your address"
            with pytest.raises(InvalidStatus), at(hosted, address_).stream(table):
                pass
        for address_ in others:
            at(hosted, address_).get("/api/tables")
        host.unblock(address)
        for address_ in out:
            at(hosted, address_).get("/api/tables")
        host.unblock(address, 404)

    def test_streams_that_are_open_end(self, hosted):
        host, table = Host(hosted), hosted.guest().table(**SUSAN)["table"]
        with at(hosted, "203.0.113.20").stream(table) as stream, at(hosted, "203.0.113.21").stream(table) as other:
            stream.shown()
            other.shown()
            host.block("203.0.113.20")
            closed = until_closed(stream)
            assert closed.code == 1008 and "blocked" in closed.reason
            with at(hosted, "203.0.113.22").stream(table):
                assert other.next()["kind"] == "here"
        with at(hosted, "203.0.113.23").analysis(game="susan") as analysis:
            analysis.next()
            host.block("203.0.113.23")
            until_closed(analysis)
        host.unblock("203.0.113.20")
        host.unblock("203.0.113.23")

    def test_for_so_many_hours(self, hosted):
        host, someone = Host(hosted), at(hosted, "203.0.113.30")
        assert host.block("203.0.113.30", hours=2 / 3600, reason="rude")["until"] > time.time() * 1000
        assert someone.http.get("/api/tables").status_code == 403
        assert host.blocked() == ["203.0.113.30"]
        deadline = time.monotonic() + WAIT
        while someone.http.get("/api/tables").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert host.blocked() == []

    def test_they_outlive_the_server(self, tmp_path):
        server = Server(tmp_path)
        Host(server).block("203.0.113.7", reason="rude")
        Host(server).block("2001:db8:1:2::5", hours=5)
        server.stop()
        server = Server(tmp_path)
        table = server.guest().table(**SUSAN)["table"]
        for address in ("203.0.113.7", "2001:db8:1:2::9"):
            at(server, address).get("/api/tables", 403)
            with pytest.raises(InvalidStatus), at(server, address).stream(table):
                pass
        rows = Host(server).ask("GET", "blocks")["blocks"]
        assert [(row["address"], row["reason"]) for row in rows] == [("203.0.113.7", "rude"), ("2001:db8:1:2::/64", "")]
        server.stop()

    @pytest.mark.parametrize("wrong", ["", "somebody", "203.0.113.999", "203.0.113.0/40", "127.0.0.1", "::1", "::/0",
                                       "127.0.0.0/8", "0.0.0.0/0"])  # fmt: skip
    def test_what_is_no_address_of_guests_is_refused(self, hosted, wrong):
        response = Host(hosted).ask("POST", "blocks", {"address": wrong}, 422)
        assert response["at"] == "address" and (
            "expected an IP address" in response["error"] or "proxies" in response["error"]
        )

    def test_the_host_never_shuts_himself_out(self, hosted):
        host = Host(hosted, "203.0.113.40")
        host.block("203.0.113.0/24")
        at(hosted, "203.0.113.40").get("/api/tables", 403)
        assert host.blocked() == ["203.0.113.0/24"]
        host.unblock("203.0.113.0/24")

    def test_blocks_that_are_over_take_no_room(self):
        blocks = Blocks()
        for i in range(50):
            blocks.put(f"203.0.113.{i}", 1)
        assert not blocks.blocked("203.0.113.1") and len(blocks._networks) == 1

    def test_one_guest_is_one_address_however_it_is_written(self):
        """Of IPv6 he has the last 64 bits to himself: also where a long run of zeros is left out."""
        assert guest("2001:db8::1") == guest("2001:db8:0:0:ffff::2") == guest("2001:db8::a:b:c:d")
        assert guest("2001:db8::1") != guest("2001:db8:0:1::1")
        assert guest("::ffff:203.0.113.7") == guest("203.0.113.7") != guest("203.0.113.8")
        assert guest("unix") == "unix" and str(network("fe80::1%eth0")) == "fe80::/64"


class TestReports:
    def test_what_is_reported_comes_to_the_host(self, hosted):
        host = Host(hosted)
        table, first, second = pair(hosted, **SUSAN, names=["Ada", "Bo"])
        second.act(table, 0, "name", text="Rude")
        assert first.post(f"/api/tables/{table}/reports", {"what": "name", "text": "look\x1b[2J\u202e here"}) == {
            "reported": "name"
        }
        second.act(table, 0, "name", text="Good")
        [row] = [row for row in host.reports() if row["table"] == table]
        assert (row["what"], row["text"], row["title"]) == ("name", "look [2J here", "SUSAN")
        assert row["names"] == ["Ada", "Bo", "Rude", "Good"] and row["link"] == f"{hosted.url}/t/{table}"
        host.ask("POST", f"reports/{row['id']}")
        assert table not in {report["table"] for report in host.reports()}
        host.ask("POST", f"reports/{row['id']}", code=404)
        host.ask("POST", "reports/NoSuchReport", code=404)

    def test_whoever_watches_may_report_and_nobody_reports_nonsense(self, hosted):
        table, *_ = pair(hosted, **SUSAN)
        place, watcher = f"/api/tables/{table}/reports", hosted.guest()
        watcher.post(place, {"what": "chat"})
        watcher.post(place, {"what": "weather"}, 422)
        watcher.post(place, {"what": "chat", "text": "x" * 501}, 422)
        watcher.post("/api/tables/nosuch/reports", {"what": "chat"}, 404)

    def test_a_table_is_not_reported_without_end(self, hosted):
        table, first, _ = pair(hosted, **SUSAN)
        for i in range(25):
            first.post(f"/api/tables/{table}/reports", {"what": "chat", "text": str(i)})
        reports = [row for row in Host(hosted).reports() if row["table"] == table]
        assert [row["text"] for row in reports] == [str(i) for i in range(20)]

    def test_nobody_reports_without_end(self, tmp_path):
        server = Server(tmp_path, limits=limits(REPORTS=2))
        table, first, _ = pair(server, **SUSAN)
        codes = [first.http.post(f"/api/tables/{table}/reports", json={"what": "chat"}).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        server.stop()

    def test_in_all_only_so_many_are_kept(self, tmp_path, monkeypatch):
        import asyncio

        from lusory.server.store import Moderation, Store, moderation

        monkeypatch.setattr(moderation, "OPEN_ALL", 3)
        server = Server(tmp_path)
        tables = [server.guest().table(**SUSAN)["table"] for _ in range(2)]
        server.stop()

        async def told():
            store = await Store.open(f"sqlite:///{tmp_path / 'lusory.db'}")
            for table in (*tables, *tables):
                await Moderation(store).report(table, "chat", "")
            reports = await Moderation(store).reports()
            await store.close()
            return len(reports)

        assert asyncio.run(told()) == 3


def test_the_server_says_where_it_answers_only_while_it_does(tmp_path):
    server = Server(tmp_path)
    assert (tmp_path / "serving").read_text() == f"{server.url}\n"
    assert server.stop() == -signal.SIGTERM
    assert not (tmp_path / "serving").exists() and (tmp_path / "host.key").exists()


def test_where_the_server_answers_the_host_may_ask(tmp_path):
    """Also where guests know it by another name alone."""
    server = Server(tmp_path, "--host", "127.0.0.1", limits={"LUSORY_SERVE_ADDRESS": "https://example.org"})
    url = (tmp_path / "serving").read_text().strip()
    with contextlib.closing(httpx.Client(base_url=url, trust_env=False, timeout=WAIT)) as http:
        key = (tmp_path / "host.key").read_text().strip()
        assert http.get("/api/host/blocks", headers={"Authorization": f"Bearer {key}"}).json() == {"blocks": []}
    server.stop()
