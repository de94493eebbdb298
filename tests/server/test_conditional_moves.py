"""Conditional moves: kept for a seat, played with the ply that they answer, and seen by nobody else."""

import pytest

from tests.server.running_server import pair

SUSAN = {"game": "susan", "options": {"size": 4}}


def texts(plan):
    return [[text for text, _ in line] for line in plan["lines"]]


def put(guest, table, ply, lines, code=200):
    return guest.put(f"/api/tables/{table}/conditions", {"ply": ply, "lines": lines}, code)


def own(guest, table):
    return guest.get(f"/api/tables/{table}/conditions")


@pytest.fixture
def open_table(server):
    """A table with the first ply made, Ada and Bo."""
    table, ada, bo = pair(server, **SUSAN)
    ada.play(table, 1, "a1")
    return table, ada, bo


def played(guest, table):
    return [move["text"] for move in guest.show(table)["moves"]]


def test_they_are_played_with_the_ply_that_they_answer(open_table):
    table, ada, bo = open_table
    response = put(ada, table, 1, [["b2", "C3", "d4", "c5", "a2"], ["b3", "c2"]])
    assert texts(response) == [["b2", "c3", "d4", "c5"], ["b3", "c2"]], "what another plays last needs no answer"
    view = bo.play(table, 2, "b2")
    assert view["ply"] == 3 and view["to_move"] == 1 and played(bo, table) == ["a1", "b2", "c3"]
    assert own(ada, table) == {"after": 3, "lines": [[["d4", "d4"], ["c5", "c5"]]]}
    assert bo.play(table, 4, "d4")["ply"] == 5 and own(ada, table)["lines"] == []


def test_who_leaves_the_tree_drops_it(open_table):
    table, ada, bo = open_table
    put(ada, table, 1, [["b2", "c3"]])
    assert bo.play(table, 2, "d4")["ply"] == 2 and own(ada, table)["lines"] == []


def test_a_ply_taken_back_drops_it(open_table):
    table, ada, bo = open_table
    put(bo, table, 1, [["b2", "c3", "d4"]])
    ada.act(table, 1, "undo")
    bo.act(table, 1, "take-undo")
    assert own(bo, table)["lines"] == [] and ada.play(table, 1, "a1")["ply"] == 1


def test_both_may_have_some(open_table):
    table, ada, bo = open_table
    put(ada, table, 1, [["b2", "c3", "d4", "c5"]])
    put(bo, table, 1, [["b2", "c3", "d4"]])
    assert bo.play(table, 2, "b2")["ply"] == 5 and played(ada, table)[-3:] == ["c3", "d4", "c5"]


def test_an_offer_is_not_answered_by_them(open_table):
    table, ada, bo = open_table
    put(ada, table, 1, [["b2", "c3"]])
    bo.act(table, 1, "offer-draw")
    assert bo.play(table, 2, "b2")["ply"] == 2


def test_they_are_seen_by_their_owner_alone(server, open_table):
    table, ada, bo = open_table
    before = [guest.show(table) for guest in (bo, server.guest())]
    put(ada, table, 1, [["b2", "c3"]])
    assert [guest.show(table) for guest in (bo, server.guest())] == before
    assert own(bo, table)["lines"] == []
    assert bo.http.get(f"/api/tables/{table}/conditions?player=0").status_code == 403
    assert server.guest().http.get(f"/api/tables/{table}/conditions").status_code == 403


def test_a_rematch_begins_without_them(open_table):
    table, ada, bo = open_table
    put(ada, table, 1, [["b2", "c3"]])
    bo.act(table, 1, "resign")
    ada.act(table, 1, "rematch")
    following = bo.act(table, 1, "rematch")["next"]
    assert own(ada, following)["lines"] == [] == own(bo, following)["lines"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([["a1", "b2"]], "line 1, move 1: "),
        ([["b2", "c3"], ["b2", "c3", "zz", "d4"]], "line 2, move 3: "),
        ([["b2", "c3"], ["b2", "d4"]], "expected one answer to b2, not c3 and d4"),
    ],
)
def test_what_is_no_plan(open_table, lines, message):
    table, ada, _ = open_table
    assert message in put(ada, table, 1, lines, 422)["error"]
    assert put(ada, table, 0, [], 409)


def test_games_with_secrets_or_chance_have_none(server):
    table, ada, _ = pair(server, game="hidden-gomoku", options={"size": 5})
    assert "without secrets" in put(ada, table, 0, [["a1"]], 409)["error"]
