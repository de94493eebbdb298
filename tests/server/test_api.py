"""Tests of the JSON interface: it matches its OpenAPI description, and no input crashes it."""

import contextlib
import json
import os
import re
import socket
import time
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from lusory.games import find
from lusory.rules import codec
from tests.server.running_server import Server, pair

SUSAN = {"game": "susan", "options": {"size": 3}}
EXAMPLES = int(os.environ.get("LUSORY_FUZZ", "12"))


@pytest.fixture(scope="module")
def described(server):
    """The interface, with a table and a seat to try it at."""
    guest = server.guest()
    new_table = guest.table(**SUSAN, seats=["human", "human"], shared=True)
    schema = schemathesis.openapi.from_dict(guest.get("/api/openapi.json"))
    schema.config.update(base_url=server.url)
    return schema, new_table


def operations(schema):
    return [operation.ok() for operation in schema.get_all_operations()]


def test_every_operation_stands_against_any_request(described, server):
    """Requests that fit the description and such as do not: no answer of class 500, and each as it is described."""
    schema, created_paths = described
    token = created_paths["seats"][0]["token"]
    with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as http:
        for operation in operations(schema):
            stands(operation, http, created_paths["table"], token)


def stands(operation, http, table, token):
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=operation.as_strategy())
    def tried(case):
        parameters = dict(case.path_parameters or {})
        if "table" in parameters and len(str(parameters["table"])) % 3:
            parameters["table"] = table
        path = operation.path
        for name, value in parameters.items():
            path = path.replace("{" + name + "}", httpx.URL(f"/{value}").raw_path.decode()[1:] or "x")
        body = {} if case.body is schemathesis.core.NOT_SET else {"json": case.body}
        headers = {"Authorization": f"Bearer {token}"}
        query = {k: str(v) for k, v in (case.query or {}).items()}
        response = http.request(operation.method.upper(), path, params=query, headers=headers, **body)
        assert response.status_code < 500, (operation.label, path, body, response.text[:300])
        if response.status_code >= 400 and response.headers["content-type"] == "application/json":
            assert response.json()["error"]

    tried()


BASE = {"game": "susan"}
WRONG = [
    ("POST", "/api/tables", b"{", 400),
    ("POST", "/api/tables", b"\xff\xfe\x00", 400),
    ("POST", "/api/tables", b"[]", 422),
    ("POST", "/api/tables", b'{"game": "susan", "extra": 1}', 422),
    ("POST", "/api/tables", json.dumps({"game": "nosuch"}).encode(), 404),
    ("POST", "/api/tables", json.dumps(BASE | {"options": {"size": 99}}).encode(), 422),
    ("POST", "/api/tables", json.dumps(BASE | {"seats": ["human"]}).encode(), 422),
    ("POST", "/api/tables", json.dumps(BASE | {"seats": ["human", "ugi:sh -c true"]}).encode(), 422),
    ("POST", "/api/tables", json.dumps(BASE | {"seats": ["human", "mcts:999999999"]}).encode(), 422),
    ("POST", "/api/tables", json.dumps(BASE | {"clock": {"kind": "sudden", "seconds": 1e99}}).encode(), 422),
    ("POST", "/api/tables", b"[" * 100_000, 422),
    ("POST", "/api/tables", b'{"game": "' + b"x" * 2_000_000 + b'"}', 413),
    ("POST", "/api/tables", json.dumps({"game": "hidden-gomoku", "seed": 1}).encode(), 422),
    ("GET", "/api/tables/nosuch/at/" + "9" * 5000, None, 404),
    ("GET", "/api/tables/nosuch", None, 404),
    ("GET", "/api/tables/" + "x" * 5000, None, 404),
    ("GET", "/api/tables?count=99999", None, 422),
    ("GET", "/api/games/susan/picture.svg?size=0", None, 422),
    ("GET", "/static/%2e%2e/settings.py", None, 404),
    ("DELETE", "/api/tables", None, 405),
    ("POST", "/api/recover", b'{"code": "0"}', 404),
]


@pytest.mark.parametrize(("method", "path", "body", "code"), WRONG, ids=lambda part: str(part)[:40])
def test_what_is_wrong_is_refused_with_a_clear_word(server, method, path, body, code):
    head = {"Content-Type": "application/json"}
    response = server.guest().http.request(method, path, content=body, headers=head)
    assert response.status_code == code, response.text
    assert len(response.json()["error"]) > 10


@pytest.mark.parametrize("depth", [400, 900, 985, 5000])
def test_json_of_any_depth_is_refused(server, depth):
    """How deep is too deep to be read at all depends on Python."""
    body = b'{"value": ' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"
    response = server.guest().http.post("/api/rules", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422) and response.json()["error"]


def test_only_json_is_taken(server):
    response = server.guest().http.post("/api/tables", content=b"{}", headers={"Content-Type": "text/plain"})
    assert response.status_code == 415


def test_another_sites_page_can_do_nothing(server):
    guest = server.guest()
    evil = {"Origin": "https://evil.example"}
    refused = guest.http.post("/api/tables", json=SUSAN, headers=evil)
    assert refused.status_code == 403
    assert f"this one is at 127.0.0.1:{server.port}" in refused.text, "a proxy that drops the port is found out"
    assert guest.http.post("/api/tables", json=SUSAN, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert guest.http.post("/api/tables", json=SUSAN, headers={"Origin": server.url.rstrip("/")}).status_code == 201
    address = f"ws://127.0.0.1:{server.port}/api/tables/{guest.table(**SUSAN)['table']}/stream"
    with (
        pytest.raises(InvalidStatus),
        connect(address, origin=Origin("https://evil.example"), proxy=None),
    ):
        pass


def test_cookies_and_headers_keep_secrets(server):
    response = server.guest().http.post("/api/tables", json=SUSAN)
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Max-Age=34560000" in cookie
    policy = response.headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy
    assert response.headers["referrer-policy"] == "no-referrer" and response.headers["cache-control"] == "no-store"
    script = re.search(r'src="/(assets/[^"]+/lobby.js)"', server.guest().http.get("/").text)
    assert script, "the page names its script"
    part = server.guest().http.get(f"/{script[1]}").headers
    assert part["x-content-type-options"] == "nosniff" and "content-security-policy" not in part
    picture = server.guest().http.get("/api/games/hex/picture.svg").headers
    assert picture["content-security-policy"] == "default-src 'none'" and "nosniff" in picture.values()
    created = server.guest().table(**SUSAN, seats=["human", "human"])
    link = created["seats"][1]["link"]
    server.guest().sit(link)
    secrets = [link.rpartition("#")[2], created["seats"][0]["token"], created["seats"][0]["code"]]
    assert not [secret for secret in secrets if secret in "".join(server.said)]


def test_scripts_in_names_stay_text(server):
    guest = server.guest()
    name = "<script>alert(1)</script>"
    table = guest.table(**SUSAN, names=[name, "=1+1"], seats=["human", "human"], shared=True)["table"]
    guest.play(table, 1, "b2")
    assert guest.show(table)["seats"][0]["name"] == name
    assert "<script" not in guest.http.get(f"/api/tables/{table}/record.svg").text
    assert "\n=1" not in guest.http.get(f"/api/tables/{table}/record.csv").text
    assert ",=1" not in guest.http.get(f"/api/tables/{table}/record.csv").text


def hostile_values():
    fine = codec.document(find("hex").build(size=4))
    deep: dict[str, Any] = {"word": "empty"}
    for _ in range(300):
        deep = {"word": "not", "of": deep}
    yield "deep", {**fine, "rules": {**fine["rules"], "effects": [deep]}}
    yield "huge board", {**fine, "rules": {**fine["rules"], "board": {"word": "square", "columns": 60}}}
    yield "enormous", {**fine, "rules": {**fine["rules"], "board": {"word": "square", "columns": 10**6}}}
    yield "many parts", {**fine, "rules": {**fine["rules"], "ends": fine["rules"]["ends"] * 1000}}
    yield "long", {**fine, "name": "x" * 300_000}


@pytest.mark.parametrize("name", dict(hostile_values()))
def test_a_hostile_rule_value_is_refused_and_hurts_nobody(server, name):
    table, first, _ = pair(server, **SUSAN)
    response = server.guest().http.post("/api/rules", json={"value": dict(hostile_values())[name]})
    assert 400 <= response.status_code < 500, response.text
    assert response.json()["error"]
    started = time.monotonic()
    assert first.play(table, 1, "b2")["ply"] == 1
    assert time.monotonic() - started < 30


def test_streams_are_limited_and_slow_requests_cut_off(tmp_path):
    limits = {"STREAMS_EACH": "5", "SECONDS": "1", "TABLES": "3", "CODES": "2", "OPENING": "1"}
    server = Server(tmp_path, limits={f"LUSORY_SERVE_LIMITS__{name}": value for name, value in limits.items()})
    try:
        guest = server.guest()
        table = guest.table(**SUSAN)["table"]
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/stream"
        with contextlib.ExitStack() as streams:
            for _ in range(5):
                streams.enter_context(connect(address, proxy=None))
            with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, proxy=None) as stream:
                stream.recv(timeout=10)
        with connect(address, proxy=None) as stream:
            assert json.loads(stream.recv(timeout=10))["kind"] == "shown"
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
            )
            slow.settimeout(20)
            assert b"408" in slow.recv(1000)
        codes = [guest.http.post("/api/recover", json={"code": "x"}).status_code for _ in range(4)]
        assert codes == [404, 404, 429, 429]
        long = guest.http.post("/api/tables", json=SUSAN | {"plies": ["a1", "b2"]})
        assert long.status_code == 422 and "begin after at most 1 moves" in long.json()["error"]
        statuses = [guest.http.post("/api/tables", json=SUSAN).status_code for _ in range(4)]
        assert statuses[-1] == 429 and "too many of these" in guest.http.post("/api/tables", json=SUSAN).json()["error"]
    finally:
        server.stop()


def test_what_a_stream_says_is_not_heard(server):
    guest = server.guest()
    table = guest.table(**SUSAN)["table"]
    with guest.stream(table) as stream:
        stream.shown()
        stream.socket.send("x" * 60_000)
        guest.play(table, 1, "b2")
        assert stream.shown(1)["ply"] == 1
