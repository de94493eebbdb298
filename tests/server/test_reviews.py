"""Tests of reviews of finished games: made once, stored with the table, only for games without secrets."""

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from lusory.games import load
from lusory.rules import codec
from lusory.server.workers.game_review import review

LOST = ["a1", "b2", "a2", "c3", "a3"]


@pytest.fixture
def guest(server):
    return server.guest()


def finished(guest, **terms):
    terms = {"game": "tic-tac-toe", "seats": ["human", "human"], "mine": [0, 1], "plies": LOST[:4]} | terms
    new_table = guest.table(**terms)
    guest.play(new_table["table"], 5, LOST[4])
    return new_table["table"]


def reviewed(guest, table):
    """All that the stream of a review says."""
    url = guest.url.replace("http", "ws")
    messages = []
    with connect(f"{url}/api/tables/{table}/review", max_size=None) as socket, contextlib.suppress(ConnectionClosed):
        while True:
            messages.append(json.loads(socket.recv()))
    return messages


def test_a_review_is_made_once_and_kept(guest, server):
    table = finished(guest)
    assert guest.get(f"/api/tables/{table}/review") == {"review": None, "lines": []}
    messages = reviewed(guest, table)
    assert messages[:2] == [{"done": 1, "of": 6}, {"done": 2, "of": 6}]
    review = messages[-1]["review"]
    assert review["curve"][-1] == 1.0 and len(review["curve"]) == 6
    worst = max(review["plies"], key=lambda ply: ply["lost"])
    assert (worst["ply"], worst["player"], worst["lost"], worst["line"][0]) == (4, 1, 0.5, ["a3", "a3"])
    assert reviewed(server.guest(), table) == [{"review": review}]
    assert guest.get(f"/api/tables/{table}/review")["review"] == review


def test_games_of_guests_are_reviewed_in_workers(guest):
    value = json.loads(codec.write(load("tic-tac-toe")))
    table = finished(guest, game="", value=value)
    assert "review" in reviewed(guest, table)[-1]


def test_no_review_before_the_end_nor_of_secrets(guest):
    new_table = guest.table(game="tic-tac-toe", seats=["human", "human"], mine=[0, 1], plies=LOST[:4])
    assert "when they are over" in reviewed(guest, new_table["table"])[-1]["error"]
    assert "over" in guest.get(f"/api/tables/{new_table['table']}/review", 409)["error"]
    guest.post(f"/api/tables/{new_table['table']}/lines", {"after": 2, "plies": ["c1"]}, 409)
    hidden = guest.table(game="hidden-gomoku", seats=["human", "human"], mine=[0, 1], plies=["E5"])
    guest.act(hidden["table"], 1, "resign", player=0)
    assert "without secrets" in reviewed(guest, hidden["table"])[-1]["error"]


def test_players_keep_lines_and_others_do_not(guest, server):
    table = finished(guest)
    path = f"/api/tables/{table}/lines"
    line = guest.post(path, {"after": 3, "plies": ["a3", "C1"]}, 201)
    assert line["plies"] == [["a3", "a3"], ["c1", "c1"]]
    assert guest.post(path, {"after": 3, "plies": ["a3", "c1"]}, 201)["id"] == line["id"]
    stranger = server.guest()
    assert stranger.get(f"/api/tables/{table}/review")["lines"] == [line]
    stranger.post(path, {"after": 3, "plies": ["c1"]}, 403)
    assert stranger.http.delete(f"{path}/{line['id']}").status_code == 403
    assert "move 4" in guest.post(path, {"after": 3, "plies": ["a1"]}, 422)["error"]
    guest.post(path, {"after": 9, "plies": ["a1"]}, 422)
    assert guest.http.delete(f"{path}/nothing-here").status_code == 404
    assert guest.http.delete(f"{path}/{line['id']}").json() == {"deleted": line["id"]}
    assert guest.get(f"/api/tables/{table}/review")["lines"] == []


def test_a_review_goes_over_chance_and_turns_of_several_plies():
    game = load("serendipity")
    position = game.start()
    plies = []
    for _ in range(6):
        plies.append(position.moves()[0])
        position = position.play(plies[-1])
    *steps, last = review(game, plies, 1.5, lambda: False)
    assert [step["done"] for step in steps] == list(range(1, len(plies) + 2))
    assert [ply["ply"] for ply in last["review"]["plies"]] == list(range(1, len(plies) + 1))
    doppel = load("doppel")
    first = doppel.start().moves()[0]
    *_, last = review(doppel, [first], 0.5, lambda: False)
    assert last["review"]["plies"] == [] and last["review"]["curve"][0] is None
    assert list(review(doppel, [first], 0.5, lambda: True)) == []


def test_no_ply_is_blamed_that_lost_nothing_however_short_the_searches(monkeypatch):
    """Searches of few simulations hold the first position for better than a draw: its best ply is searched, too."""
    monkeypatch.setattr("lusory.server.workers.game_review.SIMULATIONS", 3_000)
    *_, last = review(load("tic-tac-toe"), LOST, 60, lambda: False)
    assert [ply["lost"] for ply in last["review"]["plies"]] == [0, 0, 0, 0.5, 0]
