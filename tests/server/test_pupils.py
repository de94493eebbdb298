"""Tests of pupils at the web table: whose they are, what they learn from, limits, files, restarts."""

import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from lusory.cli.failure import run
from lusory.learn.pupil import PUPIL_FILE, PupilGame, read
from tests.server.running_server import WAIT, Server
from tests.server.test_accounts import account
from tests.server.test_processes import Worker

GAME = {"game": "tic-tac-toe"}


def raised(guest, code=201, **more):
    reply = guest.post("/api/pupils", GAME | {"name": "Ada"} | more, code)
    return reply["pupil"] if code == 201 else reply


def show(guest, pupil, code=200):
    return guest.get(f"/api/pupils/{pupil}", code)


def rested(guest, pupil):
    """The pupil, when it has done all that was to do."""
    until = time.monotonic() + 2 * WAIT
    while time.monotonic() < until:
        view = show(guest, pupil)
        if not view["busy"]:
            return view
        time.sleep(0.05)
    raise AssertionError(view)


def practised(guest, pupil, studied=0):
    """The pupil, when it has learnt from its games and practised as much as was ordered; its strength need not be
    measured yet."""
    until = time.monotonic() + 2 * WAIT
    while (view := show(guest, pupil))["fresh"] or view["remaining"] or view["versions"][-1]["studied"] < studied:
        assert time.monotonic() < until, view
        time.sleep(0.05)
    return view


def plays(guest, pupil, **more):
    """A game with a pupil, played until it is over; the table."""
    table = guest.table(**GAME | {"seats": ["human", f"pupil:{pupil}"]} | more)["table"]
    view = guest.show(table)
    while view["result"] is None:
        if view["to_move"] == 0:
            ply = guest.get(f"/api/tables/{table}/plies")["plies"][0]
            view = guest.play(table, view["ply"] + 1, ply)
        else:
            with guest.stream(table) as stream:
                view = next(v for v in iter(stream.shown, None) if v["to_move"] != 1)
    return table


@pytest.fixture
def guest(server):
    return server.guest()


def test_it_begins_with_nothing_learns_from_a_game_and_tells(guest):
    pupil = raised(guest)
    view = show(guest, pupil)
    assert (view["name"], view["title"], view["level"], view["busy"]) == ("Ada", "Tic-tac-toe", 0, False)
    assert [(v["number"], v["practised"], v["studied"]) for v in view["versions"]] == [(1, 0, 0)]
    guest.put(f"/api/pupils/{pupil}", {"after_game": 0.001})
    table = plays(guest, pupil)
    assert guest.show(table)["seats"][1]["name"] == "Ada"
    view = rested(guest, pupil)
    assert (view["games"], len(view["versions"]), view["fault"]) == (1, 2, None), view
    latest = view["versions"][-1]
    assert latest["studied"] == 1 and latest["practised"] > 100 and latest["level"] is not None
    assert view["patterns"]["likes"]["svg"].startswith("<svg") and len(latest["opening"]) == 2
    again = guest.get("/api/pupils")["pupils"]
    assert [line["pupil"] for line in again] == [pupil]


def test_games_without_an_end_by_the_rules_teach_nothing(guest, server):
    pupil = raised(guest)
    table = guest.table(**GAME, seats=["human", f"pupil:{pupil}"])["table"]
    guest.play(table, 1, "a1")
    with guest.stream(table) as stream:
        stream.shown(2)
    guest.act(table, 2, "resign")
    aborted = guest.table(**GAME, seats=["human", f"pupil:{pupil}"])["table"]
    guest.act(aborted, 0, "abort")
    machines = guest.table(**GAME, seats=["random", f"pupil:{pupil}"])["table"]
    with guest.stream(machines) as stream:
        assert next(v for v in iter(stream.shown, None) if v["result"])
    view = show(guest, pupil)
    assert (view["games"], view["busy"], len(view["versions"])) == (0, False, 1)


def test_nobody_else_sees_seats_or_changes_it(guest, server):
    pupil, other = raised(guest), server.guest()
    path = f"/api/pupils/{pupil}"
    for ask in (
        lambda: other.get(path, 404),
        lambda: other.get(f"{path}/file", 404),
        lambda: other.get(f"{path}/rules", 404),
        lambda: other.put(path, {"minutes": 1}, 404),
        lambda: other.post(f"{path}/back", {"version": 1}, 404),
        lambda: other.post(f"{path}/link", None, 404),
        lambda: other.post(f"{path}/join", {"secret": "wrong"}, 404),
        lambda: other.post("/api/tables", GAME | {"seats": ["human", f"pupil:{pupil}"]}, 404),
    ):
        assert "error" in ask()
    assert other.http.delete(path).status_code == 404
    guest.get("/api/pupils/..%2f..", 404)
    guest.post("/api/tables", {"game": "hex", "seats": ["human", f"pupil:{pupil}"]}, 422)
    guest.post("/api/tables", GAME | {"seats": ["human", f"pupil:{pupil},9"]}, 422)
    guest.post("/api/tables", GAME | {"seats": ["human", "pupil:/etc/passwd"]}, 422)


def test_whoever_has_the_link_may_seat_it_and_teaches_it_nothing(guest, server):
    """Pupils of two people play a match; the owner can take the link back."""
    pupil, friend = raised(guest), server.guest()
    secret = guest.post(f"/api/pupils/{pupil}/link", None)["link"].split("#")[1]
    friend.post(f"/api/pupils/{pupil}/join", {"secret": secret})
    assert show(friend, pupil).keys() == {"pupil", "name", "game", "options", "title", "players", "mine", "level"}
    assert [line["name"] for line in friend.get("/api/pupils")["lent"]] == ["Ada"]
    friend.get(f"/api/pupils/{pupil}/file", 404)
    own = raised(friend, name="Bo")
    table = friend.table(**GAME, seats=[f"pupil:{own}", f"pupil:{pupil}"])["table"]
    with friend.stream(table) as stream:
        view = next(v for v in iter(stream.shown, None) if v["result"])
    assert [seat["name"] for seat in view["seats"]] == ["Bo", "Ada"]
    played = plays(friend, pupil)
    assert show(guest, pupil)["games"] == 0 and not show(friend, own)["busy"]
    assert guest.http.delete(f"/api/pupils/{pupil}/link").status_code == 200
    show(friend, pupil, 404)
    friend.post(f"/api/pupils/{pupil}/join", {"secret": secret}, 404)
    assert "link back" in friend.act(played, friend.show(played)["ply"], "rematch", 404)["error"]


def test_it_goes_back_and_leaves_as_a_file_that_comes_back(guest, server):
    pupil = raised(guest)
    guest.put(f"/api/pupils/{pupil}", {"minutes": 0.001, "after_game": 0})
    rested(guest, pupil)
    plays(guest, pupil)
    practised(guest, pupil, studied=1)
    file = guest.http.get(f"/api/pupils/{pupil}/file")
    assert 'filename="Ada.pupil"' in file.headers["content-disposition"]
    known = read(file.content)
    assert (known.name, known.game.name, len(known.games), len(known.versions)) == ("Ada", "tic-tac-toe", 1, 3)
    back = guest.post(f"/api/pupils/{pupil}/back", {"version": 2})
    assert [version["number"] for version in back["versions"]] == [1, 2] and back["games"] == 1
    guest.post(f"/api/pupils/{pupil}/back", {"version": 3}, 404)
    other = server.guest()
    twin = other.http.post("/api/pupils/file", content=file.content, headers=BYTES).json()["pupil"]
    view = show(other, twin)
    assert (view["name"], view["game"], view["games"], len(view["versions"])) == ("Ada", "tic-tac-toe", 1, 3)
    assert rested(other, twin)["patterns"]["likes"]
    plays(other, twin)
    practised(other, twin, studied=2)


BYTES = {"content-type": "application/octet-stream"}


@pytest.mark.parametrize(
    ("change", "known"),
    [
        (lambda options: options, ("susan", {"size": "2"})),
        (lambda options: b"{}", ("", {})),
        (lambda options: b'{"size":"3"}', ("", {})),
        (lambda options: b'{"size":"many"}', ("", {})),
        (lambda options: b'{"shape":"round"}', ("", {})),
    ],
)
def test_a_file_that_tells_the_options_of_its_game_comes_back_as_that_game(guest, change, known):
    pupil = raised(guest, game="susan", options={"size": 2})
    file = guest.http.get(f"/api/pupils/{pupil}/file").content
    assert read(file).options == {"size": "2"}
    written = b'{"size":"2"}'
    assert file.count(written) == 1
    reply = guest.http.post("/api/pupils/file", content=file.replace(written, change(written)), headers=BYTES)
    view = show(guest, reply.json()["pupil"])
    assert (view["game"], view["options"]) == known
    for each in (pupil, view["pupil"]):
        guest.http.delete(f"/api/pupils/{each}")


def with_version(data, **changes):
    """The file of a pupil with other facts of its last version."""
    header, rest = PUPIL_FILE.split(data)
    *before, last = header.versions
    versions = (*before, msgspec.structs.replace(last, **changes))
    return PUPIL_FILE.join(msgspec.structs.replace(header, versions=versions), rest)


def with_versions(data, **counts):
    """The file of a pupil with two versions that have these counts."""
    header, net = PUPIL_FILE.split(data)
    facts = [dict(zip(counts, pair, strict=True)) for pair in zip(*counts.values(), strict=True)]
    versions = tuple(msgspec.structs.replace(header.versions[0], **fact) for fact in facts)
    return PUPIL_FILE.join(msgspec.structs.replace(header, versions=versions), net * len(facts))


def test_the_level_that_a_file_names_is_not_believed(house, file_of_a_pupil):
    data = with_version(file_of_a_pupil, level=10, against={"level:10": 1.0}, practised=10**14)
    guest = house.guest()
    pupil = guest.http.post("/api/pupils/file", content=data, headers=BYTES).json()["pupil"]
    view = show(guest, pupil)
    assert view["level"] != 10 and not view["versions"][-1]["against"].get("level:10")
    guest.http.delete(f"/api/pupils/{pupil}")
    earlier = with_versions(file_of_a_pupil, practised=[5, 6], level=[9, 10])
    pupil = guest.http.post("/api/pupils/file", content=earlier, headers=BYTES).json()["pupil"]
    assert not {9, 10} & {version["level"] for version in show(guest, pupil)["versions"]}
    guest.http.delete(f"/api/pupils/{pupil}")


def test_a_file_comes_back_though_the_clock_was_set_back_between_its_versions(house, file_of_a_pupil):
    data = with_versions(file_of_a_pupil, made=[1_700_000_000, 1_600_000_000])
    guest = house.guest()
    pupil = guest.http.post("/api/pupils/file", content=data, headers=BYTES).json()["pupil"]
    assert len(show(guest, pupil)["versions"]) == 2
    guest.http.delete(f"/api/pupils/{pupil}")


def test_games_of_others_are_not_counted_as_its_own(house, file_of_a_pupil):
    header, rest = PUPIL_FILE.split(file_of_a_pupil)
    plies = ("a1", "a2", "b1", "b2", "c1")
    games = (PupilGame(plies, None, None), PupilGame(plies, 0, 1.0))
    guest = house.guest()
    data = PUPIL_FILE.join(msgspec.structs.replace(header, games=games), rest)
    pupil = guest.http.post("/api/pupils/file", content=data, headers=BYTES).json()["pupil"]
    view = show(guest, pupil)
    assert (view["games"], view["score"]) == (1, 1)
    guest.http.delete(f"/api/pupils/{pupil}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: b"x" + data, "no pupil"),
        (lambda data: data[:-5], "its versions"),
        (lambda data: data[:-900] + bytes(900), "its net"),
        (lambda data: data.replace(b'"columns":3', b'"columns":4', 1), "its rules are not those"),
        (lambda data: data.replace(b'"made":', b'"made":9', 1), "times that have come"),
        (lambda data: data.replace(b'"games":[', b'"games":[{"plies":["a1"],"seat":0,"score":1}', 1), "goes on"),
        (lambda data: data.replace(b'"columns":3', b'"columns":60', 1), "on this server"),
        (
            lambda data: data.replace(b"Zaslavsky", b"Zaslavsk\xfc", 2).replace(b"Zaslavsk\xfc", b"Zaslavsky", 1),
            "its net",
        ),
        (lambda data: data + bytes(600_000), "bytes, expected at most"),
        (lambda data: with_version(data, opening=["a1", "a1"]), "expected an opening"),
        (lambda data: with_version(data, opening=["<script>"]), "expected an opening"),
        (lambda data: with_versions(data, practised=[5, 4]), "no less than the one before"),
        (lambda data: with_versions(data, studied=[1, 0]), "no less than the one before"),
    ],
)
def test_damaged_and_hostile_files_are_refused(house, file_of_a_pupil, change, told):
    reply = house.guest().http.post("/api/pupils/file", content=change(file_of_a_pupil), headers=BYTES)
    assert reply.status_code in (413, 422) and told in reply.json()["error"], reply.text


def test_games_longer_than_those_of_the_server_are_refused(tmp_path, file_of_a_pupil):
    """All are read again for each piece of practice, in the server as well."""
    limits = {"LUSORY_SERVE_LIMITS__PLIES": "4"}
    server = Server(tmp_path, limits=limits)
    header, rest = PUPIL_FILE.split(file_of_a_pupil)
    games = (PupilGame(("a1", "b1", "a2", "b2", "a3"), 0, 1.0),)
    data = PUPIL_FILE.join(msgspec.structs.replace(header, games=games), rest)
    reply = server.guest().http.post("/api/pupils/file", content=data, headers=BYTES)
    assert reply.status_code == 422 and "5 plies, expected at most 4" in reply.json()["error"]
    server.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server with small limits."""
    limits = {"PUPILS": "2", "ACCOUNT_PUPILS": "3", "PUPIL_FILE": "500000", "PRACTICE": "0.03", "TABLES": "0"}
    folder = tmp_path_factory.mktemp("house")
    settings = {f"LUSORY_SERVE_LIMITS__{name}": value for name, value in limits.items()}
    server = Server(folder, limits=settings | {"LUSORY_SERVE_PAUSE": "0.1"})
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


@pytest.fixture(scope="module")
def file_of_a_pupil(server):
    guest = server.guest()
    return guest.http.get(f"/api/pupils/{raised(guest)}/file").content


def test_a_browser_and_an_account_have_so_many(house):
    guest = house.guest()
    first, _ = raised(guest), raised(guest)
    assert "at most 2" in raised(guest, 409)["error"]
    guest.http.delete(f"/api/pupils/{first}")
    raised(guest)
    member = account(house, "PupAda")
    for _ in range(3):
        raised(member)
    assert "at most 3" in raised(member, 409)["error"]


def test_nobody_has_more_by_asking_for_several_at_once(house):
    guest = house.guest()
    raised(guest)  # from now on it is the same browser
    with ThreadPoolExecutor(4) as threads:
        replies = list(threads.map(lambda _: guest.http.post("/api/pupils", json=GAME), range(4)))
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]
    assert len(guest.get("/api/pupils")["pupils"]) == 2


def test_browsers_without_an_account_have_so_many_together(tmp_path):
    server = Server(tmp_path, limits={"LUSORY_SERVE_LIMITS__VISITOR_PUPILS": "1"})
    first, second = server.guest(), server.guest()
    pupil = raised(first)
    assert "no room" in raised(second, 409)["error"]
    raised(account(server, "PupBea"))
    first.http.delete(f"/api/pupils/{pupil}")
    raised(second)
    server.stop()


def test_the_minutes_of_a_day_are_limited(house):
    guest = house.guest()
    pupil = raised(guest)
    guest.put(f"/api/pupils/{pupil}", {"minutes": 10})
    until = time.monotonic() + WAIT
    while not (view := show(guest, pupil))["versions"][-1]["practised"] or view["minutes_left"] > 0:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert view["remaining"] > 500 and view["busy"]
    guest.put(f"/api/pupils/{pupil}", {"minutes": 0})
    guest.put(f"/api/pupils/{pupil}", {"minutes": 601}, 422)


def test_of_a_game_with_secrets_nothing_shows_before_its_end(house):
    guest = house.guest()
    hidden = {"game": "hidden-gomoku", "options": {"size": 3}}
    pupil = raised(guest, **hidden)
    before = guest.put(f"/api/pupils/{pupil}", {"after_game": 0})
    table = guest.table(**hidden, seats=["human", f"pupil:{pupil}"])["table"]
    guest.play(table, 1, guest.get(f"/api/tables/{table}/plies")["plies"][0])
    with guest.stream(table) as stream:
        stream.shown(2)
    assert show(guest, pupil) == before
    plays(guest, pupil, **hidden)
    view = practised(guest, pupil, studied=1)
    assert view["games"] == 1 and view["versions"][-1]["studied"] == 1


def test_practice_goes_on_after_a_kill(tmp_path, start_server):
    server = start_server(tmp_path)
    guest = server.guest()
    pupil = raised(guest)
    guest.put(f"/api/pupils/{pupil}", {"minutes": 0.03})
    server.stop(signal.SIGKILL)
    again = start_server(tmp_path, port=server.port)
    guest = same_browser(again, guest)
    view = practised(guest, pupil)
    assert view["remaining"] == 0 and view["versions"][-1]["practised"] > 100
    again.stop()


def same_browser(server, before):
    """A guest of another server, with the cookies of before."""
    guest = server.guest()
    guest.http.cookies.update(before.http.cookies)
    return guest


def test_an_account_takes_it_along_exports_and_deletes_it(server):
    guest = server.guest()
    pupil = raised(guest)
    assert len(address_of(server, pupil)) == 16
    guest.post("/api/accounts", {"id": "PupBo", "password": "correct horse battery"}, 201)
    assert guest.post("/api/account/seats", {}) == {"tables": [], "pupils": [pupil]}
    assert not address_of(server, pupil)
    exported = guest.get("/api/account/export")["pupils"]
    assert [(each["name"], len(each["versions"])) for each in exported] == [("Ada", 1)]
    guest.http.request("DELETE", "/api/account", json={"id": "PupBo"})
    with sqlite3.connect(server.data / "lusory.db") as database:
        assert not database.execute("select 1 from pupils where id = ?", [pupil]).fetchall()
        assert not database.execute("select 1 from pupil_versions where pupil = ?", [pupil]).fetchall()


def address_of(server, pupil):
    with sqlite3.connect(server.data / "lusory.db") as database:
        return database.execute("select address from pupils where id = ?", [pupil]).fetchone()[0]


def test_on_postgresql_a_worker_teaches_it_and_plays_it(postgres, tmp_path, start_server):
    server = start_server(tmp_path / "one", "--database", postgres, limits={"LUSORY_SERVE_THINKS": "false"})
    guest = server.guest()
    pupil = raised(guest)
    guest.put(f"/api/pupils/{pupil}", {"minutes": 0.001, "after_game": 0})
    worker = Worker(tmp_path / "worker", postgres)
    plays(guest, pupil)
    view = practised(guest, pupil, studied=1)
    assert view["versions"][-1]["practised"] > 0 and not view["fault"]
    guest.post(f"/api/pupils/{pupil}/back", {"version": 1})
    worker.stop()
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--database", postgres]) == 0
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    again = start_server(tmp_path / "two")
    assert [version["number"] for version in show(same_browser(again, guest), pupil)["versions"]] == [1]
    again.stop()


def test_pupils_of_browsers_that_nobody_uses_are_deleted(tmp_path, start_server):
    server = start_server(tmp_path)
    guest = server.guest()
    pupil, kept = raised(guest), raised(guest)
    server.stop()
    with sqlite3.connect(tmp_path / "lusory.db") as database:
        database.execute("update pupils set seen = 0 where id = ?", [pupil])
    again = start_server(tmp_path)
    until = time.monotonic() + WAIT
    while ids_of_pupils(tmp_path) != {kept}:
        assert time.monotonic() < until
        time.sleep(0.05)
    show(same_browser(again, guest), pupil, 404)
    again.stop()


def ids_of_pupils(folder):
    with sqlite3.connect(folder / "lusory.db") as database:
        return {row[0] for row in database.execute("select id from pupils")}


def test_rules_of_ones_own_and_games_of_three_have_pupils(guest):
    value = guest.get(f"/api/pupils/{raised(guest)}/rules")
    pupil = raised(guest, **{"game": "", "value": value | {"name": "Crosses"}})
    guest.put(f"/api/pupils/{pupil}", {"after_game": 0.001})
    own = guest.get(f"/api/pupils/{pupil}/rules")
    plays(guest, pupil, game="", value=own)
    practised(guest, pupil, studied=1)
    assert "nets learn games for 2 to 4" in raised(guest, 422, game="peg-solitaire")["error"]
