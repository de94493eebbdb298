"""Rated games against levels of the machine, kept ratings, and `lusory host ratings`."""

import pytest
import sqlalchemy as sa

from lusory.cli.failure import run
from lusory.club.glicko import RatedGame, rate
from lusory.server.store.kept_ratings import largest_difference
from tests.server.running_server import Server
from tests.server.test_accounts import account

SUSAN = {"game": "susan", "options": {"size": 2}}
LEVEL = {"seats": ["human", "level:1"], "rated": True}


def lost(guest):
    """A rated game against a level of the machine that its person gives up."""
    table = guest.table(**SUSAN, **LEVEL)["table"]
    guest.play(table, 1, guest.get(f"/api/tables/{table}/plies")["plies"][0])
    view = guest.show(table)
    while (
        not view["result"]
        and guest.http.post(f"/api/tables/{table}/acts", json={"ply": view["ply"], "act": "resign"}).status_code == 409
    ):  # the machine has answered meanwhile
        view = guest.show(table)
    return table


def rows(guest):
    return {row["player"]: row for row in guest.get("/api/games/susan/ratings")["standings"]}


def test_a_level_is_rated_under_its_own_name(server):
    person = account(server, "Mach1")
    before = rows(person).get("level:1", {"lost": 0, "won": 0})
    table = lost(person)
    assert person.show(table)["result"]["by"] == "resignation"
    after = rows(person)
    assert after["level:1"]["won"] == before["won"] + 1
    assert after["Mach1"]["rating"] < 1500 < after["level:1"]["rating"]
    assert "level:1" in server.guest().http.get("/api/games/susan/ratings").text


def test_nobody_is_helped_in_a_rated_game(server):
    person = account(server, "Mach2")
    table = person.table(**SUSAN, **LEVEL)["table"]
    can = person.show(table)["can"]
    assert person.show(table)["clock"]["kind"] == "days", "else who is losing need never end it"
    assert "hint" not in can and not person.show(table)["analysis"]
    person.act(table, 0, "hint", 409)
    person.play(table, 1, person.get(f"/api/tables/{table}/plies")["plies"][0])
    assert "undo" not in person.show(table)["can"]
    with person.analysis(table=table) as stream:
        assert "rated" in stream.next()["error"]
    free = person.table(**SUSAN, seats=["human", "level:1"])["table"]
    assert "hint" in person.show(free)["can"] and person.show(free)["analysis"]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"seats": ["human", "random"]}, 422),
        ({"seats": ["human", "human"]}, 422),
        ({"seats": ["level:1", "level:2"]}, 422),
        ({"seats": ["human", "level:1"], "plies": ["a1"]}, 422),
        ({"seats": ["human", "level:1"], "seed": 3}, 422),
        ({"seats": ["human", "level:1"], "mine": []}, 422),
    ],
)
def test_what_is_no_rated_game(server, terms, code):
    person = account(server, f"Mach{abs(hash(str(terms))) % 10**9}")
    person.post("/api/tables", SUSAN | {"rated": True} | terms, code)


def test_rated_games_need_an_account(server):
    assert server.guest().post("/api/tables", SUSAN | LEVEL, 401)["at"] == "rated"


def test_recomputed_ratings_are_those_that_were_kept(tmp_path, capsys):
    server = Server(tmp_path)
    try:
        person = account(server, "Ada")
        lost(person)
        host = ["host", "ratings", "--data", str(tmp_path)]
        assert run([*host, "--recompute"]) == 0
        assert "susan: 2 players, 1 game: nothing was kept" in capsys.readouterr().out
        rows_before = rows(person)
        assert run([*host, "--recompute"]) == 0
        assert "susan: 2 players, 1 game: the same numbers" in capsys.readouterr().out
        assert rows(person) == rows_before
        lost(person)
        assert rows(person)["level:1"]["won"] == 2, "a new result is counted at once"
        base = sa.create_engine(f"sqlite:///{tmp_path / 'lusory.db'}")
        with base.begin() as c:
            stored = c.scalar(sa.text("SELECT ratings FROM kept_rating_parts"))
            c.execute(
                sa.text("UPDATE kept_rating_parts SET ratings = :r"), {"r": stored.replace('"rating":1', '"rating":2')}
            )
        assert run([*host, "--recompute"]) == 1
        output = capsys.readouterr()
        assert "differs by" in output.out and "susan" in output.err
        with base.begin() as c:
            c.execute(sa.text("UPDATE rated_games SET score = 0.5"))
        assert run([*host, "--recompute"]) == 1
        assert "other results at the tables" in capsys.readouterr().out
        base.dispose()
    finally:
        server.stop()


def test_differences_of_numbers():
    games = [RatedGame(("a", "b"), (1.0, 0.0), 1)]
    ratings = rate(games)
    assert largest_difference(ratings, rate(games)) == 0.0
    assert largest_difference(ratings, rate([*games, *games])) > 1
    assert largest_difference(ratings, rate([RatedGame(("a", "c"), (1.0, 0.0), 1)])) == float("inf")
