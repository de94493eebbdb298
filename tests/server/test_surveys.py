"""Tests of surveys: games are played, ranked or compared, and what comes of it leaves without names."""

import asyncio
import csv
import io
import json
from types import SimpleNamespace
from typing import Any

import pytest

from lusory.cli.failure import run
from lusory.club.rankings import Ranking
from lusory.club.survey import Survey, SurveyedGame
from lusory.games import find
from lusory.server.game_info import compact
from lusory.server.store import Store
from lusory.server.store.surveys import AskedGame, StoredSurvey
from lusory.server.surveying import Surveying
from lusory.server.workers import NOBODY
from lusory.server.workers.survey_results import survey_result
from tests.server.test_accounts import account

GAMES = [{"game": "susan", "options": {"size": 3}}, {"game": "tic-tac-toe"}, {"game": "hex", "options": {"size": 3}}]


def begun(organiser, method="ranking", **more):
    """A new survey: its name, and the secret to join with."""
    terms = {"title": "Which is best?", "games": GAMES, "way": method} | more
    response = organiser.post("/api/surveys", terms, 201)
    return response["survey"], response["link"].split("#")[1]


def joined(person, survey, secret):
    person.post(f"/api/surveys/{survey}/join", {"secret": secret})


def plays(person, *numbers):
    """Play games of GAMES to their end, alone, and resign."""
    for number in numbers:
        table = person.table(**GAMES[number - 1], seats=["human", "random"])["table"]
        view = person.show(table)
        person.play(table, 1, person.get(f"/api/tables/{table}/plies")["plies"][0])
        while view["ply"] < 2:
            view = person.show(table)
        if view["result"] is None:
            person.act(table, view["ply"], "resign")


def think(person, survey, places, code=200):
    return person.put(f"/api/surveys/{survey}/opinion", {"places": places}, code)


@pytest.fixture(scope="module")
def people(server):
    """Four people with accounts, who have played nothing yet."""
    return [account(server, name) for name in ("SurAda", "SurBo", "SurCy", "SurDi")]


def test_a_ranking_from_invitation_to_export(server, people, tmp_path, capsys):
    ada, bo, cy, di = people
    survey, secret = begun(ada)
    bo.get(f"/api/surveys/{survey}", 404)
    bo.post(f"/api/surveys/{survey}/join", {"secret": "wrong" * 6}, 404)
    for person in (bo, cy):
        joined(person, survey, secret)
    plays(ada, 1, 2, 3)
    plays(bo, 1, 2)
    plays(cy, 1, 3)
    assert [game["played"] for game in bo.get(f"/api/surveys/{survey}")["games"]] == [True, True, False]
    think(bo, survey, [[1], [3]], 409)
    think(bo, survey, [[1]], 422)
    think(bo, survey, [[1], [1, 2]], 422)
    think(bo, survey, [[7], [1]], 409)
    think(bo, survey, [[2], [1]])
    think(bo, survey, [[1], [2]])
    think(cy, survey, [[1], [3]])
    think(ada, survey, [[1], [2, 3]])
    assert bo.get(f"/api/surveys/{survey}")["opinions"] == [[[1], [2]]]
    bo.get(f"/api/surveys/{survey}/result", 403)
    result = ada.get(f"/api/surveys/{survey}/result")
    assert result["voters"] == 3 and result["games"][0]["game"].startswith("SUSAN")
    assert result["games"][0]["low"] < result["games"][0]["strength"] < result["games"][0]["high"]
    bo.put(f"/api/surveys/{survey}", {"closed": True}, 403)
    ada.put(f"/api/surveys/{survey}", {"closed": True})
    think(bo, survey, [[2], [1]], 409)
    di.post(f"/api/surveys/{survey}/join", {"secret": secret}, 404)
    assert bo.get(f"/api/surveys/{survey}/result")["games"] == result["games"]
    text = bo.http.get(f"/api/surveys/{survey}/export.json").text
    assert not any(name in text for name in ("SurAda", "SurBo", "SurCy")) and '"v1"' in text
    (tmp_path / "opinions.json").write_text(text)
    assert run(["survey", str(tmp_path / "opinions.json"), "--json"]) == 0
    recomputed = json.loads(capsys.readouterr().out)
    assert [row["game"] for row in recomputed["games"]] == [row["game"] for row in result["games"]]


def test_a_game_from_before_the_survey_counts_not_though_somebody_talks_about_it_later(server, people):
    ada = people[0]
    table = ada.table(game="hexapawn", seats=["human", "human"], shared=True)["table"]
    ada.act(table, 0, "resign")
    survey, _ = begun(ada, games=[{"game": "hexapawn"}, {"game": "tic-tac-toe"}])
    ada.post(f"/api/tables/{table}/chat", {"text": "That was nice."})
    assert not ada.get(f"/api/surveys/{survey}")["games"][0]["played"]


def test_pairs(server, people):
    ada, bo, *_ = people
    survey, secret = begun(ada, "pairs")
    joined(bo, survey, secret)
    plays(ada, 1, 2, 3)
    think(ada, survey, [[1], [2], [3]], 422)
    think(ada, survey, [[2], [1]])
    think(ada, survey, [[1], [2]])
    think(ada, survey, [[1, 3]])
    opinions = ada.get(f"/api/surveys/{survey}")["opinions"]
    assert sorted(map(str, opinions)) == ["[[1, 3]]", "[[1], [2]]"]
    exported = json.loads(ada.http.get(f"/api/surveys/{survey}/export.json").text)
    assert len(exported["opinions"]) == 2 and len({opinion["voter"] for opinion in exported["opinions"]}) == 1


def test_measures_stand_beside_the_result(server, people, capsys):
    ada = people[0]
    survey, _ = begun(ada)
    plays(ada, 1, 2, 3)
    think(ada, survey, [[1], [2], [3]])
    for options in (["susan", "-o", "size=3"], ["tic-tac-toe"], ["hex", "-o", "size=3"]):
        assert run(["measure", *options, "--games", "40", "--player", "random", "--json"]) == 0
        ada.put(f"/api/surveys/{survey}/measures", {"measurement": capsys.readouterr().out})
    assert run(["measure", "susan", "-o", "size=4", "--games", "40", "--player", "random", "--json"]) == 0
    ada.put(f"/api/surveys/{survey}/measures", {"measurement": capsys.readouterr().out}, 422)
    ada.put(f"/api/surveys/{survey}/measures", {"measurement": "{}"}, 422)
    assert all(game["measured"] for game in ada.get(f"/api/surveys/{survey}")["games"])
    rows = list(csv.DictReader(io.StringIO(ada.http.get(f"/api/surveys/{survey}/export.csv").text)))
    assert len(rows) == 3 and float(rows[0]["first"]) >= 0
    assert {"measure", "rho", "p", "corrected"} <= set(ada.get(f"/api/surveys/{survey}/result")["measures"][0])


def test_what_is_asked_wrongly_is_refused(server, people):
    ada = people[0]
    ada.post("/api/surveys", {"title": "", "games": GAMES}, 422)
    ada.post("/api/surveys", {"title": "one", "games": GAMES[:1]}, 422)
    ada.post("/api/surveys", {"title": "twice", "games": [GAMES[1], GAMES[1]]}, 422)
    ada.post("/api/surveys", {"title": "none", "games": [*GAMES, {"game": "nosuch"}]}, 404)
    server.guest().post("/api/surveys", {"title": "guest", "games": GAMES}, 401)
    ada.get("/api/surveys/NOSUCH", 404)


def test_a_new_link_replaces_the_one_before(server, people):
    ada, bo, *_ = people
    survey, secret = begun(ada)
    bo.post(f"/api/surveys/{survey}/invitation", {}, 404)
    link = ada.post(f"/api/surveys/{survey}/invitation", {})["link"]
    bo.post(f"/api/surveys/{survey}/join", {"secret": secret}, 404)
    joined(bo, survey, link.split("#")[1])
    bo.post(f"/api/surveys/{survey}/invitation", {}, 403)
    assert ada.http.request("DELETE", f"/api/surveys/{survey}").status_code == 200
    bo.get(f"/api/surveys/{survey}", 404)


def test_pages(server, people):
    ada, bo, _, di = people
    survey, secret = begun(ada, title="<b>Best</b>", text="Be <i>fair</i>.")
    page = ada.http.get(f"/surveys/{survey}").text
    assert "&lt;b&gt;Best" in page and "<b>Best" not in page and 'id="invite"' in page
    assert "Best" not in bo.http.get(f"/surveys/{survey}").text
    assert "Best" not in server.guest().http.get(f"/surveys/{survey}").text
    joined(bo, survey, secret)
    assert 'id="invite"' not in bo.http.get(f"/surveys/{survey}").text
    assert "&lt;b&gt;Best" in ada.http.get("/surveys").text
    assert di.http.get("/surveys").status_code == 200


def test_who_deletes_his_account_leaves_no_opinion(server):
    ada, bo = account(server, "SurEve"), account(server, "SurFay")
    survey, secret = begun(ada)
    joined(bo, survey, secret)
    plays(bo, 1, 2)
    think(bo, survey, [[1], [2]])
    export = bo.get("/api/account/export")
    assert export["surveys"][0]["places"] == [[1], [2]] and not export["organised_surveys"]
    assert [joining["title"] for joining in export["joined_surveys"]] == [export["surveys"][0]["title"]]
    organised = ada.get("/api/account/export")
    assert [own["title"] for own in organised["organised_surveys"]] == [export["surveys"][0]["title"]]
    assert [game["number"] for game in organised["organised_games"]][:2] == [1, 2]
    assert bo.http.request("DELETE", "/api/account", json={"id": "SurFay"}).status_code == 200
    result = ada.get(f"/api/surveys/{survey}/result")
    assert result["voters"] == 0 and ada.get(f"/api/surveys/{survey}")["people"] == ["SurEve"]
    assert ada.http.request("DELETE", "/api/account", json={"id": "SurEve"}).status_code == 200


def test_a_game_of_ones_own_is_played_and_measured_in_a_survey(server, people, tmp_path, capsys):
    ada, bo, *_ = people
    value = json.loads(compact(find("hex").build(size=3)).replace("Hex", "Ada's game"))
    survey, secret = begun(ada, games=[{"value": value}, {"game": "tic-tac-toe"}])
    joined(bo, survey, secret)
    first, other = bo.get(f"/api/surveys/{survey}")["games"]
    assert (first["own"], first["game"], other["own"]) == (True, "", False)
    rules = bo.get(f"/api/surveys/{survey}/games/1")
    bo.get(f"/api/surveys/{survey}/games/2", 404)
    account(server, "SurNobody").get(f"/api/surveys/{survey}/games/1", 404)
    for terms in ({"value": rules}, {"game": "tic-tac-toe"}):
        table = bo.table(**terms, seats=["human", "human"], shared=True)["table"]
        bo.play(table, 1, bo.get(f"/api/tables/{table}/plies")["plies"][0])
        bo.play(table, 2, bo.get(f"/api/tables/{table}/plies")["plies"][0])
        bo.act(table, 2, "resign")
    think(bo, survey, [[1], [2]])
    file = tmp_path / "own.json"
    file.write_text(json.dumps(rules))
    assert run(["measure", str(file), "--games", "20", "--json"]) == 0
    output = ada.put(f"/api/surveys/{survey}/measures", {"measurement": capsys.readouterr().out})
    assert output["game"] == first["title"]
    assert begun_with(ada, [{"value": value}, {"value": value}]) == "games"
    assert begun_with(ada, [{"value": {"no": "game"}}, {"game": "susan"}])


def begun_with(organiser, games):
    """What is refused of games that make no survey."""
    return organiser.post("/api/surveys", {"title": "x", "games": games, "way": "pairs"}, 422)["at"] or "value"


class CountedPool:
    """A pool that answers here, and counts how often it was asked."""

    def __init__(self):
        self.asked = 0

    async def ask(self, request, seconds, caller):
        self.asked += 1
        return survey_result(request)


def test_a_result_is_computed_outside_the_server_and_once(tmp_path):
    """With many opinions and measures it takes long, and everybody at the survey may ask for it."""
    asked = [AskedGame(number, "", {}, f"game {number}", str(number), {"m": number}, None) for number in (1, 2, 3)]
    survey = StoredSurvey("s", "o", "Which?", "", "ranking", 0, False, tuple(asked))
    opinions = (Ranking((("game 1",), ("game 2",), ("game 3",)), voter="v1"),)
    collected = Survey("Which?", tuple(SurveyedGame(game.title, game.hash) for game in asked), opinions)

    async def work():
        store = await Store.open(f"sqlite:///{tmp_path}/s.db")
        pools = SimpleNamespace(ratings=CountedPool())
        people: Any = SimpleNamespace(store=store)
        games: Any = SimpleNamespace(pools=pools)
        surveying = Surveying(people, games)
        found = [await surveying.result(survey, collected, NOBODY) for _ in range(2)]
        await store.close()
        return found, pools.ratings.asked

    (first, second), times = asyncio.run(work())
    assert first == second and times == 1
    assert [row["game"] for row in first["games"]] == ["game 1", "game 2", "game 3"]
    assert first["measures"][0]["measure"] == "m" and first["voters"] == 1
