"""Tests of leaks on the wire: for two games that differ only in a secret, the server sends identical bytes.

Each world is a server of its own on which the same people do the same. What they are sent, and what a stranger who
tries every endpoint is sent, must not differ by what one of them hides. An endpoint that is new and not tried here
fails the first test.
"""

import contextlib
import json
import re
import socket
import time
from email import message_from_bytes
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from lusory.server.settings import Settings
from lusory.server.table_queries import QUERIES
from lusory.server.web.app import ENDPOINTS, application
from tests.server.running_server import WAIT, Server, invitation
from tests.server.test_leaks import cases

GAME = {"game": "hidden-gomoku", "options": {"size": 5}}
FIRST, SECOND, STRANGER = 0, 1, None
OPENING = ["C3", "x"]
"""First places an x and second takes it: first plays o, and is to move."""
AWAY = {3: SECOND, 5: FIRST}
"""Plies after which somebody is to move who has closed the page: he gets a letter."""
WORLDS = {
    "first hides": (["B2:row", "reveal:none", "A4:column", "reveal:none"], {0: "D2:row"}, (SECOND, STRANGER)),
    "second hides": (["B2:row", "reveal:none", "A4:column", "reveal:none"], {2: "A1:column"}, (FIRST, STRANGER)),
    "second is asked": (["B2:row", "reveal:none", "A4:column", "reveal:none", "E5:row"], {0: "D2:row"},
                        (SECOND, STRANGER)),
    "second shows one": (["B2:row", "reveal:none", "A4:column", "reveal:none", "D4:row", "reveal:A4"], {0: "E2:row"},
                         (SECOND, STRANGER)),
}  # fmt: skip
"""By name: plies after the opening, by turns; what one of them is in the other world; who must not tell them apart."""
TYPED = ["A1:row", "A4:row", "B2:column", "D2:row", "C3:row", "Q9:row", "reveal:A1", "reveal:A4", "reveal:none",
         "pass", "?"]  # fmt: skip


class Letters:
    """A mail server that keeps what it is sent."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.secrets: dict[str, str] = {}

    def secret_of(self, address: str) -> str:
        """What confirms an address, once it has come."""
        deadline = time.monotonic() + 60
        while address not in self.secrets:
            assert time.monotonic() < deadline, f"{address} was not asked"
            time.sleep(0.02)
        return self.secrets[address]

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content)
        payload = message.get_payload(decode=True)
        if isinstance(payload, bytes) and b"#contact=" in payload:
            self.secrets[envelope.rcpt_tos[0]] = payload.decode().split("#contact=")[1].split()[0]
            return "250 OK"
        leaves = [part for part in message.walk() if not part.is_multipart()]
        parts = [str(part.get_payload() if part is message else part.get_payload(decode=True)) for part in leaves]
        self.got.append(f"{envelope.rcpt_tos} {message['Subject']} {' '.join(parts)}")
        return "250 OK"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class World:
    """A server, two people at a table, a stranger, and all that they hear."""

    def __init__(self, folder: Any, plies: list[str]) -> None:
        self.letters, self.awaited = Letters(), dict[int, str]()
        self.post = Controller(self.letters, hostname="127.0.0.1", port=free_port())
        self.post.start()
        mail = {"HOST": "127.0.0.1", "PORT": str(self.post.port), "SENDER": "table@example.org", "TLS": "none"}
        self.server = Server(folder, limits={f"LUSORY_SERVE_MAIL__{name}": text for name, text in mail.items()})
        first, second, stranger = (self.server.guest() for _ in range(3))
        created = first.table(**GAME, seats=["human", "human"], names=["Ada", "Bo"], listed=True)
        second.sit(created["seats"][1]["link"])
        self.table, self.link = created["table"], created["seats"][1]["link"]
        self.people = {FIRST: first, SECOND: second, STRANGER: stranger}
        self.feeds = {}
        for player in (FIRST, SECOND):
            contact = self.people[player].put(
                f"/api/tables/{self.table}/contact", {"mail": f"{player}@example.org", "feed": True}
            )
            self.feeds[player] = contact["feed"]
            self.people[player].post("/api/contacts", {"secret": self.letters.secret_of(f"{player}@example.org")})
        self.heard: dict[int | None, list[str]] = {}
        self.play(plies)

    def play(self, plies: list[str]) -> None:
        """The game, heard by everybody; whoever is away as he is to move gets a letter."""
        with contextlib.ExitStack() as pages:
            open_page = {person: pages.enter_context(contextlib.ExitStack()) for person in self.people}
            streams = {
                person: open_page[person].enter_context(self.people[person].stream(self.table))
                for person in self.people
            }
            self.heard = {name: [self.plain(json.dumps(stream.shown()))] for name, stream in streams.items()}
            for ply, text in enumerate(plies, 1):
                away = AWAY.get(ply)
                if away is not None:
                    open_page[away].close()
                    self.expect_present(away, False)
                mover = self.people[SECOND if away is FIRST else FIRST].show(self.table)["to_move"]
                self.people[mover].play(self.table, ply, text)
                if away is not None:
                    self.expect_letter(away)
                    streams[away] = open_page[away].enter_context(self.people[away].stream(self.table))
                    self.expect_present(away, True)
                for name, stream in streams.items():
                    self.heard[name].append(self.plain(json.dumps(stream.shown(ply))))
        self.people[FIRST].post(f"/api/tables/{self.table}/chat", {"text": "hm"})
        assert self.people[FIRST].show(self.table)["ply"] == len(plies)

    def expect_present(self, player: int, is_present: bool) -> None:
        """Until the server knows whether a player looks at the table: who does gets no letters."""
        deadline = time.monotonic() + WAIT
        while self.people[STRANGER].show(self.table)["seats"][player]["here"] != is_present:
            assert time.monotonic() < deadline, f"{player} is {'not' if is_present else 'still'} here"
            time.sleep(0.02)

    def expect_letter(self, player: int) -> None:
        deadline = time.monotonic() + WAIT
        while player not in self.awaited:
            assert time.monotonic() < deadline, f"no letter to {player}: {self.letters.got}"
            time.sleep(0.02)
            # The recipients come first. An address elsewhere may be the id of a picture, which ends in any digit.
            letters = (letter for letter in self.letters.got if letter.startswith(f"['{player}@example.org']"))
            if (first := next(letters, None)) is not None:
                self.awaited[player] = first

    def plain(self, text: str) -> str:
        """What was sent, without names, tokens and times that are drawn for each server."""
        text = text.replace(self.table, "TABLE").replace(self.link.rpartition("#")[2], "SECRET")
        text = re.sub(r'("(?:at|sent|updated|created|moment)": ?)\d+', r"\g<1>0", text)
        text = re.sub(r'"here": ?(true|false)', '"here": 0', text)  # whose page is open, not what is played
        text = re.sub(r"127\.0\.0\.1:\d+", "HOST", text)
        text = re.sub(r"cid:board\.\w+@", "cid:", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)
        return re.sub(r'("(?:code|qr|token|link|feed|secret|report|view_id)": ?)"(?:[^"\\]|\\.)*"', r'\1""', text)

    def ask(self, observer: int | None, method: str, path: str, body: Any = None) -> tuple[Any, ...]:
        """A request, and all that comes back."""
        guest = self.people[observer]
        plain = {"Accept-Encoding": "identity"}
        response = guest.http.request(method, path.replace("{table}", self.table), json=body, headers=plain)
        kind = response.headers.get("content-type", "text/plain")
        is_text = kind.startswith(("text/", "application/json", "image/svg"))
        text = response.text if is_text else response.content.hex()
        heads = {name: value for name, value in response.headers.items() if name not in ("date", "set-cookie")}
        if method != "GET":  # what is drawn anew for each answer, as a code and its picture, has no fixed length
            heads.pop("content-length", None)
        return method, path, response.status_code, self.plain(text), {k: self.plain(v) for k, v in heads.items()}

    def close(self) -> None:
        self.server.stop()
        self.post.stop()


def probes(ply: int) -> dict[tuple[str, str], list[tuple[str, Any]]]:
    """For each endpoint the requests with which it is tried, each a path and a body."""
    t = "/api/tables/{table}"
    eyes = [
        "",
        "?eyes=0",
        "?eyes=1",
        "?eyes=3",
        "?board=1",
        "?board=1&eyes=0",
        "?board=1&eyes=1",
        "?cells=board",
        "?cells=board&view=board",
        "?cells=board&view=board&eyes=1",
    ]
    acts = ["undo", "take-undo", "refuse-undo", "hint", "take-draw", "rematch", "withdraw-rematch", "code", "nonsense",
            "sit"]  # fmt: skip
    files = [f"{t}/record.{form}?inline=1{more}" for form in ("txt", "json", "csv", "svg", "exe")
             for more in ("", "&eyes=0", "&eyes=1", "&names=0")]  # fmt: skip
    files += [f"{t}/record.svg?inline=1&ply={n}" for n in range(ply + 2)] + [f"{t}/record.png?inline=1&eyes=1"]
    sheets = [f"{t}/sheets.{form}?{more}" for form in ("ods", "exe")
              for more in ("", "eyes=0", "eyes=1", "names=0", "first=x&second=y", "sheet=board", "sheet=private",
                           "sheet=private&eyes=0", "sheet=private&eyes=1")]  # fmt: skip
    sheets += [f"{t}/sheets.pdf?{more}" for more in ("", "eyes=1", "sheet=private&eyes=0")]
    rules: dict[str, Any] = GAME
    return {
        ("POST", "/api/unsubscribe/{token}"): [("/api/unsubscribe/x", None), ("/api/unsubscribe/{table}-0-0-x", None)],
        ("POST", "/api/qr"): [("/api/qr", {"text": "x"})],
        ("GET", "/api/games"): [("/api/games", None)],
        ("GET", "/api/games/{name}/picture.svg"): [("/api/games/hidden-gomoku/picture.svg", None)],
        ("GET", "/api/games/{name}/sheets.{form}"): [("/api/games/hidden-gomoku/sheets.ods?size=5", None)],
        ("GET", "/api/games/{name}/comments"): [("/api/games/hidden-gomoku/comments", None)],
        ("POST", "/api/games/{name}/comments"): [("/api/games/hidden-gomoku/comments", {"text": "x"})],
        ("GET", "/api/games/{name}/ratings"): [("/api/games/hidden-gomoku/ratings", None)],
        ("PUT", "/api/games/{name}/star"): [("/api/games/hidden-gomoku/star", {"star": True})],
        ("GET", f"{t}/comments"): [(f"{t}/comments", None)],
        ("POST", f"{t}/comments"): [(f"{t}/comments", {"text": "x"})],
        ("GET", f"{t}/review"): [(f"{t}/review", None)],
        ("POST", f"{t}/lines"): [(f"{t}/lines", {"after": 1, "plies": ["C3", "x"]})],
        ("DELETE", f"{t}/lines/{{line}}"): [(f"{t}/lines/x", None)],
        ("DELETE", "/api/comments/{comment}"): [("/api/comments/x", None)],
        ("POST", "/api/comments/{comment}/reports"): [("/api/comments/x/reports", {"text": "x"})],
        ("POST", "/api/host/comments/{comment}"): [("/api/host/comments/x", {"do": "hide"})],
        ("DELETE", "/api/host/comments/{comment}"): [("/api/host/comments/x", None)],
        ("GET", "/api/host/comment-reports"): [("/api/host/comment-reports", None)],
        ("POST", "/api/host/comment-reports/{report}"): [("/api/host/comment-reports/x", {})],
        ("GET", "/api/games/{name}/figures"): [("/api/games/hidden-gomoku/figures?size=5", None)],
        ("POST", "/api/rules"): [("/api/rules?sheet=0", rules)],
        ("GET", "/api/words"): [("/api/words", None)],
        ("GET", "/api/models"): [("/api/models", None)],
        ("POST", "/api/drafts"): [("/api/drafts", {"game": "hidden-gomoku", "options": {"size": 5}})],
        ("POST", "/api/drafts/measure"): [("/api/drafts/measure", rules)],
        ("POST", "/api/drafts/vary"): [("/api/drafts/vary", rules)],
        ("GET", "/api/puzzles/{name}/{id}"): [("/api/puzzles/clobber/x", None)],
        ("POST", "/api/puzzles/{name}/{id}/reply"): [("/api/puzzles/clobber/x/reply", {"plies": ["a1"]})],
        ("GET", "/api/puzzles/{name}/{id}/solution"): [("/api/puzzles/clobber/x/solution", None)],
        ("POST", "/api/positions"): [("/api/positions", rules | {"plies": [*OPENING, text]}) for text in TYPED],
        ("POST", "/api/tables"): [("/api/tables", {"game": "none"})],
        ("GET", "/api/tables"): [("/api/tables", None), ("/api/tables?state=running", None)],
        ("GET", "/api/mine"): [("/api/mine", None)],
        ("GET", t): [(t + eye, None) for eye in eyes],
        ("GET", f"{t}/board"): [(f"{t}/board", None)],
        ("POST", "/api/recover"): [("/api/recover", {"code": "x"})],
        ("POST", f"{t}/invitation"): [(f"{t}/invitation", {"secret": "x"})],
        ("POST", f"{t}/claim"): [(f"{t}/claim", {"secret": "x"})],
        ("POST", f"{t}/invite"): [(f"{t}/invite", {"player": n}) for n in (0, 1, 3)],
        ("POST", f"{t}/release"): [(f"{t}/release", {"player": 3})],
        ("POST", f"{t}/token"): [(f"{t}/token", {})],
        ("POST", f"{t}/only-me"): [(f"{t}/only-me", {"player": 3})],
        ("POST", f"{t}/plies"): [(f"{t}/plies", {"ply": n, "text": text}) for text in TYPED for n in (ply, ply + 2)],
        ("GET", f"{t}/plies"): [(f"{t}/plies", None)],
        ("GET", f"{t}/threats"): [(f"{t}/threats", None)],
        ("POST", f"{t}/acts"): [(f"{t}/acts", {"ply": n, "act": act}) for act in acts for n in (ply, ply - 1)],
        ("POST", f"{t}/chat"): [(f"{t}/chat", {"text": "hello"})],
        ("GET", f"{t}/notes"): [(f"{t}/notes{more}", None) for more in ("", "?player=0", "?player=1")],
        ("PUT", f"{t}/notes"): [(f"{t}/notes", {"text": "n", "cells": {cell: "?"}}) for cell in ("B2", "Q")],
        ("GET", f"{t}/conditions"): [(f"{t}/conditions{more}", None) for more in ("", "?player=0", "?player=1")],
        ("PUT", f"{t}/conditions"): [(f"{t}/conditions", {"ply": ply, "lines": [[text]]}) for text in TYPED],
        ("PUT", f"{t}/contact"): [(f"{t}/contact", {"feed": True})],
        ("POST", "/api/contacts"): [("/api/contacts", {"secret": "x"})],
        ("GET", f"{t}/at/{{ply}}"): [(f"{t}/at/{n}{eye}", None) for n in range(ply + 2) for eye in eyes[:4]],
        ("GET", f"{t}/record.{{form}}"): [(path, None) for path in files],
        ("GET", f"{t}/sheets.{{form}}"): [(path, None) for path in sheets],
        ("GET", "/feed/{feed}"): [("/feed/x", None)],
        ("POST", f"{t}/reports"): [(f"{t}/reports", {"what": "chat"})],
        ("POST", "/api/host/tables/{table}"): [("/api/host/tables/{table}", {"do": "hide"})],
        ("GET", "/api/host/acts"): [("/api/host/acts", None)],
        ("GET", "/api/host/blocks"): [("/api/host/blocks", None)],
        ("POST", "/api/host/blocks"): [("/api/host/blocks", {"address": "192.0.2.1"})],
        ("DELETE", "/api/host/blocks"): [("/api/host/blocks", {"address": "192.0.2.1"})],
        ("GET", "/api/host/ratings"): [("/api/host/ratings", None)],
        ("POST", "/api/host/ratings"): [("/api/host/ratings", {})],
        ("GET", "/api/host/mails"): [("/api/host/mails", None)],
        ("GET", "/api/host/votes"): [("/api/host/votes", None)],
        ("DELETE", "/api/account/undelivered"): [("/api/account/undelivered", None)],
        ("GET", "/api/host/reports"): [("/api/host/reports", None)],
        ("POST", "/api/host/reports/{report}"): [("/api/host/reports/x", {})],
        ("POST", "/api/host/invitations"): [("/api/host/invitations", {})],
        ("GET", "/api/host/accounts"): [("/api/host/accounts", None)],
        ("POST", "/api/host/accounts/{person}"): [("/api/host/accounts/nobody1", {"do": "suspend"})],
        ("PUT", "/api/host/accounts/{person}/role"): [("/api/host/accounts/nobody1/role", {"role": "moderator"})],
        ("POST", "/api/accounts"): [("/api/accounts", {"id": "x"})],
        ("POST", "/api/accounts/sign-in"): [("/api/accounts/sign-in", {"id": "nobody1", "password": "x"})],
        ("POST", "/api/accounts/sign-in-by-code"): [("/api/accounts/sign-in-by-code", {"id": "nobody1", "code": "x"})],
        ("POST", "/api/accounts/sign-in-link"): [("/api/accounts/sign-in-link", {"mail": "0@example.org"})],
        ("POST", "/api/accounts/link"): [("/api/accounts/link", {"secret": "x"})],
        ("POST", "/api/accounts/link/about"): [("/api/accounts/link/about", {"secret": "x"})],
        ("POST", "/api/accounts/passkey/options"): [],  # a challenge is drawn for each answer
        ("POST", "/api/accounts/passkey"): [("/api/accounts/passkey", {"credential": {}})],
        ("POST", "/api/account/sign-out"): [("/api/account/sign-out", {})],
        ("GET", "/api/account"): [("/api/account", None)],
        ("PUT", "/api/account"): [("/api/account", {"notices": "none"})],
        ("DELETE", "/api/account"): [("/api/account", {"id": "x"})],
        ("GET", "/api/stream/event"): [("/api/stream/event", None)],  # without a token; with one: see Bots
        ("GET", "/api/bot/game/stream/{table}"): [("/api/bot/game/stream/{table}", None)],
        ("GET", "/api/bot/account"): [("/api/bot/account", None)],
        **{("POST", path): [(path.replace("{answer}", "yes").replace("{move}", "A1:row"), None)]
           for path in (f"/api/bot/game/{{table}}/{act}" for act in
                        ("move/{move}", "abort", "resign", "draw/{answer}", "takeback/{answer}"))},
        ("POST", "/api/bot/game/{table}/chat"): [("/api/bot/game/{table}/chat", {"text": "x"})],
        **{("POST", f"/api/challenge/{{challenge}}/{act}"): [(f"/api/challenge/x/{act}", {})]
           for act in ("accept", "decline", "cancel")},
        ("POST", "/api/account/tokens"): [("/api/account/tokens", {"name": "x"})],
        ("DELETE", "/api/account/tokens"): [("/api/account/tokens", {"token": "x"})],
        ("GET", "/api/account/push"): [("/api/account/push", None)],
        ("POST", "/api/account/push"): [("/api/account/push", {"endpoint": "x", "p256dh": "x", "auth": "x"})],
        ("DELETE", "/api/account/push"): [("/api/account/push", {"browser": "x"})],
        ("POST", "/api/account/seats"): [("/api/account/seats", {})],
        ("GET", "/api/account/export"): [("/api/account/export", None)],
        ("POST", "/api/challenges"): [("/api/challenges", {"game": "susan"})],
        ("GET", "/api/challenges"): [("/api/challenges", None)],
        ("POST", "/api/challenges/{challenge}/accept"): [("/api/challenges/x/accept", {})],
        ("POST", "/api/challenges/{challenge}/decline"): [("/api/challenges/x/decline", {})],
        ("DELETE", "/api/challenges/{challenge}"): [("/api/challenges/x", None)],
        ("GET", "/api/people/{person}"): [("/api/people/nobody1", None)],
        ("GET", "/api/people/{person}/ratings"): [("/api/people/nobody1/ratings", None)],
        ("PUT", "/api/people/{person}"): [("/api/people/nobody1", {"mute": True})],
        ("GET", f"{t}/people"): [(f"{t}/people", None)],
        ("PUT", "/api/account/password"): [("/api/account/password", {"password": "x"})],
        ("PUT", "/api/account/mail"): [("/api/account/mail", {"mail": "0@example.org"})],
        ("POST", "/api/account/codes"): [("/api/account/codes", {})],
        ("POST", "/api/account/mail-password"): [("/api/account/mail-password", {})],
        ("DELETE", "/api/account/mail-password"): [("/api/account/mail-password", None)],
        ("POST", "/api/surveys"): [("/api/surveys", {})],
        ("GET", "/api/surveys"): [("/api/surveys", None)],
        ("GET", "/api/surveys/{survey}"): [("/api/surveys/x", None)],
        ("GET", "/api/surveys/{survey}/games/{number}"): [("/api/surveys/x/games/1", None)],
        ("PUT", "/api/surveys/{survey}"): [("/api/surveys/x", {"closed": True})],
        ("DELETE", "/api/surveys/{survey}"): [("/api/surveys/x", None)],
        ("POST", "/api/surveys/{survey}/join"): [("/api/surveys/x/join", {})],
        ("POST", "/api/surveys/{survey}/invitation"): [("/api/surveys/x/invitation", None)],
        ("PUT", "/api/surveys/{survey}/opinion"): [("/api/surveys/x/opinion", {})],
        ("PUT", "/api/surveys/{survey}/measures"): [("/api/surveys/x/measures", {})],
        ("GET", "/api/surveys/{survey}/result"): [("/api/surveys/x/result", None)],
        ("GET", "/api/surveys/{survey}/export.{form}"): [("/api/surveys/x/export.json", None)],
        ("POST", "/api/pupils"): [("/api/pupils", {})],
        ("POST", "/api/pupils/file"): [("/api/pupils/file", {})],
        ("GET", "/api/pupils"): [("/api/pupils", None)],
        ("GET", "/api/pupils/{pupil}"): [("/api/pupils/x", None)],
        ("GET", "/api/pupils/{pupil}/rules"): [("/api/pupils/x/rules", None)],
        ("PUT", "/api/pupils/{pupil}"): [("/api/pupils/x", {"minutes": 1})],
        ("POST", "/api/pupils/{pupil}/back"): [("/api/pupils/x/back", {"version": 1})],
        ("DELETE", "/api/pupils/{pupil}"): [("/api/pupils/x", None)],
        ("GET", "/api/pupils/{pupil}/file"): [("/api/pupils/x/file", None)],
        ("POST", "/api/pupils/{pupil}/link"): [("/api/pupils/x/link", None)],
        ("DELETE", "/api/pupils/{pupil}/link"): [("/api/pupils/x/link", None)],
        ("POST", "/api/pupils/{pupil}/join"): [("/api/pupils/x/join", {"secret": "x"})],
        ("POST", "/api/account/passkeys/options"): [("/api/account/passkeys/options", {})],
        ("POST", "/api/account/passkeys"): [("/api/account/passkeys", {"credential": {}})],
        ("DELETE", "/api/account/passkeys"): [("/api/account/passkeys", {"key": "x"})],
    }  # fmt: skip


PAGES = ["/", "/t/{table}", "/t/{table}/join", "/t/{table}/rules", "/t/{table}/lessons", "/t/{table}/seat/x",
         "/recover", "/own", "/game/hidden-gomoku", "/api/openapi.json", "/sign-in", "/account",
         "/people/x", "/my", "/push-worker.js", "/moderation", "/game/hidden-gomoku/boards"]  # fmt: skip


def test_every_endpoint_is_tried():
    """Whoever adds an endpoint adds how it is tried here."""
    tried = set(probes(1))
    assert {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS} == tried
    routes = {getattr(route, "path", "") for route in application(Settings()).routes}
    pages = {re.sub(r"\{(id|table)\}", "{table}", path) for path in routes if not path.startswith(("/api/", "/assets"))}
    documented = {
        page.replace("/x", "/{token}").replace("hidden-gomoku", "{name}").replace("/people/{token}", "/people/{person}")
        for page in PAGES
    }
    others = {"/game/{name}/rules", "/game/{name}/lessons", "/game/{name}/sample/{ply}.svg", "/game/{name}/study",
              "/game/{name}/standings", "/surveys", "/surveys/{survey}", "/pupils", "/pupils/{pupil}",
              "/own/rules", "/feed/{feed}", "/edit", "/nursery", "/puzzles", "/puzzles/{name}",
              "/puzzles/{name}/{table}.svg"}  # fmt: skip
    assert pages - documented == others, "what tells of no table"


SLOW = (".png?", ".pdf?")
"""Files that are made of what the SVG and the ODS tell: they are asked for in one pair of worlds."""
LISTS = ("/api/tables", "/api/mine", "/api/positions")
"""What tells of tables though its path names none."""


def sent(world: World, observer: int | None, ply: int, everything: bool) -> list[Any]:
    """All that somebody is sent who tries everything that tells of a table, or everything there is; the last, what he
    is told by analysis."""
    everything_sent: list[Any] = [*world.heard[observer]]
    if observer is not None:
        everything_sent.append(world.plain(world.people[STRANGER].http.get(world.feeds[observer]).text))
        everything_sent.append(world.plain(world.awaited[observer]))
    everything_sent += [world.ask(observer, "GET", page) for page in PAGES]
    for (method, endpoint), tries in probes(ply).items():
        if everything or "{table}" in endpoint or endpoint in LISTS:
            asked = [(path, body) for path, body in tries if everything or not any(end in path for end in SLOW)]
            everything_sent += [world.ask(observer, method, path, body) for path, body in asked]
    for terms in ({"table": world.table}, {"table": world.table, "ply": 2}, {"table": world.table, "ply": ply}):
        with world.people[observer].analysis(**terms) as stream:
            everything_sent.append(stream.next())
    return everything_sent


def difference(a: str, b: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(a, b, strict=False)) if a != b), min(len(a), len(b)))
    return a[max(0, at - 80) : at + 80], b[max(0, at - 80) : at + 80]


@pytest.mark.parametrize("name", WORLDS)
def test_a_secret_makes_no_difference_to_anything_that_is_sent(tmp_path, name):
    after, other, viewers = WORLDS[name]
    plies = [*OPENING, *after]
    changed = [*OPENING, *(other.get(i, text) for i, text in enumerate(after))]
    worlds = [World(tmp_path / str(i), game) for i, game in enumerate((plies, changed))]
    try:
        for viewer in viewers:
            everything = name == next(iter(WORLDS))  # what tells of no table is tried in one pair of worlds
            first, second = [sent(world, viewer, len(plies), everything) for world in worlds]
            assert len(first) == len(second) > 150
            for mine, theirs in zip(first, second, strict=True):
                assert mine == theirs, (viewer, str(mine)[:60], *difference(str(mine), str(theirs)))
        assert invitation(worlds[0].link)
    finally:
        for world in worlds:
            world.close()


def test_guesses_are_answered_alike(tmp_path):
    """Plies that somebody sends to be analysed are held against no table: right or wrong, they are analysed."""
    world = World(tmp_path, [*OPENING, "B2:row", "reveal:none"])
    try:
        kinds = []
        for text in ("A2:row", "B2:row", "D2:row"):
            with world.people[SECOND].analysis(**GAME, plies=[*OPENING, text, "reveal:none"]) as stream:
                kinds.append(sorted(stream.next()))
        assert kinds[0] == kinds[1] == kinds[2] and "best" in kinds[0]
    finally:
        world.close()


TRIED: dict[str, list[dict[str, Any]]] = {
    "view": [dict(players=p, moment=5, here=[], as_seat=a, board=True, chat=True) for p in ([0], [1], [])
             for a in (None, 0, 1)],
    "earlier_position": [dict(players=p, ply=n, as_seat=None) for p in ([0], [1], []) for n in range(3)],
    "file": [dict(form=f, players=p, as_seat=a, ply=None, named=True, names={})
             for f in ("txt", "json", "csv", "svg") for p in ([0], [1], []) for a in (None, 0, 1)],
    # PNG is slow, and made of the SVG.
    "sheets": [dict(players=p, as_seat=a, sheets=s, paper="a4", named=True, names={}) for p in ([0], [1], [])
               for a in (None, 0, 1) for s in (("board", "record", "private"), ("private",))],
    "was_played": [dict(players=[p], text=text) for p in (0, 1) for text in TYPED],
    "conditional_moves": [dict(player=p, lines=[[text, "x"]]) for p in (0, 1) for text in TYPED],
    "board": [{}],
    "cells": [{}],
    "outline": [{}],
    "named_cells": [dict(text=text) for text in TYPED],
    "first_choice_request": [dict(spec="mcts:9")],
    "seat_view": [dict(player=p, moment=5) for p in (0, 1)],
    "threats": [{}],
    "legal_plies": [dict(mover=p) for p in (0, 1)],
    "canonical_ply": [dict(player=p, text=text) for p in (0, 1) for text in TYPED],
    "canonical_plies": [dict(player=p, text=text) for p in (0, 1) for text in (*TYPED, "a1 a2")],
    "review_request": [dict(players=[p]) for p in (0, 1)],
    "board_text": [dict(player=p, ply=n) for p in (0, 1) for n in range(3)],
    "preview": [dict(player=p, text=text, moment=5) for p in (0, 1) for text in TYPED],
    "choice_request": [dict(mover=p, spec="mcts:9", seed=3) for p in (0, 1)],
    "hint_request": [dict(players=[p], ply=0, seed=3) for p in (0, 1)],
    "analysis_request": [dict(players=[p], ply=n) for p in (0, 1) for n in (None, 1)],
}  # fmt: skip
"""How each call of a table is tried; `players`, `player` and `mover` say for whom."""


def called(table: Any, name: str, args: dict[str, Any]) -> object:
    try:
        return QUERIES[name](table, **args)
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"


def test_every_call_at_a_table_is_blind_for_what_its_player_does_not_know():
    """Twins, which a player cannot tell apart, answer every call alike that is made for him or for nobody."""
    assert set(TRIED) == set(QUERIES)
    compared = 0
    for position, other, viewer in cases("small", 12):
        for name, tries in TRIED.items():
            for args in tries:
                players = args.get("players", [args.get("player", args.get("mover"))])
                mover = args.get("mover")
                if players not in ([viewer], []) or (mover is not None and position.to_move != viewer):
                    continue
                assert called(position, name, args) == called(other, name, args), (name, args)
                compared += 1
    assert compared > 300
