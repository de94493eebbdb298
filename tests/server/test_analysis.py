"""Tests of the analysis of a table: it shows a search's report and leaks no secret."""

import pytest

from lusory.games import find
from lusory.rules import codec
from tests.server.running_server import pair

GOMOKU = {"game": "hidden-gomoku", "options": {"size": 5}}
SUSAN = {"game": "susan", "options": {"size": 4}}
OPENING = ["C3", "x"]
SECRET, COLUMNS = "B2:row", "BD"


def answer_kind(stream):
    """The kind of an answer: what it is made of, without numbers and plies."""
    message = stream.next()
    return sorted(message), [sorted(ply) for ply in message.get("plies", [])[:1]]


def test_guessing_the_plies_of_a_table_tells_nothing(server):
    """Somebody who tries each hidden target in turn gets answers of one kind; the right guess, too."""
    table, first, second = pair(server, **GOMOKU)
    for ply, text in enumerate([*OPENING, SECRET], 1):
        (second if ply == 2 else first).play(table, ply, text)
    replies = {}
    for asker in (second, server.guest()):
        for column in COLUMNS:
            guess = [*OPENING, f"{column}2:row"]
            for plies in (guess, [*guess, "reveal:none"]):
                with asker.analysis(**GOMOKU, plies=plies) as stream:
                    replies[column, len(plies), asker is second] = answer_kind(stream)
    assert len(replies) == 8 and len({str(kind) for kind in replies.values()}) == 1, replies
    assert "error" not in next(iter(replies.values()))[0]


@pytest.mark.parametrize("game", [GOMOKU, SUSAN], ids=lambda game: game["game"])
def test_between_people_nobody_analyses_before_the_end(server, game):
    table, first, second = pair(server, **game)
    for asker in (first, second, server.guest()):
        for ply in (None, 0):
            with asker.analysis(table=table, **({} if ply is None else {"ply": ply})) as stream:
                assert stream.next() == {"error": "no analysis between people until the game is over"}
    first.act(table, 0, "resign")
    for asker in (first, server.guest()):
        with asker.analysis(table=table, ply=0) as stream:
            assert "error" not in stream.next()


def test_who_plays_a_machine_analyses_his_own_game(server):
    """Nobody else does: he might tell the player."""
    guest = server.guest()
    table = guest.table(**SUSAN, seats=["human", "random"])["table"]
    with guest.analysis(table=table) as stream:
        assert "error" not in stream.next()
    with server.guest().analysis(table=table) as stream:
        assert "until the game is over" in stream.next()["error"]


def test_games_of_machines_are_anybodys_where_nothing_is_secret(server):
    """A hidden game of machines shows its secrets to nobody."""
    guest = server.guest()
    open_, hidden = [guest.table(**game, seats=["best:10s", "best:10s"])["table"] for game in (SUSAN, GOMOKU)]
    with guest.analysis(table=open_) as stream:
        assert "error" not in stream.next()
    with guest.analysis(table=hidden) as stream:
        assert "hidden stones" in stream.next()["error"]


def test_who_plays_a_machine_at_a_game_with_secrets_is_told_what_follows_from_what_he_knows(server):
    guest = server.guest()
    table = guest.table(**GOMOKU, seats=["human", "random"])["table"]
    with guest.analysis(table=table) as stream:
        assert "error" not in stream.next()
    with server.guest().analysis(table=table) as stream:
        assert "until the game is over" in stream.next()["error"]


def test_a_guests_table_is_as_fair(server):

    table, first, _ = pair(server, value=codec.document(find("susan").build(size=4)))
    with first.analysis(table=table) as stream:
        assert stream.next() == {"error": "no analysis between people until the game is over"}
    first.act(table, 0, "resign")
    with first.analysis(table=table, ply=0) as stream:
        assert "error" not in stream.next()


def test_whether_analysis_is_allowed_is_told(server):
    me, friend = server.guest(), server.guest()
    for game, seats, allowed in (
        ("susan", ["level:1", "random"], True),
        ("hidden-gomoku", ["level:1", "random"], False),
        ("susan", ["human", "level:1"], True),
        ("hidden-gomoku", ["human", "level:1"], False),
        ("susan", ["human", "human"], False),
    ):
        table = me.table(game=game, seats=seats)["table"]
        assert me.show(table)["analysis"] is allowed
        if "human" in seats:
            assert friend.show(table)["analysis"] is False
            assert me.act(table, me.show(table)["ply"], "resign")["analysis"] is True
            assert friend.show(table)["analysis"] is True
