"""Tests of tokens of accounts: what a program may do with one, and what it may not."""

import sqlite3

import pytest

from tests.server.test_accounts import account
from tests.server.test_challenges import accept, challenge


def with_token(server, owner, name="engine"):
    """A program that plays as an account, and the token's id."""
    response = owner.post("/api/account/tokens", {"name": name}, 201)
    return server.guest(response["token"]), response["id"]


@pytest.fixture(scope="module")
def people(server):
    return account(server, "Tok1"), account(server, "Tok2")


def test_a_program_plays_as_its_account(server, people):
    first, second = people
    program, _ = with_token(server, first)
    offered = challenge(second, to="Tok1", side="second")
    assert offered["challenge"] in {
        challenge_listed["challenge"] for challenge_listed in program.get("/api/challenges")["to_you"]
    }
    table = accept(program, offered)["table"]
    assert program.show(table)["you"] == first.show(table)["you"] == [0]
    program.play(table, 1, "a1")
    assert table in {row["table"] for row in program.get("/api/mine")["tables"]}
    own_table = program.table(game="susan", options={"size": 3}, seats=["human", "human"])
    assert first.show(own_table["table"])["seats"][0]["name"] == "Tok1"
    with program.stream(table) as stream:
        assert stream.shown()["you"] == [0]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/account", None),
        ("PUT", "/api/account", {"notices": "none"}),
        ("POST", "/api/account/tokens", {"name": "more"}),
        ("DELETE", "/api/account/tokens", {"token": "x"}),
        ("PUT", "/api/account/password", {"password": "x"}),
        ("GET", "/api/account/export", None),
        ("DELETE", "/api/account", {"id": "Tok1"}),
        ("PUT", "/api/people/Tok2", {"block": True}),
    ],
)
def test_a_token_reaches_no_settings(server, people, method, path, body):
    program, _ = with_token(server, people[0], "settings")
    program.http.cookies = people[0].http.cookies  # a program that also brings a cookie gains nothing
    try:
        assert program.http.request(method, path, json=body).status_code == 401
    finally:
        for person in people[0].get("/api/account")["tokens"]:
            if person["name"] == "settings":
                people[0].http.request("DELETE", "/api/account/tokens", json={"token": person["id"]})


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/account/password", {"password": "another long secret of mine"}),
        ("POST", "/api/account/sign-out", {"everywhere": True}),
    ],
    ids=["password", "everywhere"],
)
def test_a_new_password_and_signing_out_everywhere_revoke_all_tokens(server, method, path, body):
    owner = account(server, "Tok" + path[-3:])
    programs = [with_token(server, owner, name)[0] for name in ("mine", "the thief's")]
    other = account(server, "Tok4" + path[-3:])
    kept_token, _ = with_token(server, other)
    assert owner.http.request(method, path, json=body).status_code == 200
    for program in programs:
        assert program.http.get("/api/challenges").status_code == 401
    kept_token.get("/api/challenges")


def test_a_revoked_token_is_good_for_nothing(server, people):
    first, second = people
    program, id_ = with_token(server, first, "short")
    [listed] = [listed_token for listed_token in first.get("/api/account")["tokens"] if listed_token["id"] == id_]
    assert listed["name"] == "short" and listed["scopes"] == ["play"] and listed["used"] is None
    program.get("/api/challenges")
    [listed] = [listed_token for listed_token in first.get("/api/account")["tokens"] if listed_token["id"] == id_]
    assert listed["used"] is not None
    revoked = second.http.request("DELETE", "/api/account/tokens", json={"token": id_})
    assert revoked.status_code == 404, "another's token"
    assert first.http.request("DELETE", "/api/account/tokens", json={"token": id_}).status_code == 200
    assert "not revoked" in program.get("/api/challenges", 401)["error"]
    server.guest("lusory_wrong").get("/api/challenges", 401)


def test_only_the_hash_is_kept(server, people):
    program, _ = with_token(server, people[0], "hashed")
    token = program.headers["Authorization"].split()[1]
    assert token.startswith("lusory_") and len(token) > 35
    file = next(server.data.glob("*.sqlite*"), None) or next(server.data.glob("*.db"))
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as base:
        assert token not in "".join(base.iterdump())


def test_there_are_not_too_many_tokens_and_each_has_a_name(server):
    owner = account(server, "Tok3")
    owner.post("/api/account/tokens", {"name": " "}, 422)
    owner.post("/api/account/tokens", {"name": "x", "scopes": ["everything"]}, 422)
    for n in range(20):
        with_token(server, owner, f"t{n}")
    owner.post("/api/account/tokens", {"name": "x"}, 409)
    server.guest().post("/api/account/tokens", {"name": "x"}, 401)


def test_bots_and_who_plays_no_rated_games_with_them(server):
    bot, person = account(server, "Bot1"), account(server, "Tok5")
    assert bot.put("/api/account", {"bot": True})["bot"] and bot.put("/api/account", {"bot": False}, 409)
    assert server.guest().get("/api/people/Bot1")["bot"] and "BOT" in server.guest().http.get("/people/Bot1").text
    open_challenge = challenge(bot, rated=True)
    person.put("/api/account", {"rated_bots": False})
    assert challenge(bot, 403, to="Tok5", rated=True)["at"] == "rated"
    assert challenge(person, 403, to="Bot1", rated=True)["at"] == "rated"
    accept(person, open_challenge, 403)
    accept(person, challenge(bot, to="Tok5"))
