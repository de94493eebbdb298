"""Tests of Web Push: messages are encrypted for the browser, hold nothing of a position, and stop after signing out."""

import json
import sqlite3
import time
from http.server import BaseHTTPRequestHandler

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lusory.cli.failure import run
from lusory.server.push.encryption import decode, encode, encrypt_message, point_of, private_key
from tests.server.running_server import Server
from tests.server.test_accounts import SUSAN, account, signed
from tests.server.test_webhooks import Receiver, serve_meanwhile

AUTH = bytes(range(16))


class PushService(Receiver):
    """The push service of a browser, and that browser, which reads what comes."""

    def __init__(self):
        super().__init__()
        self.RequestHandlerClass = Taking
        self.browser = ec.generate_private_key(ec.SECP256R1())
        self.origin = f"https://localhost:{self.server_port}"
        self.code, self.messages, self.heads = 201, [], []

    def subscription(self, path="/browser"):
        return {"endpoint": self.origin + path, "p256dh": encode(point_of(self.browser)), "auth": encode(AUTH)}

    def read(self, body):
        """As RFC 8291 has the browser do."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.browser.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + point_of(self.browser) + sender
        secret = HKDF(hashes.SHA256(), 32, AUTH, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        message = AESGCM(key).decrypt(nonce, sealed, None)
        assert message[-1:] == b"\2"
        return json.loads(message[:-1])

    def wait(self, count):
        until = time.monotonic() + 30
        while len(self.messages) < count and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self.messages) >= count
        return self.messages[-1]


class Taking(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heads.append(dict(self.headers) | {"path": self.path})
        self.server.messages.append(self.server.read(body))
        self.send_response(self.server.code)
        self.end_headers()

    def log_message(self, format, *arguments):
        pass


@pytest.fixture
def service(monkeypatch):
    yield from serve_meanwhile(PushService(), monkeypatch)


@pytest.fixture
def club(service, tmp_path):
    server = Server(tmp_path, limits={"LUSORY_SERVE_WEBHOOK_HOSTS": "localhost"})
    yield server
    server.stop()


def playing(club):
    """A game of Ada's and Bo's, in which it is Ada's turn."""
    ada, bo = account(club, "Ada"), account(club, "Bo")
    challenge = ada.post("/api/challenges", SUSAN | {"to": "Bo", "side": "first"}, 201)["challenge"]
    table = bo.post(f"/api/challenges/{challenge}/accept", {})["table"]
    return ada, bo, table


def visit(guest, table):
    with guest.stream(table) as stream:
        stream.next()


def rows(club, query):
    with sqlite3.connect(club.data / "lusory.db") as connection:
        return connection.execute(query).fetchall()


def subscriptions(club):
    return rows(club, "select count(*) from push_subscriptions")[0][0]


def emptied(club):
    """Whether everything is sent, or dropped."""
    until = time.monotonic() + 30
    while rows(club, "select 1 from outbox") and time.monotonic() < until:
        time.sleep(0.02)
    return not rows(club, "select 1 from outbox")


def checked_signature(head, service):
    """The claims, if the key that is shown has signed them."""
    token, key = head["Authorization"].removeprefix("vapid t=").split(", k=")
    signed_part, _, signature = token.rpartition(".")
    raw = decode(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    public.verify(der, signed_part.encode(), ec.ECDSA(hashes.SHA256()))
    return key, json.loads(decode(signed_part.split(".")[1]))


def test_the_example_of_the_standard():
    """RFC 8291, appendix A."""
    own_key = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    salt, auth = decode("DGv6ra1nlYgDCS1FRnbzlw"), decode("BTBZMqHH6r4Tts7J_aSIgg")
    body = encrypt_message(b"When I grow up, I want to be a watermelon", decode(browser), auth, own_key, salt)
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_is_told_once_until_its_owner_comes(club, service):
    ada, bo, table = playing(club)
    bo.put("/api/account", {"language": "de"})
    bo.post("/api/account/push", service.subscription(), 201)
    push_data = bo.get("/api/account/push")
    assert [(browser["this"], browser["endpoint"]) for browser in push_data["browsers"]] == [
        (True, service.origin + "/browser")
    ]
    ada.play(table, 1, "a1")
    message = service.wait(1)
    assert message["body"] == "Du bist am Zug." and message["tag"] == table
    assert message["link"].endswith(f"/t/{table}") and set(message) == {"title", "body", "link", "tag"}
    assert "a1" not in json.dumps(message | {"link": ""})
    [head] = service.heads
    assert head["path"] == "/browser" and head["Content-Encoding"] == "aes128gcm" and head["Topic"] == table
    key, claims = checked_signature(head, service)
    assert key == push_data["key"] and claims["aud"] == service.origin
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    bo.play(table, 2, "c3")
    ada.play(table, 3, "d4")
    assert emptied(club) and len(service.messages) == 1
    visit(bo, table)
    bo.act(table, 3, "resign")
    assert emptied(club)
    assert service.wait(2)["body"] == "Das Spiel ist aus."


def test_who_left_is_told_nothing(club, service):
    """A push service that says so, a browser that signed out, a vacation, a deleted account."""
    ada, bo, table = playing(club)
    bo.post("/api/account/push", service.subscription(), 201)
    service.code = 410
    ada.play(table, 1, "a1")
    service.wait(1)
    assert emptied(club) and subscriptions(club) == 0
    service.code = 201
    other = signed(club, "Bo")
    other.post("/api/account/push", service.subscription("/other"), 201)
    other.post("/api/account/sign-out", {})
    visit(bo, table)
    bo.play(table, 2, "c3")
    ada.play(table, 3, "d4")
    visit(bo, table)
    bo.put("/api/account", {"vacation": int((time.time() + 86_400) * 1000)})
    bo.post("/api/account/push", service.subscription("/here"), 201)
    bo.play(table, 4, "b2")
    ada.play(table, 5, "b1")
    assert emptied(club) and len(service.messages) == 1
    assert [subscription["endpoint"] for subscription in bo.get("/api/account/export")["push"]][-1].endswith("/here")
    assert bo.http.request("DELETE", "/api/account", json={"id": "Bo"}).status_code == 200
    assert rows(club, "select count(*) from push_subscriptions where endpoint like '%here'") == [(0,)]


def test_a_new_sign_in_of_the_same_browser_keeps_its_notices(club, service):
    account(club, "Ada")
    ada = signed(club, "Ada")
    id_ = ada.post("/api/account/push", service.subscription(), 201)["id"]
    ada.post("/api/accounts/sign-in", {"id": "Ada", "password": "correct horse 7"})
    assert [(browser["id"], browser["this"]) for browser in ada.get("/api/account/push")["browsers"]] == [(id_, True)]
    assert account(club, "Bo").http.request("DELETE", "/api/account/push", json={"browser": id_}).status_code == 404
    assert ada.http.request("DELETE", "/api/account/push", json={"browser": id_}).status_code == 200
    assert ada.get("/api/account/push")["browsers"] == []


def test_a_push_service_that_fails_is_tried_again_and_one_that_refuses_is_not(club, service):
    ada, bo, table = playing(club)
    bo.post("/api/account/push", service.subscription(), 201)
    service.code = 503
    ada.play(table, 1, "a1")
    service.wait(1)
    until = time.monotonic() + 30
    while not rows(club, "select 1 from outbox where fault like '%503%'") and time.monotonic() < until:
        time.sleep(0.02)
    assert rows(club, "select kind, tries, failed from outbox") == [("push", 1, 0)]
    visit(bo, table)
    bo.play(table, 2, "c3")
    service.code = 403
    ada.play(table, 3, "d4")
    service.wait(2)
    while not rows(club, "select 1 from outbox where failed") and time.monotonic() < until:
        time.sleep(0.02)
    assert "403" in rows(club, "select fault from outbox where failed")[0][0]


UNREACHABLE = [
    ({"endpoint": "http://localhost/x"}, "endpoint"),
    ({"endpoint": "https://127.0.0.1/x"}, "endpoint"),
    ({"endpoint": "https://10.1.2.3/x"}, "endpoint"),
    ({"endpoint": "https://[::1]/x"}, "endpoint"),
    ({"p256dh": "AAAA"}, "p256dh"),
    ({"p256dh": encode(b"\4" + bytes(64))}, "p256dh"),
    ({"auth": "AAAA"}, "auth"),
    ({"auth": "ü"}, "auth"),
]
"""Subscriptions to which nothing could be sent: what is wrong, and where the answer says it is."""


def test_what_nobody_could_send_to_is_refused(club, service):
    ada = account(club, "Ada")
    for change, place in UNREACHABLE:
        assert ada.post("/api/account/push", service.subscription() | change, 422)["at"] == place, change
    assert subscriptions(club) == 0


def test_a_host_may_switch_it_off(tmp_path):
    server = Server(tmp_path, limits={"LUSORY_SERVE_PUSH": "false"})
    ada = account(server, "Ada")
    assert "no notifications" in ada.get("/api/account/push", code=422)["error"]
    assert "push-card" not in ada.http.get("/account").text
    server.stop()


def test_who_is_challenged_is_told(club, service):
    ada, bo = account(club, "Ada"), account(club, "Bo")
    bo.put("/api/account", {"language": "de"})
    bo.post("/api/account/push", service.subscription(), 201)
    ada.post("/api/challenges", SUSAN | {"to": "Bo"}, 201)
    message = service.wait(1)
    assert "Ada" in message["title"] + message["body"] and message["link"].endswith("/my")
    assert "Topic" not in service.heads[0] and emptied(club)


@pytest.mark.parametrize("others", [False, True], ids=["a new database", "one with browsers of its own"])
def test_browsers_move_with_the_key_of_a_copy(service, tmp_path, others):
    folders, hosts = (tmp_path / "one", tmp_path / "two"), {"LUSORY_SERVE_PRIVATE_HOSTS": "localhost"}
    keys = []
    for folder in folders:
        server = Server(folder, limits=hosts)
        person = account(server, folder.name)
        keys.append(person.get("/api/account/push")["key"])
        if folder == folders[0] or others:
            person.post("/api/account/push", service.subscription(f"/{folder.name}"), 201)
        server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(folders[0])]) == 0
    assert run(["backup", str(tmp_path / "copy"), "--data", str(folders[1]), "--restore"]) == 0
    server = Server(folders[1], limits=hosts)
    assert account(server, "Cy").get("/api/account/push")["key"] == keys[1 if others else 0]
    assert rows(server, "select endpoint from push_subscriptions") == [
        (service.origin + ("/two" if others else "/one"),)
    ]
    server.stop()
