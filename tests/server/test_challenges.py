"""Tests of challenges (direct, open, standing), my games, and the search for boards."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from lusory.games import find
from lusory.rules import codec
from tests.server.test_accounts import account, signed

SUSAN = {"game": "susan", "options": {"size": 3}}
DAYS = {"kind": "days", "days": 3.0}


@pytest.fixture(scope="module")
def people(server):
    """Three accounts."""
    return [account(server, name) for name in ("Cha1", "Cha2", "Cha3")]


def challenge(guest, code=201, **terms):
    return guest.post("/api/challenges", SUSAN | terms, code)


def accept(guest, offered, code=200):
    return guest.post(f"/api/challenges/{offered['challenge']}/accept", {}, code)


def ids(rows):
    return {row["challenge"] for row in rows}


def test_a_direct_challenge_is_accepted(server, people):
    first, second, third = people
    direct = challenge(first, to="cha2", side="first", clock=DAYS, rated=True)
    assert (direct["by"], direct["to"], direct["rated"]) == ("Cha1", "Cha2", True)
    assert direct["challenge"] in ids(second.get("/api/challenges")["to_you"])
    assert direct["challenge"] in ids(first.get("/api/challenges")["yours"])
    lists = third.get("/api/challenges")
    assert direct["challenge"] not in ids(lists["open"]) | ids(lists["to_you"])
    accept(third, direct, 404)
    accept(first, direct, 409)
    accept(server.guest(), direct, 401)
    table = accept(second, direct)["table"]
    accept(second, direct, 404)
    view = first.show(table)
    assert view["you"] == [0] and [seat["name"] for seat in view["seats"]] == ["Cha1", "Cha2"]
    assert view["clock"]["kind"] == "days" and all(seat["taken"] for seat in view["seats"])
    assert signed(server, "Cha2").show(table)["you"] == [1] and third.show(table)["you"] == []
    first.play(table, 1, "a1")
    [row] = [row for row in server.guest().get("/api/tables", game="susan")["tables"] if row["table"] == table]
    assert row["rated"]
    second.act(table, 1, "resign")
    first.act(table, 1, "rematch")
    following = second.act(table, 1, "rematch")["next"]
    assert (first.show(following)["you"], second.show(following)["you"]) == ([1], [0])


def test_declined_and_withdrawn(server, people):
    first, second, third = people
    offered = challenge(first, to="Cha2")
    third.post(f"/api/challenges/{offered['challenge']}/decline", {}, 404)
    assert second.post(f"/api/challenges/{offered['challenge']}/decline", {}) == {"declined": offered["challenge"]}
    assert offered["challenge"] not in ids(first.get("/api/challenges")["yours"])
    offered = challenge(first, to="Cha2")
    assert second.http.request("DELETE", f"/api/challenges/{offered['challenge']}").status_code == 403
    assert first.http.request("DELETE", f"/api/challenges/{offered['challenge']}").status_code == 200
    accept(second, offered, 404)


def test_an_open_challenge_is_had_by_one_alone(server, people):
    offered = challenge(people[0], side="second")
    assert offered["challenge"] in ids(server.guest().get("/api/challenges", game="susan")["open"])
    assert offered["challenge"] not in ids(server.guest().get("/api/challenges", game="hex")["open"])
    people[1].post(f"/api/challenges/{offered['challenge']}/decline", {}, 409)
    path = f"/api/challenges/{offered['challenge']}/accept"
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda guest: guest.http.post(path, json={}), people[1:]))
    assert sorted(response.status_code for response in answers)[0] == 200
    assert sorted(response.status_code for response in answers)[1] in (404, 409)
    [table] = [response.json()["table"] for response in answers if response.status_code == 200]
    assert people[0].show(table)["you"] == [1]


def test_a_standing_challenge_stays_for_the_next(server, people):
    creator, acceptor, later_acceptor = people
    open_challenge = challenge(creator, standing=True, game="hex", options={"size": 3})
    first = accept(acceptor, open_challenge)["table"]
    second = accept(later_acceptor, open_challenge)["table"]
    assert first != second and open_challenge["challenge"] in ids(creator.get("/api/challenges")["yours"])
    game = server.guest().show(first)["game"]["title"]
    assert game in accept(acceptor, open_challenge, 409)["error"]
    creator.act(first, 0, "abort")
    creator.http.request("DELETE", f"/api/challenges/{open_challenge['challenge']}")


def test_who_accepts_a_standing_challenge_several_times_at_once_gets_one_game(server, people):
    creator, acceptor, _ = people
    open_challenge = challenge(creator, standing=True, game="hex", options={"size": 4})

    def accepted(_):
        guest = server.guest()
        guest.http.cookies = acceptor.http.cookies
        return guest.http.post(f"/api/challenges/{open_challenge['challenge']}/accept", json={})

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(accepted, range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    [table] = [answer.json()["table"] for answer in answers if answer.status_code == 200]
    creator.act(table, 0, "abort")
    creator.http.request("DELETE", f"/api/challenges/{open_challenge['challenge']}")


def test_who_is_blocked_challenges_nobody(server, people):
    first, second, _ = people
    open_challenge, direct = challenge(first), challenge(first, to="Cha2")
    second.put("/api/people/Cha1", {"block": True})
    try:
        assert "blocked" in challenge(first, 403, to="Cha2")["error"]
        assert "blocked" in challenge(second, 403, to="Cha1")["error"]
        assert open_challenge["challenge"] not in ids(second.get("/api/challenges")["open"])
        accept(second, open_challenge, 403)
        accept(second, direct, 403)
        challenge_of_two = challenge(second)
        assert challenge_of_two["challenge"] not in ids(first.get("/api/challenges")["open"])
        accept(first, challenge_of_two, 403)
        second.http.request("DELETE", f"/api/challenges/{challenge_of_two['challenge']}")
    finally:
        second.put("/api/people/Cha1", {"block": False})
    for challenge_made in (open_challenge, direct):
        first.http.request("DELETE", f"/api/challenges/{challenge_made['challenge']}")


@pytest.mark.parametrize(
    ("terms", "code", "at"),
    [({"to": "nobody1"}, 404, "to"), ({"to": "Cha1"}, 422, "to"), ({"game": "none"}, 404, "game"),
     ({"to": "Cha2", "standing": True}, 422, "standing"), ({"options": {"size": 99}}, 422, None),
     ({"side": "third"}, 422, "side"), ({"clock": {"kind": "days", "days": 0}}, 422, "clock")],
)  # fmt: skip
def test_what_is_no_challenge(people, terms, code, at):
    refusal = challenge(people[0], code, **terms)
    assert at is None or refusal["at"] == at


def test_a_guest_challenges_nobody(server):
    challenge(server.guest(), 401)


def test_rules_of_ones_own_are_played_but_not_rated(server, people):
    value = json.loads(json.dumps(codec.document(find("susan").build(size=3))))
    assert people[0].post("/api/challenges", {"value": value, "rated": True}, 422)["at"] == "rated"
    response = people[0].post("/api/challenges", {"value": value, "to": "Cha2", "side": "first"}, 201)
    table = accept(people[1], response)["table"]
    people[0].play(table, 1, "a1")
    assert people[1].show(table)["ply"] == 1


def test_there_are_not_too_many(server):
    challenger = account(server, "Many1")
    challenges_made = [challenge(challenger) for _ in range(30)]
    challenge(challenger, 409)
    for open_challenge in challenges_made:
        challenger.http.request("DELETE", f"/api/challenges/{open_challenge['challenge']}")


def test_nobody_plays_more_games_at_once_than_he_wants_to(server):
    fay, gus, hal = (account(server, name) for name in ("Fay", "Gus", "Hal"))
    assert fay.put("/api/account", {"most_games": 1})["most_games"] == 1
    open_to_all = challenge(fay, standing=True, options={"size": 4})
    accept(gus, challenge(fay, to="Gus"))
    assert "as many games now" in challenge(gus, 409, to="Fay")["error"]
    assert "as many games now" in accept(hal, open_to_all, 409)["error"]
    accept(fay, challenge(gus))
    fay.put("/api/account", {"most_games": -1})
    challenge(gus, to="Fay")


def test_challenges_go_with_their_account(server, people):
    gone = account(server, "Gone5")
    sent, received = challenge(gone), challenge(people[0], to="Gone5")
    assert gone.http.request("DELETE", "/api/account", json={"id": "Gone5"}).status_code == 200
    accept(people[1], sent, 404)
    assert received["challenge"] not in ids(people[0].get("/api/challenges")["yours"])


class TestMyGames:
    def test_first_those_that_wait_for_me(self, server):
        first, second = account(server, "My1"), account(server, "My2")
        mine = accept(second, challenge(first, to="My2", side="first"))["table"]
        theirs = accept(second, challenge(first, to="My2", side="second"))["table"]
        over = accept(second, challenge(first, to="My2", side="first"))["table"]
        first.play(over, 1, "a1")
        second.act(over, 1, "resign")
        waits = challenge(second, to="My1")
        page = first.http.get("/my").text
        at = [page.index(part) for part in ("Your turn", mine, "Waiting", theirs, "Challenges to you",
                                            waits["challenge"], "Finished", over)]  # fmt: skip
        assert at == sorted(at) and "won" in page[at[-1] :]
        assert server.guest().http.get("/my").headers["location"] == "/sign-in"


class TestBoards:
    def test_by_people_result_and_date(self, server):
        finder, opponent, other_opponent = (account(server, name) for name in ("Find1", "Find2", "Find3"))
        first = accept(opponent, challenge(finder, to="Find2", side="first"))["table"]
        second = accept(other_opponent, challenge(finder, to="Find3", side="first"))["table"]
        private = finder.table(**SUSAN, seats=["human", "human"], listed=False)["table"]
        finder.play(first, 1, "a1")
        opponent.act(first, 1, "resign")

        def found(**query):
            return {row["table"] for row in server.guest().get("/api/tables", game="susan", **query)["tables"]}

        assert found(person="find1") == {first, second} and found(person="Find1, Find2") == {first}
        assert found(person="Find1", result="1") == {first} and found(person="Find1", result="2") == set()
        assert found(person="Find1", state="running") == {second} and private not in found()
        moment = server.guest().show(first)["moves"][0]["at"]
        assert found(person="Find1", after=moment) == set() or first not in found(person="Find1", after=moment)
        assert found(person="Find1", since=moment) >= {first} and not found(person="Find1", since=moment + 10**10)
        server.guest().get("/api/tables", 404, person="nobody1")
        server.guest().get("/api/tables", 422, result="best")
        page = server.guest().http.get("/game/susan/boards", params={"person": "Find1", "result": "1"}).text
        assert first in page and second not in page and "Find1 won" in page
        assert "2026-13-99" in server.guest().http.get("/game/susan/boards?since=2026-13-99").text
        assert server.guest().http.get("/game/nonsense/boards").status_code == 404


def test_challenges_and_standings_say_who_is_a_bot(server):
    bot, person = account(server, "Robo1"), account(server, "Human1")
    bot.put("/api/account", {"bot": True})
    offered = challenge(bot, to="Human1", side="first", rated=True)
    assert offered["bot"] and not challenge(person, to="Robo1")["bot"]
    assert [offer["bot"] for offer in person.get("/api/challenges")["to_you"]] == [True]
    assert '<small class="bot">BOT</small>' in person.http.get("/my").text
    table = accept(person, offered)["table"]
    bot.play(table, 1, "a1")
    person.act(table, 1, "resign")
    rows = {row["player"]: row for row in server.guest().get("/api/games/susan/ratings")["standings"]}
    assert (rows["Robo1"]["bot"], rows["Human1"]["bot"]) == (True, False)
    assert "BOT</small>" in server.guest().http.get("/game/susan/standings").text
