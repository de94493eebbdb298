"""Tests of resource limits: refused requests free their memory, replies are bounded, streams are rate-limited."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import pytest
from starlette.requests import Request
from websockets.exceptions import InvalidStatus

from lusory.errors import RuleError
from lusory.games import find
from lusory.rules import codec
from lusory.server.bounded_cache import Cache
from lusory.server.game_page import card, drawn_sample, sample_board
from lusory.server.settings import Budget, Limits, Settings
from lusory.server.web import application, pages, qr
from lusory.server.web.access import ADDRESSES, AccessControl
from lusory.server.workers import Caller, rules_check
from lusory.server.workers.qr_code import qr_code
from tests.server.running_server import Server

LONG = "x" * 60_000
"""As long as an address may be that the server reads at all."""


@contextlib.asynccontextmanager
async def asking(tmp_path, **limits):
    """The application in this process, and somebody who asks it."""
    app = application(
        Settings(data=str(tmp_path), hosts="table", limits=Limits(requests=0, tables=0, rules=0, **limits))
    )
    async with app.router.lifespan_context(app):
        await settled(app)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://table", timeout=60) as http:
            yield app, http


ENDLESS = {
    "TableClocks._sweep", "TableClocks._look_for_jumps", "Delivery.run", "PupilTrainer.run", "VacationEnds._sweep"
}  # fmt: skip
"""Tasks of a server that run as long as it does."""


async def settled(app):
    """Wait until what goes on after a start is done."""
    async with asyncio.timeout(30):
        while {task.get_coro().__qualname__ for task in app.state.service._tasks} - ENDLESS:
            await asyncio.sleep(0.05)


def store_sizes(app) -> dict[str, int]:
    """What the server remembers: entries of each of its stores."""
    service, access, games = app.state.service, app.state.access, app.state.games
    stores: dict[str, Any] = {
        "live": service._live, "loading": service._loading, "tasks": service._tasks,
        "turns": service.machine_players._tasks, "beats": service.machine_players._beats._kept,
        "rests": service.isolation._rests._kept, "guests": access._guests, "streams": access.streams,
        "games": games._games._kept, "illustrated": games._illustrated._kept, "sheets": games._sheets._kept,
        "boards": games._boards._kept, "pictures": games._pictures._kept, "making": games._making,
        "counted": access._limiter.storage.events,
    }  # fmt: skip
    sizes = {name: len(store) for name, store in stores.items()}
    return sizes | {"waiting": sum(len(pool.queue._ranks) + len(pool.queue._busy) for pool in service.pools.all())}


WRONG = ["nosuch", "x", LONG, "x" * 17, "UPPER", "a%00b", "%2e%2e", "☃", "a b", "-1", "'; DROP"]


def refused(http):
    """Requests that are all refused: of tables that are not there, and others."""
    for id_ in WRONG:
        for path in ("", "/plies", "/notes", "/at/1", "/record.txt", "/record." + LONG[:4_000]):
            yield http.get(
                f"/api/tables/{id_}{path}", headers={"Authorization": f"Bearer {id_.encode().hex()[:20_000]}"}
            )
        yield http.get(f"/t/{id_}/rules")
        yield http.post(f"/api/tables/{id_}/plies", json={"ply": 1, "text": "a1"})
        yield http.post(f"/api/tables/{id_}/chat", json={"text": "hello"})
        yield http.get(f"/game/{id_}")
        yield http.get(f"/api/games/{id_}/picture.svg")
        yield http.get(f"/feed/{id_}")
    yield http.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    yield http.post("/api/tables", json={"game": "nosuch" + LONG})
    yield http.post("/api/tables", json={"game": "susan", "options": {LONG: 1}})
    yield http.post("/api/tables", json={"game": "susan", "options": {"size": LONG}})
    yield http.post("/api/tables", json={"game": "susan", "seats": ["human", "nosuch"]})
    yield http.get("/", headers={"Host": "elsewhere.example"})
    yield http.post("/api/recover", json={"code": "nosuch"})


def test_what_is_refused_leaves_nothing_behind(tmp_path):
    async def story():
        async with asking(tmp_path, codes=0, says=0) as (app, http):
            assert (await http.get("/api/tables")).status_code == 200
            before = store_sizes(app)
            codes = {(await request).status_code for request in refused(http)}
            assert codes <= {400, 404, 405, 415, 421, 422} and {404, 421, 422} <= codes, codes
            await asyncio.sleep(0)
            assert store_sizes(app) == before

    asyncio.run(story())


def test_refused_values_leave_nothing_behind(tmp_path):
    async def story():
        async with asking(tmp_path) as (app, http):
            before = store_sizes(app)
            for number in range(5):
                response = await http.post("/api/rules", json={"value": {"kind": "nothing", "number": number}})
                assert response.status_code == 422
            assert store_sizes(app) == before

    asyncio.run(story())


def test_a_table_that_cannot_be_read_leaves_nothing_behind(tmp_path, monkeypatch):
    """Nor is anybody told of it twice: whoever asked hears that it failed."""

    async def story():
        async with asking(tmp_path) as (app, http):

            async def broken(id_):
                raise RuntimeError("the database is gone")

            before = store_sizes(app)
            monkeypatch.setattr(app.state.service.store, "load", broken)
            answers = await asyncio.gather(*(http.get("/api/tables/abc") for _ in range(3)))
            assert {response.status_code for response in answers} == {500} and store_sizes(app) == before

    asyncio.run(story())


def test_guests_who_are_known_are_not_remembered_without_end():
    access = AccessControl(Settings(limits=Limits(crowd=3)))
    for number in range(10):
        access.recognise(Caller("one", str(number)))
    assert list(access._guests["one"]) == ["7", "8", "9"]
    for number in range(ADDRESSES + 5):
        access.recognise(Caller(str(number), "somebody"))
    assert len(access._guests) == ADDRESSES and "one" not in access._guests


def test_a_cache_is_bounded_in_entries_and_in_bytes():
    cache: Cache[str] = Cache(3, 10, len)
    for key, value in [("a", "11"), ("b", "22"), ("c", "33")]:
        cache.keep(key, value)
    assert cache.get("a") == "11"
    cache.keep("d", "44")
    assert cache.get("b") is None and cache.get("a") == "11", "what was used least recently is forgotten first"
    cache.keep("a", "1" * 9)
    assert cache.get("a") and not cache.get("c") and not cache.get("d")
    cache.keep("e", "1" * 11)
    assert not cache.get("e") and cache._total == 0 and not cache._kept


def value(**about):
    data = codec.document(find("tic-tac-toe").build())
    return data | {"about": about} if about else data


FIELDS = [(f"about.{name}", value(**{name: "x" * (most + 1)})) for name, most in rules_check.TEXTS.items()]
FIELDS += [("name", value() | {"name": "x" * (rules_check.NAME + 1)}),
           ("about.notes", value(notes=[{"ply": 1, "text": "x"}] * 201)),
           ("about.other_names", value(other_names=["x"] * rules_check.LISTS["other_names"])),
           ("about.versions", value(versions=[{"options": {}, "text": "x" * rules_check.LISTS["versions"]}])),
           ("about.title", value(title="x" * 150_000))]  # fmt: skip


@pytest.mark.parametrize(("path", "body"), FIELDS, ids=[path for path, _ in FIELDS])
def test_long_texts_are_refused_with_their_place(path, body):
    with pytest.raises(RuleError) as refusal:
        rules_check.read(json.dumps(body), {name: getattr(Budget(), name) for name in Budget.__struct_fields__})
    assert refusal.value.path == path and "expected at most" in str(refusal.value)


def test_what_fits_is_taken():
    for name, most in rules_check.TEXTS.items():
        game = codec.read(json.dumps(value(**{name: "x" * most})))
        rules_check.short(game)
        with pytest.raises(RuleError):
            rules_check.short(codec.read(json.dumps(value(**{name: "x" * (most + 1)}))))


LIMITED = [
    ({"names": ["x" * 41, "b"]}, "names[0]"),
    ({"seats": ["human", "x" * 61]}, "seats[1]"),
    ({"plies": ["x" * 501]}, "plies[0]"),
    ({"game": "x" * 201}, "game"),
    ({"value": value(title="x" * 81)}, "about.title"),
    ({"value": value() | {"name": "x" * 61}}, "name"),
]


@pytest.mark.parametrize(("terms", "at"), LIMITED, ids=[at for _, at in LIMITED])
def test_a_request_with_long_texts_is_refused_with_their_place(server, terms: Mapping[str, Any], at):
    game: dict[str, Any] = {} if "value" in terms or "game" in terms else {"game": "susan"}
    assert server.guest().post("/api/tables", game | dict(terms), 422)["at"] == at


def test_the_rate_at_which_streams_are_opened_is_limited(tmp_path):
    """However few are open at once; of analyses, too."""
    server = Server(tmp_path, limits={"LUSORY_SERVE_LIMITS__OPENS": "4"})
    guest = server.guest()
    table = guest.table(game="susan", seats=["human", "human"], shared=True)["table"]
    for _ in range(4):
        with server.guest().stream(table) as stream:
            assert stream.shown()["ply"] == 0
    for opened in (lambda: server.guest().stream(table), lambda: server.guest().analysis(game="susan")):
        with pytest.raises(InvalidStatus) as refusal, opened():
            pass
        assert refusal.value.response.status_code == 403
    assert server.guest().show(table)["ply"] == 0, "requests are counted apart"
    server.stop()


def request_for(**state: Any) -> Request:
    """A request to an application with this state."""
    app = SimpleNamespace(state=SimpleNamespace(**state))
    return Request(
        {"type": "http", "app": app, "headers": [], "path": "/", "path_params": {}, "client": ("192.0.2.1", 1)}
    )


def test_a_qr_code_is_drawn_in_a_process():
    """Ten long ones at once kept everybody waiting for seconds."""
    known = AsyncMock()
    known.ask.side_effect = lambda request, seconds, caller: qr_code(request)
    service = SimpleNamespace(pools=SimpleNamespace(known=known))
    reply = asyncio.run(qr.code(request_for(service=service), qr.QrRequest("https://example.org/")))
    assert known.ask.call_count == 1 and bytes(reply.body).startswith(b"<svg")


def test_a_page_of_a_game_builds_no_game_again(monkeypatch):
    """Chess takes a tenth of a second, in which the server answers nobody."""
    definition = find("chess")
    assert card(definition)["players"] == 2
    monkeypatch.setattr(type(definition), "build", Mock(side_effect=AssertionError))
    request = request_for()
    request.scope["path_params"] = {"name": "chess"}
    assert ">Chess</h1>" in bytes(asyncio.run(pages.game(request)).body).decode()


def test_boards_of_plies_that_there_are_not_are_not_remembered():
    definition = find("susan")
    assert sample_board(definition, 1)
    kept = drawn_sample.cache_info().currsize
    assert not any(sample_board(definition, 10**6 + number) for number in range(100))
    assert drawn_sample.cache_info().currsize == kept
