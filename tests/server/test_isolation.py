"""Tests of isolation: tables with a guest's rules run in workers and do not slow down others."""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import threading
import time

import httpx
import pytest

from lusory.errors import RuleError
from lusory.games import find
from lusory.rules import (
    All,
    Count,
    Either,
    Game,
    Group,
    If,
    Leap,
    Line,
    Place,
    Repeat,
    Sequence,
    Some,
    Square,
    Win,
    codec,
    empty,
    enemy,
    own,
)  # fmt: skip
from lusory.server import isolation
from lusory.server.game_info import info
from lusory.server.game_service import GameService
from lusory.server.settings import Budget, Settings
from lusory.server.store import Store
from lusory.server.table import Refused, Setup
from lusory.server.table_service import TableService
from lusory.server.workers import ASKING, NOBODY, Caller, guest_tables, rules_check
from tests.server.running_server import SPAWNED, Server, pair, worker_processes

HOSTILE = Game(Square(31), Either(Place(), Leap(own)))
"""Each placement adds hundreds of legal plies."""
WIDE = Game(Square(31), Either(Place(), Leap(own, needs=Count(own) >= 70)))
"""The same, from ply 140 on only: longer than a trial plays."""
SLOW = All(*(Some(Group(own | enemy, size=n)) for n in range(1, 20)))
LATE = Game(Square(31), Either(Place(), Leap(own | enemy, needs=Count(own) >= 70, unless=SLOW)))
"""There are never many legal plies here, but from ply 140 on it takes many seconds to know that."""
QUIET = 139


def valued(game):
    return {"value": codec.document(game)}


def budget(**more):
    return {name: getattr(Budget(), name) for name in Budget.__struct_fields__} | more


@pytest.mark.parametrize(
    ("most", "message"), [({}, "legal plies in one position"), ({"choices": 10**7, "ply": 0.01}, "a ply takes")]
)
def test_the_trial_meets_the_positions_that_cost(most, message):
    with pytest.raises(RuleError, match=message):
        rules_check.check_rules(codec.write(HOSTILE), budget(**most))


def test_what_costs_only_later_passes_the_trial():
    """Which is why processes are watched over. Tables with LATE are made below."""
    patient = budget(ply=2.0)  # what a ply takes here is not the point, and machines differ
    assert rules_check.check_rules(codec.write(WIDE), patient)["guest"] is True


def cells(game, count):
    return list(game.start().moves())[:count]


class Meanwhile:
    """Somebody else, who asks for this and that while something goes on: how often he was answered."""

    def __init__(self, server):
        self.guest, self.count, self.over = server.guest(), 0, threading.Event()
        self.table = self.guest.table(game="susan", seats=["human", "human"], shared=True)["table"]
        self.thread = threading.Thread(target=self.ask)

    def ask(self):
        while not self.over.is_set():
            for path in ("/", f"/api/tables/{self.table}", "/api/games/susan/figures"):
                assert self.guest.http.get(path).status_code == 200
                self.count += 1
            time.sleep(0.01)  # the processor is for what goes on meanwhile

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def test_one_slow_value_hurts_nobody_else(server):
    """The call is killed; the table says why, and stands as it stood before."""
    me = server.guest()
    plies = cells(LATE, QUIET + 1)
    table = me.table(**valued(LATE), seats=["human", "human"], shared=True, plies=plies[:QUIET])["table"]
    assert me.show(table)["ply"] == QUIET
    with Meanwhile(server) as other:
        count_before = other.count
        error = me.play(table, QUIET + 1, plies[QUIET], 503)["error"]
        during = other.count - count_before
    assert "took the server too long" in error and during > 20, (error, during)
    assert "some minutes" in me.get(f"/api/tables/{table}", 503)["error"]
    small = valued(find("tic-tac-toe").build())
    with Meanwhile(server) as other:
        table_of_other = other.guest.table(**small, seats=["human", "human"], shared=True)["table"]
        assert other.guest.play(table_of_other, 1, "b2")["ply"] == 1
        me.http.post("/api/tables", json=valued(HOSTILE) | {"plies": cells(HOSTILE, 120)})


def test_a_table_after_which_all_is_slow_is_not_made(tmp_path, start_server):
    server = start_server(tmp_path, limits={"LUSORY_SERVE_BUDGET__SECONDS": "4"})
    with Meanwhile(server) as other:
        me = server.guest()
        response = me.post("/api/tables", valued(LATE) | {"plies": cells(LATE, 145)}, 503)["error"]
        assert "4 seconds" in response, response
        assert other.count > 20


@contextlib.asynccontextmanager
async def service_of(tmp_path, **settings):
    server_settings = Settings(data=str(tmp_path), workers=1, **settings)
    service = TableService(server_settings, await Store.open(server_settings.url))
    await service.open()
    try:
        yield service
    finally:
        await service.close()


def shown(raw):
    return json.loads(bytes(raw))


TWO = Setup(("human", "human"), ("a", "b"))


def test_a_table_that_was_slow_works_again_later(tmp_path, monkeypatch):
    monkeypatch.setattr(isolation, "SUSPENSION_SECONDS", 0.5)

    async def story():
        async with service_of(tmp_path) as service:
            plies = cells(LATE, QUIET + 1)
            live, *_ = await service.create(info(LATE, guest=True), TWO, [0, 1], "", plies[:QUIET])
            with pytest.raises(Refused, match="took the server too long"):
                await service.play(live, (0, 1), QUIET + 1, plies[QUIET])
            with pytest.raises(Refused, match="try again in some minutes"):
                await service.views.show(live, (0, 1))
            await asyncio.sleep(0.6)
            assert shown(await service.views.show(live, (0, 1)))["ply"] == QUIET
            await service.act(live, (0,), "resign", QUIET)
            assert live.table.ending is not None

    asyncio.run(story())


def test_one_guests_slow_rules_do_not_keep_another_waiting(tmp_path):
    """Of those whose rules go to processes, too: no address takes all of them."""

    async def story():
        async with service_of(tmp_path, budget=Budget(ply=5.0)) as service:
            plies = cells(LATE, QUIET + 1)
            ASKING.set(Caller("hostile"))
            slow, *_ = await service.create(info(LATE, guest=True), TWO, [0, 1], "", plies[:QUIET])
            killed = asyncio.create_task(service.play(slow, (0, 1), QUIET + 1, plies[QUIET]))
            await asyncio.sleep(0.1)
            ASKING.set(Caller("elsewhere"))
            quick, *_ = await service.create(info(find("susan").build(), guest=True), TWO, [0, 1], "", (), ASKING.get())
            await service.play(quick, (0, 1), 1, "b2")
            assert not killed.done(), "who plays something quick waited for it"
            killed.cancel()
            await asyncio.gather(killed, return_exceptions=True)

    asyncio.run(story())


def test_a_position_with_too_many_plies_is_never_reached(tmp_path):
    """By nobody: people are told why, and a machine's ply is not kept either."""

    async def story():
        async with service_of(tmp_path) as service:
            plies = cells(WIDE, QUIET + 1)
            live, *_ = await service.create(info(WIDE, guest=True), TWO, [0, 1], "", plies[:QUIET])
            with pytest.raises(Refused, match=r"there would be \d+ legal moves; this server allows at most 5000"):
                await service.play(live, (0, 1), QUIET + 1, plies[QUIET])
            async with live.lock:
                with pytest.raises(Refused, match="at most 5000"):
                    await service.happen(live, [("ply", 1, QUIET + 1, plies[QUIET])])
            assert live.table.ply == QUIET and shown(await service.views.show(live, (0,)))["ply"] == QUIET

    asyncio.run(story())


def test_a_long_game_is_built_again_however_long_that_takes(tmp_path, monkeypatch):
    """A table whose plies were all quick enough is not lost because there are many of them."""
    requests = []

    async def ask(self, request, seconds, *more, **options):
        requests.append((request["call"], "stored" in request, seconds))
        return {"missing": True}

    async def story():
        async with service_of(tmp_path) as service:
            live, *_ = await service.create(info(LATE, guest=True), TWO, [0, 1], "", cells(LATE, 100))
            monkeypatch.setattr(type(service.pools.tables), "ask", ask)
            with pytest.raises(Refused):
                await service.views.show(live, (0,))

    asyncio.run(story())
    assert requests == [("view", False, 2.0), ("view", True, 10 + 100 * 0.25 / 10)]


def test_a_process_that_is_killed_loses_nothing(tmp_path):
    """Nor does it make the table rest: it may have been killed for another's fault."""

    async def story():
        async with service_of(tmp_path) as service:
            live, *_ = await service.create(info(find("susan").build(), guest=True), TWO, [0, 1], "")
            for ply, (text, noticed) in enumerate([("b2", True), ("c3", False), ("d4", True)], 1):
                (worker,) = service.pools.tables._all
                worker.process.kill()
                worker.process.join()
                if not noticed:
                    worker.process.is_alive = lambda: True
                await service.play(live, (0, 1), ply, text)
            moves = shown(await service.views.show(live, (0, 1)))["moves"]
            assert [move["text"] for move in moves] == ["b2", "c3", "d4"]

    asyncio.run(story())


def test_a_process_that_takes_its_time_to_start_is_no_fault_of_a_table(tmp_path, monkeypatch):
    """Only what comes after it has begun is counted."""
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    (tmp_path / "sitecustomize.py").write_text("import time\ntime.sleep(2.5)\n")

    async def story():
        async with service_of(tmp_path, budget=Budget(seconds=2.0)) as service:
            await service.create(info(find("tic-tac-toe").build(), guest=True), TWO, [0, 1], "")

    asyncio.run(story())


def test_memory_that_other_tables_take_is_given_back(monkeypatch):
    """A table is not refused because those that are kept fill the process."""
    full = [True]

    def run_call(table, call, args):
        if full and len(guest_tables.kept) > 1:
            raise MemoryError
        return b"1"

    stored = {"value": codec.write(find("tic-tac-toe").build()), "created": 0, "entries": [],
              "setup": {"seats": ["human", "human"], "names": ["a", "b"]}}  # fmt: skip
    request = {"id": "one", "serial": 0, "call": "view", "args": {}, "stored": stored}
    monkeypatch.setattr(guest_tables, "run_call", run_call)
    guest_tables.answer(request)
    try:
        assert "data" in guest_tables.answer(request | {"id": "two"}) and list(guest_tables.kept) == ["two"]
        full.clear()
        guest_tables.answer(request)
        full.append(True)
        fields = {name: part for name, part in request.items() if name != "stored"}
        assert guest_tables.answer(fields) == {"missing": True} and not guest_tables.kept
    finally:
        guest_tables.kept.clear()


LOOKS = ("", "?board=1&eyes=0", "?eyes=1", "/plies", "/notes", "/notes?player=1", "/at/0", "/at/1?eyes=1",
         "/at/3?eyes=0", "/at/99")  # fmt: skip


class Table:
    """A table of a story: who sits there, and what was answered."""

    def __init__(self, server, terms):
        if terms["seats"] == ["human", "human"]:
            self.id, first, second = pair(server, **{name: part for name, part in terms.items() if name != "seats"})
        else:
            first, second = server.guest(), server.guest()
            self.id = first.table(**terms)["table"]
        self.people = {"first": first, "second": second, "third": server.guest()}
        self.following = ""
        self.answers = []

    def move(self, server):
        """The server was started again."""
        for guest in self.people.values():
            cookies = guest.http.cookies
            guest.http.close()
            guest.http = httpx.Client(base_url=server.url, cookies=cookies, timeout=60, trust_env=False)

    def plain(self, text):
        """Without what differs from table to table: its name, moments, the seconds of a clock, and where a game comes
        from."""
        text = text.replace(self.id, "TABLE").replace(self.following or "\0", "NEXT")
        text = re.sub(r'"name": ?"(susan|hidden-gomoku|tic-tac-toe|)"', '"name":""', text)
        text = re.sub(r'"(at|sent|created|updated|since|deadline)": ?\d+', "", text)
        text = re.sub(r'"(code|qr|feed)": ?"[^"]*"', "", re.sub(r'\\"', "'", text))
        text = re.sub(r'"options": ?\{[^}]*\}', "", text)
        text = re.sub(r'"left": ?\[[^\]]*\]', "", text)
        return re.sub(r"20\d\d-\d\d-\d\d(T[\d:.+Z]+)?", "", text)

    def ask(self, name, method, path, body=None):
        response = self.people[name].http.request(method, path.replace("{}", f"/api/tables/{self.id}"), json=body)
        kind = response.headers["content-type"]
        if response.status_code == 200 and kind == "application/json" and isinstance(response.json(), dict):
            self.following = response.json().get("next", "") or self.following
        content = response.content if "png" in kind else self.plain(response.text)
        self.answers.append((name, method, path, json.dumps(body), response.status_code, content))

    def play(self, name, ply, text):
        self.ask(name, "POST", "{}/plies", {"ply": ply, "text": text})

    def act(self, name, ply, act, **more):
        self.ask(name, "POST", "{}/acts", {"ply": ply, "act": act, **more})

    def look(self):
        """All that everybody may ask for."""
        for person in self.people:
            for path in LOOKS:
                self.ask(person, "GET", "{}" + path)
            for form in ("txt", "json", "csv", "svg", "doc"):
                self.ask(person, "GET", "{}/record." + form)
            self.ask(person, "GET", "{}/record.svg?ply=1&names=0&inline=1")
        self.ask("third", "GET", "{}/record.png")  # slow, and made of the SVG


def assert_alike(tables):
    catalogue, guests = tables
    assert len(catalogue.answers) == len(guests.answers)
    for own_reply, right in zip(catalogue.answers, guests.answers, strict=True):
        assert own_reply[:-1] == right[:-1], (own_reply[-1], right[-1])
        at = next((i for i, (a, b) in enumerate(zip(own_reply[-1], right[-1], strict=False)) if a != b), 0)
        assert own_reply[-1] == right[-1], (
            own_reply[:-1],
            own_reply[-1][max(0, at - 60) : at + 60],
            right[-1][at : at + 60],
        )


def both(server, name, options, **terms):
    """A game of the catalogue, and the same rules as a guest brings them."""
    value = codec.document(find(name).build(**options))
    return [Table(server, terms | {"game": name, "options": options}), Table(server, terms | {"value": value})]


def people_play(table):
    """Two people at susan: whatever may go right and wrong."""
    for name, ply, text in [("first", 1, "b2"), ("first", 2, "c3"), ("second", 1, "c3"), ("second", 2, "zz"),
                           ("third", 2, "c3"), ("second", 2, "C3"), ("second", 2, "c3"), ("first", 3, "b2-b3 a1"),
                           ("first", 3, "b4"), ("second", 3, "x" * 501)]:  # fmt: skip
        table.play(name, ply, text)
    for name, ply, act in [("first", 3, "undo"), ("third", 3, "take-undo"), ("second", 3, "refuse-undo"),
                          ("first", 3, "undo"), ("second", 3, "take-undo"), ("first", 2, "hint"),
                          ("second", 2, "offer-draw"), ("first", 2, "refuse-draw"), ("first", 2, "nonsense"),
                          ("first", 9, "resign")]:  # fmt: skip
        table.act(name, ply, act)
    table.act("second", 2, "name", text="Bo")
    for name, line in [("first", "hello"), ("third", "psst"), ("second", "<b>")]:
        table.ask(name, "POST", "{}/chat", {"text": line})
    table.ask("first", "PUT", "{}/notes", {"cells": {"b2": "mine"}, "text": "note"})
    table.ask("first", "PUT", "{}/notes", {"cells": {"z9": "none"}})
    table.ask("second", "PUT", "{}/contact", {"feed": True})
    table.play("first", 3, "d1")


def people_end(table):
    table.play("second", 4, "b1")
    table.act("second", 4, "resign")
    table.play("first", 5, "a1")
    for name in ("first", "third", "second"):
        table.act(name, 4, "rematch")
    table.ask("third", "POST", "{}/chat", {"text": "well played"})


@pytest.mark.parametrize("clock", [None, {"kind": "sudden", "seconds": 3600}, {"kind": "days", "days": 2}])
def test_people_play_a_guests_game_as_one_of_the_catalogue(server, clock):
    tables = both(server, "susan", {"size": 4}, seats=["human", "human"], names=["Ada", ""], clock=clock,
                  plies=[])  # fmt: skip
    for table in tables:
        people_play(table)
        table.look()
        people_end(table)
        table.look()
        following = table.following
        assert following and table.people["first"].show(following)["you"] == [1]
        table.id, table.following = following, table.id
        table.look()
    assert_alike(tables)


def test_streams_tell_the_same(server):
    by_table = []
    for table in both(server, "susan", {"size": 4}, seats=["human", "human"]):
        with (
            table.people["second"].stream(table.id) as of_second,
            table.people["third"].stream(table.id, "?eyes=0") as public,
        ):
            views = [of_second.shown(), public.shown()]
            for name, ply, text in [("first", 1, "b2"), ("second", 2, "c3"), ("first", 3, "c2")]:
                table.play(name, ply, text)
                views += [of_second.shown(ply), public.shown(ply)]
        for seat in [seat for view in views for seat in view["seats"]]:
            seat.pop("here")
        by_table.append([table.plain(json.dumps(view)) for view in views])
    assert by_table[0] == by_table[1]


def test_a_game_with_secrets_is_as_secret(server):
    tables = both(server, "hidden-gomoku", {"size": 5}, seats=["human", "human"])
    script = [("first", "C3"), ("second", "x"), ("first", "B1:column"), ("second", "reveal:none"),
              ("second", "A2:column"), ("first", "reveal:none"), ("first", "D2:row"), ("second", "C3"),
              ("second", "reveal:none")]  # fmt: skip
    for table in tables:
        for ply, (name, text) in enumerate(script, 1):
            table.play(name, ply, text)
            if ply in (3, 4, 7, 9):
                table.look()
        table.act("first", 8, "undo")
        table.act("second", 9, "offer-draw")
        table.act("first", 9, "take-draw")
        table.look()
    assert_alike(tables)


def test_a_machine_plays_there(server):
    """Where it has but one choice, so that both do the same; hints as well."""
    plies = ["b2", "a1", "a2", "c2", "b1", "b3", "c1"]
    tables = both(server, "tic-tac-toe", {}, seats=["random", "human"], plies=plies)
    for table in tables:
        table.act("first", 7, "hint")
        assert table.answers[-1][4] == 200, table.answers[-1]
        table.play("first", 8, "a3")
        for _ in range(200):
            if table.people["first"].show(table.id)["ply"] == 9:
                break
            time.sleep(0.05)
        table.look()
        table.act("first", 9, "undo")
        table.act("first", 9, "rematch")
    assert_alike(tables)


def test_they_go_on_after_the_server_or_its_processes_were_killed(tmp_path):
    server = Server(tmp_path, limits=SPAWNED)
    tables = both(server, "susan", {"size": 4}, seats=["human", "human"], names=["Ada", ""])
    for table in tables:
        people_play(table)
    port = server.port
    server.stop(signal.SIGKILL)
    server = Server(tmp_path, port=port, limits=SPAWNED)
    for table in tables:
        table.move(server)
        table.look()
    workers = worker_processes(server)
    assert workers
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    for table in tables:
        people_end(table)
        table.look()
    assert_alike(tables)
    for table in tables:
        for guest in table.people.values():
            guest.http.close()
    assert server.stop() == -signal.SIGTERM and "Traceback" not in "".join(server.said)


def test_plies_at_creation_keep_nobody_waiting(server):
    """A thousand of them, of rules that never end, for a guest, and thousands for the catalogue: the count is refused
    or they are played, and meanwhile others are answered."""
    game = Game(Square(6), If(Count(own) <= 3, Place(), Leap(own)))
    rng, position, plies = random.Random(1), game.start(), []
    for _ in range(1000):
        plies.append(rng.choice(list(position.moves())))
        position = position.play(plies[-1])
    with Meanwhile(server) as other:
        count_before = other.count
        created = server.guest().table(**valued(game), seats=["human", "human"], plies=plies)
        during_guest = other.count - count_before
        assert server.guest().show(created["table"])["ply"] == 1000
        count_before = other.count
        too_many = {"game": "hex", "options": {"size": 26}, "plies": cells(find("hex").build(size=26), 5000) * 8}
        for _ in range(50):  # each is refused at once, often before anybody else asks anything
            assert server.guest().post("/api/tables", too_many, 422)
            if other.count > count_before:
                break
        during_catalogue = other.count - count_before
    assert during_guest >= 2 and during_catalogue >= 1, (during_guest, during_catalogue)
    server.guest().post("/api/tables", valued(game) | {"plies": ["a1"] * 5001}, 422)


def test_no_rules_of_a_guest_are_read_in_the_server_itself():
    game = info(Game(Square(3), Place(), ends=[Win(Line(3))]), guest=True)
    with pytest.raises(AssertionError):
        game.game()
    assert NOBODY.address == ""


def test_a_turn_without_end_is_cut_off(server):
    """Rules whose turns go on and on are played or refused, and the server lives."""
    game = Game(Square(19), Sequence(Repeat(Place(to=empty)), stop=True))
    with Meanwhile(server) as other:
        response = server.guest().http.post("/api/tables", json=valued(game))
        assert response.status_code in (201, 422, 503), response.text
        assert other.count


def test_variations_of_a_catalogue_game_keep_no_table_waiting(tmp_path):
    """What takes long has processes of its own: tables are made meanwhile."""

    async def story():
        async with service_of(tmp_path) as service:
            games = GameService(service.settings, service.store, service.pools)
            chess = await games.named("chess", {}, Caller("elsewhere"))
            varied = asyncio.create_task(games.varied(chess, "", Caller("elsewhere")))
            await asyncio.sleep(0.2)
            assert (await games.named("hex", {"size": "4"}, Caller("here"))).name == "hex"
            assert not varied.done(), "hex was checked after the variations"
            varied.cancel()
            await asyncio.gather(varied, return_exceptions=True)

    asyncio.run(story())
