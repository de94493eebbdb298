"""Tests of the streams and requests of bots."""

import contextlib
import json
import sqlite3
import threading
import time

import httpx
import pytest

from lusory.server.web.bot_messages import chat_lines, time_control
from lusory.server.web.bot_streams import MOST_EVENTS
from tests.server.test_account_tokens import with_token
from tests.server.test_accounts import account
from tests.server.test_challenges import accept as accepted
from tests.server.test_challenges import challenge as challenged

DEADLINE = 60.0


class BotStream:
    """The lines of a stream, read beside the test."""

    def __init__(self, guest, path):
        self.lines, self.blank, self.over = [], 0, False
        self._request = guest.http.stream("GET", path)
        self._answer = self._request.__enter__()
        assert self._answer.status_code == 200, self._answer.read()
        assert self._answer.headers["content-type"].startswith("application/x-ndjson")
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        with contextlib.suppress(httpx.HTTPError, httpx.StreamError, OSError, ValueError):
            for text in self._answer.iter_lines():
                if text:
                    self.lines.append(json.loads(text))
                else:
                    self.blank += 1
            self.over = True

    def wait(self, **values):
        """The first line with these values that has not been waited for."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            for i, event in enumerate(self.lines):
                if all(event.get(key) == value for key, value in values.items()):
                    del self.lines[: i + 1]
                    return event
            time.sleep(0.02)
        raise AssertionError(f"no {values} in {self.lines}")

    def ended(self):
        self._thread.join(DEADLINE)
        return self.over


@pytest.fixture(scope="module")
def people(server):
    """A person, and a program that plays for another account."""
    return account(server, "Pers1"), account(server, "Bots1")


def test_a_game_from_the_challenge_to_its_end(server, people):
    person, owner = people
    bot, _ = with_token(server, owner)
    assert bot.get("/api/bot/account")["username"] == "Bots1"
    events = BotStream(bot, "/api/stream/event")
    created = challenged(person, to="Bots1", side="first", rated=True)
    challenge = events.wait(type="challenge")["challenge"]
    assert (challenge["id"], challenge["challenger"]["id"], challenge["side"]) == (
        created["challenge"],
        "Pers1",
        "second",
    )
    assert (
        challenge["variant"]["key"] == "susan"
        and challenge["rated"]
        and challenge["timeControl"] == {"type": "correspondence", "daysPerTurn": 7}
    )
    table = bot.post(f"/api/challenge/{challenge['id']}/accept", None)["id"]
    game_id = events.wait(type="gameStart")["game"]
    assert (game_id["id"], game_id["player"], game_id["isMyTurn"], game_id["opponent"]["id"]) == (
        table,
        1,
        False,
        "Pers1",
    )
    game = BotStream(bot, f"/api/bot/game/stream/{table}")
    first_message = game.wait(type="gameFull")
    assert (
        first_message["you"] == [1]
        and first_message["state"]["moves"] == []
        and first_message["variant"]["options"] == {"size": "3"}
    )
    bot.post(f"/api/bot/game/{table}/move/a1", None, 409)
    person.play(table, 1, "a1")
    assert game.wait(type="gameState", ply=1)["toMove"] == 1
    move = bot.get(f"/api/tables/{table}/plies")["plies"][0]
    assert bot.post(f"/api/bot/game/{table}/move/{move}", None) == {"ok": True}
    assert game.wait(type="gameState", ply=2)["moves"] == ["a1", move]
    bot.post(f"/api/bot/game/{table}/chat", {"text": "good luck"})
    assert game.wait(type="chatLine")["text"] == "good luck"
    with sqlite3.connect(server.data / "lusory.db") as database:
        assert database.execute("select account from entries where text = 'good luck'").fetchone() != (None,)
    bot.post(f"/api/bot/game/{table}/draw/maybe", None, 422)
    person.act(table, 2, "offer-draw")
    assert game.wait(type="gameState")["offers"] == [[0, "draw"]]
    bot.post(f"/api/bot/game/{table}/draw/no", None)
    person.act(table, 2, "undo")
    bot.post(f"/api/bot/game/{table}/takeback/yes", None)
    assert game.wait(type="gameState", ply=0)["moves"] == []
    person.play(table, 1, "a1")
    time.sleep(1.5)  # so that the stream of events has seen whose turn it is
    bot.post(f"/api/bot/game/{table}/resign", None)
    last = game.wait(type="gameState", status="resignation")
    assert last["winner"] == 0 and game.ended(), "the stream of a game that is over ends"
    finish = events.wait(type="gameFinish")["game"]
    assert (finish["status"], finish["isMyTurn"]) == ("resignation", False)
    reopened = BotStream(bot, f"/api/bot/game/stream/{table}")
    assert reopened.wait(type="gameFull")["state"]["status"] == "resignation" and reopened.ended()


def test_withdrawn_and_declined_challenges(server, people):
    person, owner = people
    bot, _ = with_token(server, owner)
    waits = challenged(person, to="Bots1")
    events = BotStream(bot, "/api/stream/event")
    assert events.wait(type="challenge")["challenge"]["id"] == waits["challenge"]
    person.http.request("DELETE", f"/api/challenges/{waits['challenge']}")
    assert events.wait(type="challengeCanceled")["challenge"]["id"] == waits["challenge"]
    mine = challenged(bot, to="Pers1")
    time.sleep(1.5)  # so that the stream has seen it
    person.post(f"/api/challenges/{mine['challenge']}/decline", {})
    assert events.wait(type="challengeDeclined")["challenge"]["id"] == mine["challenge"]
    other = challenged(bot, to="Pers1")
    assert bot.post(f"/api/challenge/{other['challenge']}/cancel", None) == {"ok": True}
    third = challenged(person, to="Bots1")
    assert bot.post(f"/api/challenge/{third['challenge']}/decline", None) == {"ok": True}


def test_streams_need_a_token_and_a_seat_and_end_with_the_token(server, people):
    person, owner = people
    bot, id_ = with_token(server, owner, "ends")
    stranger, _ = with_token(server, account(server, "Stra1"))
    table = accepted(bot, challenged(person, to="Bots1"))["table"]
    person.get("/api/stream/event", 401)
    server.guest().get(f"/api/bot/game/stream/{table}", 401)
    stranger.get(f"/api/bot/game/stream/{table}", 403)
    stranger.post(f"/api/bot/game/{table}/resign", None, 403)
    stranger.get("/api/bot/game/stream/nosuch", 404)
    bot.post("/api/account/sign-out", {}, 401)
    streams = [BotStream(bot, path) for path in ("/api/stream/event", f"/api/bot/game/stream/{table}")]
    streams[1].wait(type="gameFull")
    owner.http.request("DELETE", "/api/account/tokens", json={"token": id_})
    assert all(stream.ended() for stream in streams)
    bot.get("/api/stream/event", 401)


def test_one_account_opens_no_crowd_of_streams_of_events(server):
    owner = account(server, "Many2")
    bot, id_ = with_token(server, owner, "many")
    streams = [BotStream(bot, "/api/stream/event") for _ in range(MOST_EVENTS)]
    assert "expected at most 10 streams" in bot.get("/api/stream/event", 429)["error"]
    owner.http.request("DELETE", "/api/account/tokens", json={"token": id_})
    assert all(stream.ended() for stream in streams)
    BotStream(with_token(server, owner, "again")[0], "/api/stream/event")


def test_a_quiet_stream_is_kept_open(server, people):
    bot, _ = with_token(server, people[1], "quiet")
    stream = BotStream(bot, "/api/stream/event")
    end = time.monotonic() + DEADLINE
    while not stream.blank and time.monotonic() < end:
        time.sleep(0.1)
    assert stream.blank and not stream.over


def test_new_lines_of_the_chat():
    a, b, c = ({"at": i, "player": i, "name": "Ada", "text": f"line {i}"} for i in range(3))
    assert [line["text"] for line in chat_lines([a, b], [b, c])] == ["line 2"]
    assert chat_lines([a], [a]) == [] and len(chat_lines([], [a, b])) == 2


def test_clocks_in_the_words_of_bots():
    assert time_control({"kind": "increment", "seconds": 300, "add": 5}) == {
        "type": "clock", "limit": 300, "increment": 5
    }  # fmt: skip
    assert time_control({"kind": "days", "days": 3}) == {"type": "correspondence", "daysPerTurn": 3}
    assert time_control({"kind": "bank", "days": 10, "add_days": 1.5})["addDays"] == 1.5
