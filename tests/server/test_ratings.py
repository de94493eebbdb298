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
    assert f'<th scope="row">SUSAN</th><td>{mine["text"]}</td>' in server.guest().http.get("/people/Rat1").text


def standing(server, name):
    return table_of(server).get(name, {"won": 0, "lost": 0})


def test_nobody_gives_up_the_seat_of_a_rated_game_that_goes_on(server, people):
    first, second, _ = people
    table = accept(second, challenge(first, to="Rat2", side="first", rated=True))["table"]
    refused = second.post(f"/api/tables/{table}/release", {}, 409)
    assert "this game is rated" in refused["error"] and second.show(table)["you"] == [1]
    first.play(table, 1, "a1")
    second.act(table, 1, "resign")
    assert "link" in second.post(f"/api/tables/{table}/release", {})


@pytest.mark.parametrize("hands_on_to", ["browser", "account"])
def test_a_loss_is_of_who_began_the_game_whoever_holds_the_seat_at_its_end(server, people, hands_on_to):
    first, loser = people[0], account(server, f"Loser{hands_on_to}"[:20])
    table = accept(loser, challenge(first, to=loser.name, side="first", rated=True))["table"]
    first.play(table, 1, "a1")
    other = server.guest() if hands_on_to == "browser" else account(server, "Throwaway1")
    other.post("/api/recover", {"code": loser.act(table, 1, "code")["code"]})
    other.post(f"/api/tables/{table}/only-me", {})
    assert other.show(table)["you"] == [1] and loser.show(table)["you"] == []
    won = standing(server, "Rat1")["won"]
    other.act(table, 1, "resign")
    assert (standing(server, "Rat1")["won"], standing(server, loser.name)["lost"]) == (won + 1, 1)
    assert "Throwaway1" not in table_of(server)


def test_a_rematch_counts_to_who_holds_the_seat_then(server, people):
    first, second, third = people
    table = resigned(first, second, to="Rat2", rated=True)
    third.sit(second.post(f"/api/tables/{table}/release", {})["link"])
    lost = standing(server, "Rat2")["lost"], standing(server, "Rat3")["lost"]
    first.act(table, 1, "rematch")
    following = third.act(table, 1, "rematch")["next"]
    third.play(following, 1, "a1")
    third.act(following, 1, "resign")
    assert (standing(server, "Rat2")["lost"], standing(server, "Rat3")["lost"]) == (lost[0], lost[1] + 1)


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
