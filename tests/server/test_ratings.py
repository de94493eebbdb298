"""Ratings: they are those of the rated games alone; deleted people stay unnamed."""

import pytest

from lusory.club.glicko import RatedGame, rate
from lusory.server.web.ratings import points
from tests.server.test_accounts import account
from tests.server.test_challenges import accept, challenge


@pytest.fixture(scope="module")
def people(server):
    return [account(server, name) for name in ("Rat1", "Rat2", "Rat3")]


def resigned(challenger, opponent, **terms):
    """A game that the challenger begins and the other one loses; its table."""
    table = accept(opponent, challenge(challenger, to=terms.pop("to"), side="first", **terms))["table"]
    challenger.play(table, 1, "a1")
    opponent.act(table, 1, "resign")
    return table


def table_of(server):
    return {row["player"]: row for row in server.guest().get("/api/games/susan/ratings")["standings"]}


def test_only_rated_games_count_and_the_numbers_are_those_of_the_results(server, people):
    first, second, third = people
    resigned(first, second, to="Rat2")
    assert not {"Rat1", "Rat2"} & set(table_of(server))
    resigned(first, second, to="Rat2", rated=True)
    resigned(first, third, to="Rat3", rated=True)
    rows = table_of(server)
    expected = rate([RatedGame(("a", "b"), (1.0, 0.0), 1), RatedGame(("a", "c"), (1.0, 0.0), 2)]).players
    for name, key in (("Rat1", "a"), ("Rat2", "b"), ("Rat3", "c")):
        assert rows[name]["rating"] == round(expected[key].rating)
        assert rows[name]["provisional"] and rows[name]["text"] == f"{rows[name]['rating']}?"
    assert (rows["Rat1"]["won"], rows["Rat1"]["seats"][0]["won"], rows["Rat2"]["lost"]) == (2, 2, 1)
    page = server.guest().http.get("/game/susan/standings").text
    assert "Standings of SUSAN" in page and f"<td>{rows['Rat1']['text']}</td>" in page and "/people/Rat1" in page
    assert "No rated games yet" in server.guest().http.get("/game/hex/standings").text
    assert server.guest().http.get("/game/nothing/standings").status_code == 404
    [mine] = server.guest().get("/api/people/Rat1/ratings")["ratings"]
    assert mine["game"] == "susan" and mine["rating"] == rows["Rat1"]["rating"] == mine["curve"][-1]["rating"]
    assert f"<td>{mine['text']}</td>" in server.guest().http.get("/people/Rat1").text


def test_a_curve_as_points():
    curve = [{"at": 0, "rating": 1500}, {"at": 5, "rating": 1600}, {"at": 10, "rating": 1400}]
    assert points(curve) == "0.0,15.0 50.0,2.0 100.0,28.0"


def test_an_aborted_game_does_not_count(server, people):
    before = table_of(server)
    first, second, _ = people
    table = accept(second, challenge(first, to="Rat2", rated=True))["table"]
    first.act(table, 0, "abort")
    assert table_of(server) == before


def test_who_is_deleted_loses_the_name_and_opponents_keep_their_ratings(server, people):
    first, deleted = people[0], account(server, "Rat4")
    resigned(first, deleted, to="Rat4", rated=True)
    before = table_of(server)
    response = deleted.http.request("DELETE", "/api/account", json={"id": "Rat4"})
    assert response.status_code == 200
    after = table_of(server)
    assert "Rat4" not in after and "deleted account" in after and after["Rat1"] == before["Rat1"]
