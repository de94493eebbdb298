"""Tests of invitations: each is claimed once and gives no access to another seat."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.running_server import Guest, invitation, pair

HIDDEN = {"game": "hidden-gomoku", "options": {"size": 5}}
SUSAN = {"game": "susan", "options": {"size": 3}}


def invited(server, **terms):
    """A host with a table, and the link to the other seat."""
    host = server.guest()
    new_table = host.table(**({"seats": ["human", "human"]} | SUSAN | terms))
    return host, new_table, next(seat["link"] for seat in new_table["seats"] if "link" in seat)


def claim(guest, link, code=200, **more):
    table, secret = invitation(link)
    return guest.post(f"/api/tables/{table}/claim", {"secret": secret, **more}, code)


def secrets_of(new_table):
    """All that whoever made a table was given."""
    secrets = [seat.get(kind, "") for seat in new_table["seats"] for kind in ("token", "code", "link")]
    return [secret.rpartition("#")[2] for secret in secrets if secret]


def holds(server, table, secret):
    """The seats that a secret opens, however it is used."""
    bot = server.guest(secret)
    view = bot.http.get(f"/api/tables/{table}")
    seats = set(view.json().get("you", [])) if view.status_code == 200 else set()
    thief = server.guest()
    thief.http.post(f"/api/tables/{table}/claim", json={"secret": secret})
    thief.http.post("/api/recover", json={"code": secret})
    return seats | set(thief.show(table)["you"])


def test_whoever_made_the_table_has_no_key_to_a_friends_seat(server):
    """He sees nothing of the friend's, reads none of his notes and does nothing for him: before the claim and after."""
    host, created, link = invited(server, **HIDDEN)
    table, friend = created["table"], server.guest()
    own_secrets = [
        secret for seat in created["seats"] if seat["player"] == 0 for secret in (seat["token"], seat["code"])
    ]
    assert {player for secret in own_secrets for player in holds(server, table, secret)} == {0}
    claim(friend, link)
    host.play(table, 1, "C3")
    friend.play(table, 2, "x")
    friend.put(f"/api/tables/{table}/notes", {"text": "I shall go to A1"})
    for secret in secrets_of(created):
        assert 1 not in holds(server, table, secret), secret
    assert host.show(table)["you"] == [0]
    for path, code in ((f"/api/tables/{table}/notes", 403), (f"/api/tables/{table}/plies", 200)):
        response = host.http.get(path, params={"player": 1})
        assert response.status_code == code and "I shall" not in response.text
    for act in ("name", "code"):
        assert host.act(table, 2, act, 403, player=1, text="x")["error"]
    for path in ("release", "token", "only-me"):
        host.post(f"/api/tables/{table}/{path}", {"player": 1}, 403)
    host.post(f"/api/tables/{table}/invite", {"player": 1}, 409)
    assert host.act(table, 2, "resign")["result"]["values"] == [0.0, 1.0], "he can resign for himself alone"


def test_opening_the_link_changes_and_tells_nothing(server):
    host, new_table, link = invited(server)
    before = host.show(new_table["table"])
    page = [server.guest().http.get(link) for _ in range(3)]
    assert {response.status_code for response in page} == {200} and len({response.text for response in page}) == 1
    assert "Take the seat" in page[0].text and not any(response.cookies for response in page)
    secret = link.rpartition("#")[2]
    sent = page[0].request.url.raw_path.decode()
    assert secret not in page[0].text and secret not in sent, "it is never sent by opening the link"
    response = server.guest().post(f"/api/tables/{new_table['table']}/invitation", {"secret": secret})
    assert response == {"player": 1, "title": "SUSAN", "names": ["First", "Second"]}
    after = host.show(new_table["table"])
    assert before == after and not after["seats"][1]["taken"]
    claim(server.guest(), link)


def test_an_invitation_works_once(server):
    host, _, link = invited(server)
    table, secret = invitation(link)
    claimed = claim(server.guest(), link, name="Bo")
    assert claimed["player"] == 1 and claimed["code"]
    view = host.show(table)
    assert view["seats"][1]["taken"] and view["seats"][1]["name"] == "Bo"
    assert "used or withdrawn" in claim(server.guest(), link, 404)["error"]
    assert server.guest().post(f"/api/tables/{table}/invitation", {"secret": secret}, 404)["at"] == "secret"


def test_of_many_claims_at_once_one_wins(server):
    *_, link = invited(server)
    guests = [server.guest() for _ in range(20)]
    table, secret = invitation(link)
    with ThreadPoolExecutor(20) as threads:
        answers = list(
            threads.map(lambda g: g.http.post(f"/api/tables/{table}/claim", json={"secret": secret}), guests)
        )
    assert sorted(response.status_code for response in answers) == [200] + [404] * 19
    assert sum(guest.show(table)["you"] == [1] for guest in guests) == 1


def test_another_sites_page_cannot_claim(server):
    _, _, link = invited(server)
    table, secret = invitation(link)
    response = server.guest().http.post(
        f"/api/tables/{table}/claim", json={"secret": secret}, headers={"Origin": "https://evil.example"}
    )
    assert response.status_code == 403
    claim(server.guest(), link)


def test_a_new_link_takes_the_place_of_the_old(server):
    host, new_table, link = invited(server)
    table = new_table["table"]
    server.guest().post(f"/api/tables/{table}/invite", {"player": 1}, 403)
    fresh = host.post(f"/api/tables/{table}/invite", {"player": 1})["link"]
    claim(server.guest(), link, 404)
    claim(server.guest(), fresh)
    assert "this seat is taken" in host.post(f"/api/tables/{table}/invite", {"player": 1}, 409)["error"]
    assert "no free seat" in host.post(f"/api/tables/{table}/invite", {}, 409)["error"]


def test_a_program_claims_with_a_token_of_its_own(server):
    _, new_table, link = invited(server)
    token = claim(server.guest(), link, program=True)["token"]
    bot = server.guest(token)
    assert bot.show(new_table["table"])["you"] == [1]
    fresh = bot.post(f"/api/tables/{new_table['table']}/token", {})["token"]
    assert server.guest(token).http.get(f"/api/tables/{new_table['table']}").status_code == 401
    assert server.guest(fresh).show(new_table["table"])["you"] == [1]


def test_a_table_made_for_two_others(server):
    host = server.guest()
    new_table = host.table(**SUSAN, seats=["human", "human"], mine=[])
    links = [seat["link"] for seat in new_table["seats"]]
    assert len(links) == 2 and all(set(seat) == {"player", "link"} for seat in new_table["seats"])
    guests = [server.guest(), server.guest()]
    for player, (guest, link) in enumerate(zip(guests, links, strict=True)):
        assert claim(guest, link)["player"] == player
    assert host.show(new_table["table"])["you"] == []


def rematch(first, second, table):
    """The table of a rematch that both want."""
    first.act(table, 0, "resign")
    first.act(table, 0, "rematch")
    return second.act(table, 0, "rematch")["next"]


def test_a_rematch_gives_fresh_keys(server):
    """Browsers sit at the new table; programs claim it with their old token, once; nobody has the other's key."""
    host, created, link = invited(server)
    bot_token = claim(server.guest(), link, program=True)["token"]
    bot, table = server.guest(bot_token), created["table"]
    following = rematch(host, bot, table)
    assert host.show(following)["you"] == [1]
    assert bot.http.get(f"/api/tables/{following}").status_code == 401, "the old token opens nothing"
    for secret in secrets_of(created):
        response = server.guest(secret).http.get(f"/api/tables/{following}")
        assert response.status_code == 401 or response.json()["you"] == [], "what the host was given is no key to it"
    claimed = server.guest().post(f"/api/tables/{following}/claim", {"secret": bot_token, "program": True})
    assert claimed["player"] == 0 and server.guest(claimed["token"]).show(following)["you"] == [0]
    server.guest().post(f"/api/tables/{following}/claim", {"secret": bot_token, "program": True}, 404)
    host.post(f"/api/tables/{following}/invite", {"player": 0}, 409)


def test_until_a_program_has_claimed_its_rematch_nobody_else_is_invited(server):
    host, new_table, link = invited(server)
    token = claim(server.guest(), link, program=True)["token"]
    following = rematch(host, server.guest(token), new_table["table"])
    host.post(f"/api/tables/{following}/invite", {"player": 0}, 409)


def test_only_the_holder_gives_a_seat_up(server):
    table, host, friend = pair(server, **HIDDEN)
    friend.put(f"/api/tables/{table}/notes", {"text": "mine"})
    code = friend.act(table, 0, "code")["code"]
    released = friend.post(f"/api/tables/{table}/release", {})
    assert friend.show(table)["you"] == [] and not host.show(table)["seats"][1]["taken"]
    assert server.guest().post("/api/recover", {"code": code}, 404)["at"] == "code"
    heir = server.guest()
    claim(heir, released["link"])
    assert heir.get(f"/api/tables/{table}/notes") == {"cells": {}, "text": ""}, "notes go with who wrote them"
    assert heir.show(table)["you"] == [1]


def test_a_seat_with_secrets_that_was_given_up_is_its_last_holders_to_hand_on(server):
    """Or the opponent could make a link, claim the seat and look at the hidden stones."""
    table, host, friend = pair(server, **HIDDEN)
    for ply, (guest, text) in enumerate([(host, "C3"), (friend, "x"), (host, "B2:row"), (friend, "reveal:none")], 1):
        guest.play(table, ply, text)
    link = friend.post(f"/api/tables/{table}/release", {})["link"]
    assert "has the link" in host.post(f"/api/tables/{table}/invite", {"player": 1}, 409)["error"]
    heir = server.guest()
    claim(heir, link)
    assert heir.show(table)["you"] == [1]


def test_a_stream_of_a_seat_that_was_given_up_ends(server):
    table, _, friend = pair(server, **SUSAN)
    with friend.stream(table) as stream:
        assert stream.shown()["you"] == [1]
        friend.post(f"/api/tables/{table}/release", {})
        with pytest.raises(Exception, match=r"1012|closed|sent"):
            for _ in range(5):
                stream.next()


def test_the_holder_puts_out_every_other_device(server):
    table, _, friend = pair(server, **SUSAN)
    other, token = server.guest(), friend.post(f"/api/tables/{table}/token", {})["token"]
    other.post("/api/recover", {"code": friend.act(table, 0, "code")["code"]})
    assert other.show(table)["you"] == [1]
    friend.post(f"/api/tables/{table}/only-me", {})
    assert other.show(table)["you"] == [] and friend.show(table)["you"] == [1]
    assert server.guest(token).http.get(f"/api/tables/{table}").status_code == 401


def test_at_one_screen_all_stays_as_it_is(server):
    host = server.guest()
    new_table = host.table(**SUSAN, seats=["human", "human"], shared=True)
    assert host.show(new_table["table"])["you"] == [0, 1] and not any("link" in seat for seat in new_table["seats"])
    host.post(f"/api/tables/{new_table['table']}/release", {}, 409)


def test_a_link_of_an_earlier_version_says_so(server):
    new_table = server.guest().table(**SUSAN, seats=["human", "human"])
    guest: Guest = server.guest()
    response = guest.http.get(f"/t/{new_table['table']}/seat/x", headers={"Accept": "text/html"})
    assert response.status_code == 410 and "Ask for a new one" in response.text
    assert guest.show(new_table["table"])["you"] == []
