"""Tests of attacks on seats: only the holder sees, plays or gives up a seat."""

import asyncio
import contextlib
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from lusory.cli.failure import run
from lusory.errors import LusoryError
from lusory.games import find
from lusory.rules import codec
from lusory.server import changes, seating
from lusory.server.game_info import info
from lusory.server.settings import Settings
from lusory.server.store import Behind, Store, StoreFault, hashed, seat_changes, token
from lusory.server.table import Setup
from lusory.server.table_service import TableService
from tests.server.running_server import Server, invitation, pair

HIDDEN = {"game": "hidden-gomoku", "options": {"size": 5}, "seats": ["human", "human"]}
SUSAN = {"game": "susan", "options": {"size": 3}, "seats": ["human", "human"]}
PATIENCE = 20.0


def strings(value):
    """Every text in an answer, and the parts of links."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return {text for part in value for text in strings(part)}
    if not isinstance(value, str):
        return set()
    return {value, value.rpartition("#")[2], value.rpartition("/")[2]}


def claim(guest, link, code=200, **more):
    table, secret = invitation(link)
    return guest.post(f"/api/tables/{table}/claim", {"secret": secret, **more}, code)


def program(server, link):
    """A program that claims a seat; it keeps no cookie."""
    return server.guest(claim(server.guest(), link, program=True)["token"])


def attacks(guest, table):
    """Everything somebody may try who wants to be player 1."""
    base = f"/api/tables/{table}"
    yield guest.http.post(f"{base}/plies", json={"ply": 4, "text": "reveal:none"})
    yield guest.http.get(f"{base}/notes?player=1")
    yield guest.http.put(f"{base}/notes", json={"text": "x", "player": 1})
    yield guest.http.put(f"{base}/contact", json={"feed": True, "player": 1})
    for act in ("code", "name"):
        yield guest.http.post(f"{base}/acts", json={"ply": 3, "act": act, "player": 1, "text": "x"})
    for action in ("release", "token", "only-me", "invite"):
        yield guest.http.post(f"{base}/{action}", json={"player": 1})


def test_nothing_that_the_creator_was_given_opens_the_other_seat(server):
    creator, friend = server.guest(), server.guest()
    created = creator.table(**HIDDEN)
    table, creator_secrets = created["table"], strings(created)
    assert not [seat for seat in created["seats"] if seat["player"] == 1 and {"token", "code"} & set(seat)]
    for secret in creator_secrets:  # before the claim: the invitation is no key
        stranger = server.guest(secret) if secret.isascii() and secret.isprintable() else server.guest()
        view = stranger.http.get(f"/api/tables/{table}?eyes=1")
        assert view.status_code == 401 or view.json()["you"] in ([], [0])
    friend.sit(created["seats"][1]["link"])
    creator.play(table, 1, "C3")
    friend.play(table, 2, "x")
    friend.put(f"/api/tables/{table}/notes", {"text": "mine alone"})
    creator.play(table, 3, "B2:row")
    view_before = friend.show(table)
    for secret in creator_secrets:
        thief = server.guest(secret) if secret.isascii() and secret.isprintable() else server.guest()
        view = thief.http.get(f"/api/tables/{table}?eyes=1")
        assert view.status_code == 401 or view.json()["you"] in ([], [0])
        assert thief.http.post(f"/api/tables/{table}/claim", json={"secret": secret}).status_code in (404, 422)
        for response in attacks(thief, table):
            assert response.status_code in (401, 403, 409), response.text
    for response in attacks(creator, table):
        assert response.status_code in (403, 409), response.text
        assert "mine alone" not in response.text
    for code in creator_secrets:
        answer_to_code = server.guest().http.post("/api/recover", json={"code": code[:60]})
        assert answer_to_code.status_code == 404 or answer_to_code.json()["player"] == 0
    view_after = friend.show(table)
    assert {**view_after, "serial": 0} == {**view_before, "serial": 0}
    assert friend.get(f"/api/tables/{table}/notes")["text"] == "mine alone"
    assert creator.act(table, 3, "resign", player=1)["result"]["values"] == [0.0, 1.0], "resigned for the friend"


def test_previews_fetch_a_link_and_change_nothing(server):
    creator = server.guest()
    created = creator.table(**HIDDEN, names=["Ada", "Bo"])
    link = created["seats"][1]["link"]
    view_before = creator.show(created["table"])
    for method in ("GET", "HEAD", "GET", "OPTIONS"):
        scanner = server.guest()
        response = scanner.http.request(method, link, headers={"Accept": "text/html"})
        assert response.status_code in (200, 405) and "set-cookie" not in response.headers
        assert '<svg class="board' not in response.text and invitation(link)[1] not in response.text
        assert scanner.show(created["table"])["you"] == []
    page = server.guest().http.get(link)
    assert "noindex" in page.text and page.headers["referrer-policy"] == "no-referrer"
    assert creator.show(created["table"])["serial"] == view_before["serial"]
    server.guest().sit(link)


def test_looking_at_an_invitation_is_no_claim_and_tells_titles_and_names_alone(server):
    new_table = server.guest().table(**HIDDEN, names=["Ada", "Bo"])
    table, secret = invitation(new_table["seats"][1]["link"])
    for _ in range(2):
        invitation_seen = server.guest().post(f"/api/tables/{table}/invitation", {"secret": secret})
        assert set(invitation_seen) <= {"player", "title", "names"} and invitation_seen["player"] == 1
    claim(server.guest(), new_table["seats"][1]["link"])
    server.guest().post(f"/api/tables/{table}/invitation", {"secret": secret}, 404)


@pytest.mark.parametrize("head", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_another_sites_page_claims_nothing(server, head):
    new_table = server.guest().table(**SUSAN)
    table, secret = invitation(new_table["seats"][1]["link"])
    friend = server.guest()
    response = friend.http.post(f"/api/tables/{table}/claim", json={"secret": secret}, headers=head)
    assert response.status_code == 403 and "set-cookie" not in response.headers
    friend.sit(new_table["seats"][1]["link"])


def test_a_link_is_used_once_and_no_answer_tells_why_it_is_none(server):
    creator, first = server.guest(), server.guest()
    new_table = creator.table(**SUSAN)
    table, secret = invitation(new_table["seats"][1]["link"])
    withdrawn = secret
    other = creator.post(f"/api/tables/{table}/invite", {"player": 1})["link"]
    responses = [server.guest().post(f"/api/tables/{table}/claim", {"secret": withdrawn}, 404)]
    first.sit(other)
    responses += [server.guest().post(f"/api/tables/{table}/claim", {"secret": secret}, 404)
             for secret in (invitation(other)[1], "never was", "x" * 100)]  # fmt: skip
    assert all(response == responses[0] for response in responses)
    assert first.show(table)["you"] == [1]


def test_an_invitation_is_for_its_table(server):
    first, other = (server.guest().table(**SUSAN) for _ in range(2))
    secret = invitation(first["seats"][1]["link"])[1]
    server.guest().post(f"/api/tables/{other['table']}/claim", {"secret": secret}, 404)
    server.guest().sit(first["seats"][1]["link"])


def test_of_twenty_who_claim_at_once_one_gets_the_seat(server):
    for _ in range(3):
        created = server.guest().table(**SUSAN)
        table, secret = invitation(created["seats"][1]["link"])
        guests = [server.guest() for _ in range(20)]

        def tried(numbered, table=table, secret=secret):
            number, guest = numbered
            body = {"secret": secret, "program": bool(number % 2)}
            return guest.http.post(f"/api/tables/{table}/claim", json=body)

        with ThreadPoolExecutor(20) as threads:
            answers = list(threads.map(tried, enumerate(guests)))
        assert sorted(response.status_code for response in answers) == [200] + [404] * 19
        winner = next(response for response in answers if response.status_code == 200).json()
        holders = [guest for guest in guests if guest.show(table)["you"] == [1]]
        assert len(holders) + ("token" in winner) == 1


def test_of_twenty_who_sit_down_at_once_one_gets_the_open_seat(server):
    for _ in range(5):
        table = server.guest().table(**SUSAN | {"seats": ["human", "open"]})["table"]
        guests = [server.guest() for _ in range(20)]

        def sits(guest, table=table):
            body = {"ply": 0, "act": "sit", "player": 1}
            return guest.http.post(f"/api/tables/{table}/acts", json=body).status_code

        with ThreadPoolExecutor(20) as threads:
            codes = list(threads.map(sits, guests))
        assert sorted(codes) == [200] + [409] * 19
        assert sum(guest.show(table)["you"] == [1] for guest in guests) == 1


def test_a_table_for_two_others_gives_its_maker_nothing_but_invitations(server):
    maker = server.guest()
    new_table = maker.table(**SUSAN, mine=[])
    assert [set(seat) for seat in new_table["seats"]] == [{"player", "link"}] * 2
    assert maker.show(new_table["table"])["you"] == []
    maker.post(f"/api/tables/{new_table['table']}/invite", {"player": 1}, 403)
    first, second = (program(server, seat["link"]) for seat in new_table["seats"])
    first.play(new_table["table"], 1, "b2")
    assert second.show(new_table["table"])["you"] == [1]


def test_at_one_screen_the_maker_holds_every_seat(server):
    me = server.guest()
    new_table = me.table(**SUSAN, shared=True)
    assert me.show(new_table["table"])["you"] == [0, 1] and "link" not in str(new_table["seats"])
    me.post(f"/api/tables/{new_table['table']}/invite", {"player": 1}, 409)


def test_only_people_at_the_table_invite_and_never_to_a_seat_that_is_taken(server):
    creator, friend = server.guest(), server.guest()
    new_table = creator.table(**SUSAN)
    table = new_table["table"]
    server.guest().post(f"/api/tables/{table}/invite", {"player": 1}, 403)
    friend.sit(new_table["seats"][1]["link"])
    for guest in (creator, friend):
        for player in (0, 1):
            guest.post(f"/api/tables/{table}/invite", {"player": player}, 409)
    assert friend.show(table)["you"] == [1]


def test_who_gives_up_a_seat_leaves_nothing_there(server):
    table, creator, friend = pair(server, **{k: v for k, v in HIDDEN.items() if k != "seats"})
    token = friend.post(f"/api/tables/{table}/token", {"player": 1})["token"]
    code = friend.act(table, 0, "code")["code"]
    feed = friend.put(f"/api/tables/{table}/contact", {"feed": True})["feed"]
    friend.put(f"/api/tables/{table}/notes", {"text": "secret plans"})
    creator.post(f"/api/tables/{table}/release", {"player": 1}, 403)
    with friend.stream(table) as stream, server.guest(token).stream(table) as other:
        stream.shown(), other.shown()
        friend.post(f"/api/tables/{table}/release", {"player": 1})
        creator.play(table, 1, "C3")
        for stream_open in (stream, other):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    message = stream_open.next()
                    assert message["kind"] != "shown" or message["shown"]["ply"] == 0
    assert friend.show(table)["you"] == []
    friend.get(f"/api/tables/{table}/notes", 403)
    assert server.guest(token).http.get(f"/api/tables/{table}").status_code == 401
    server.guest().post("/api/recover", {"code": code}, 404)
    assert server.guest().http.get(feed).status_code == 404
    assert table not in [row["table"] for row in friend.get("/api/mine")["tables"]]
    following = server.guest()
    following.sit(creator.post(f"/api/tables/{table}/invite", {"player": 1})["link"])
    assert following.get(f"/api/tables/{table}/notes") == {"cells": {}, "text": ""}
    assert following.show(table)["seats"][1]["name"] != "secret plans"
    following.play(table, 2, "x")


def test_a_seat_is_given_up_and_taken_where_a_guests_rules_are_played(server):
    value = codec.document(find("hex").build(size=3))
    creator, friend = server.guest(), server.guest()
    new_table = creator.table(value=value, seats=["human", "human"])
    friend.sit(new_table["seats"][1]["link"])
    friend.post(f"/api/tables/{new_table['table']}/release", {})
    other = server.guest()
    other.sit(creator.post(f"/api/tables/{new_table['table']}/invite", {})["link"])
    creator.play(new_table["table"], 1, "a1")
    assert other.play(new_table["table"], 2, "b2")["you"] == [1]


def gone(stream):
    """Whether a stream is closed by the server, and nothing was shown on it before."""
    try:
        while True:
            assert stream.next()["kind"] != "shown"
    except ConnectionClosed:
        return True


def test_an_old_token_is_worth_nothing_once_there_is_a_new_one(server):
    new_table = server.guest().table(**HIDDEN)
    creator = server.guest(new_table["seats"][0]["token"])
    thief = server.guest(new_table["seats"][0]["token"])
    with thief.stream(new_table["table"]) as stream:
        stream.shown()
        fresh = creator.post(f"/api/tables/{new_table['table']}/token", {})["token"]
        assert gone(stream), "a stream that was opened with the old token is still told what the seat sees"
    assert thief.http.get(f"/api/tables/{new_table['table']}").status_code == 401
    assert server.guest(fresh).show(new_table["table"])["you"] == [0]


def test_other_devices_are_signed_out(server):
    own_browser, other_browser = server.guest(), server.guest()
    created = own_browser.table(**HIDDEN)
    table = created["table"]
    other_browser.post("/api/recover", {"code": created["seats"][0]["code"]})
    bot = server.guest(created["seats"][0]["token"])
    assert other_browser.show(table)["you"] == bot.show(table)["you"] == [0]
    with other_browser.stream(table) as stream:
        stream.shown()
        own_browser.post(f"/api/tables/{table}/only-me", {})
        assert gone(stream)
    assert own_browser.show(table)["you"] == [0] and other_browser.show(table)["you"] == []
    assert bot.http.get(f"/api/tables/{table}").status_code == 401
    other_browser.post("/api/recover", {"code": created["seats"][0]["code"]}, 404)
    own_browser.post(f"/api/tables/{table}/invite", {"player": 0}, 409)


def finished(table, first, second, code=200):
    """One resigns, both want a rematch."""
    first.act(table, 0, "resign")
    first.act(table, 0, "rematch")
    return second.act(table, 0, "rematch")["next"]


def test_programs_follow_to_the_rematch_each_with_a_fresh_token(server):
    created = server.guest().table(**HIDDEN, mine=[])
    old_tokens = [claim(server.guest(), seat["link"], program=True)["token"] for seat in created["seats"]]
    table = created["table"]
    bots = [server.guest(old_token) for old_token in old_tokens]
    bots[1].put(f"/api/tables/{table}/notes", {"text": "of the first game"})
    code = bots[1].act(table, 0, "code")["code"]
    following = finished(table, *bots)
    for old_token in old_tokens:
        assert server.guest(old_token).http.get(f"/api/tables/{following}").status_code == 401
    new_tokens = []
    for player, old_token in enumerate(old_tokens):
        claimed = server.guest().post(f"/api/tables/{following}/claim", {"secret": old_token, "program": True})
        assert claimed["player"] == 1 - player and claimed["token"] not in old_tokens
        new_tokens.append(claimed["token"])
        server.guest().post(f"/api/tables/{following}/claim", {"secret": old_token, "program": True}, 404)
    assert [server.guest(new_token).show(following)["you"] for new_token in new_tokens] == [[1], [0]]
    assert server.guest(new_tokens[1]).get(f"/api/tables/{following}/notes")["text"] == ""
    assert server.guest().post("/api/recover", {"code": code})["table"] == table


def test_a_token_that_was_replaced_opens_no_rematch(server):
    """Also where it was replaced after the rematch was made; who replaced it follows with the new one."""
    new_table = server.guest().table(**HIDDEN, mine=[])
    table = new_table["table"]
    stolen, other = (claim(server.guest(), seat["link"], program=True)["token"] for seat in new_table["seats"])
    following = finished(table, server.guest(stolen), server.guest(other))
    fresh = server.guest(stolen).post(f"/api/tables/{table}/token", {})["token"]
    server.guest().post(f"/api/tables/{following}/claim", {"secret": stolen, "program": True}, 404)
    response = server.guest().post(f"/api/tables/{following}/claim", {"secret": fresh, "program": True})
    assert response["player"] == 1


def test_browsers_hold_the_rematch_each_his_own_seat(server):
    table, first, second = pair(server, **{k: v for k, v in SUSAN.items() if k != "seats"})
    following = finished(table, first, second)
    assert (first.show(following)["you"], second.show(following)["you"]) == ([1], [0])
    for guest in (first, second):
        guest.post(f"/api/tables/{following}/invite", {"player": 0}, 409)
        guest.post(f"/api/tables/{following}/invite", {"player": 1}, 409)


def test_a_link_of_an_earlier_version_says_what_to_do(server):
    new_table = server.guest().table(**SUSAN)
    response = server.guest().http.get(f"/t/{new_table['table']}/seat/{'x' * 32}", headers={"Accept": "text/html"})
    assert response.status_code in (404, 410) and "set-cookie" not in response.headers
    assert "earlier version" in response.text and "private code" in response.text


def test_no_secret_is_stored_as_it_is(tmp_path):
    server = Server(tmp_path)
    creator, friend = server.guest(), server.guest()
    created = creator.table(**HIDDEN)
    secrets_given = strings(created["seats"])
    invited = creator.post(f"/api/tables/{created['table']}/invite", {"player": 1})
    claimed = claim(friend, invited["link"])
    bearer = friend.post(f"/api/tables/{created['table']}/token", {})
    secrets_given |= strings(invited) | strings(claimed) | strings(bearer) | set(friend.http.cookies.values())
    server.stop()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    secrets = [text for text in secrets_given if len(text) >= 20 and not text.startswith("http")]
    assert len(secrets) >= 6
    assert not [text for text in secrets if text.encode() in stored]
    assert not [text for text in secrets if text in "".join(server.said)]


# Inside the server: what a crash, a full disk or an unlucky moment may not do.


def inside(tmp_path, story):
    """Runs `story(service, live, keys)` at a new table of two people, player 0 held by the session `ada`."""

    async def told():
        settings = Settings(data=str(tmp_path), workers=1)
        service = TableService(settings, await Store.open(settings.url))
        await service.open()
        try:
            game = info(find("hidden-gomoku").build(size=5))
            live, keys = await service.create(game, Setup(("human", "human"), ("Ada", "Bo")), [0], "ada")
            return await story(service, live, keys)
        finally:
            await service.close()

    return asyncio.run(told())


def failing(monkeypatch, service):
    async def full(*arguments):
        raise StoreFault("disk full")

    monkeypatch.setattr(service.store, "append", full)


def test_a_claim_that_could_not_be_kept_leaves_the_invitation_as_it_was(tmp_path, monkeypatch):
    async def story(service, live, keys):
        with monkeypatch.context() as disk:
            failing(disk, service)
            with pytest.raises(LusoryError):
                await seating.claim(service, live, keys.invitations[1], "bo", None, "")
        assert await service.seats_held(live, "session", "bo") == ()
        assert 1 not in live.table.taken
        assert await seating.claim(service, live, keys.invitations[1], "bo", None, "") == 1
        assert await service.seats_held(live, "session", "bo") == (1,) and 1 in live.table.taken

    inside(tmp_path, story)


def test_a_seat_that_could_not_be_given_up_is_still_held(tmp_path, monkeypatch):
    async def story(service, live, keys):
        with monkeypatch.context() as disk:
            failing(disk, service)
            with pytest.raises(LusoryError):
                await seating.release(service, live, 0, "First")
        assert 0 in live.table.taken
        assert await service.seats_held(live, "session", "ada") == (0,)

    inside(tmp_path, story)


@pytest.mark.parametrize("by", ["token", "session"])
def test_who_asks_in_the_moment_of_the_change_is_not_remembered_as_the_holder(tmp_path, monkeypatch, by):
    """A look-up that began before a seat was given up ends after it: what it found is not kept."""

    async def story(service, live, keys):
        secret = keys.tokens[0] if by == "token" else "ada"
        live.forget()
        was_read, may_answer = asyncio.Event(), asyncio.Event()
        original = getattr(service.seats, f"by_{by}")

        async def slow(*arguments):
            result = await original(*arguments)
            was_read.set()
            await may_answer.wait()
            return result

        with monkeypatch.context() as patched:
            patched.setattr(service.seats, f"by_{by}", slow)
            asking = asyncio.create_task(service.seats_held(live, by, secret))
            await was_read.wait()
            await seating.release(service, live, 0, "First")
            may_answer.set()
            await asking
        assert await service.seats_held(live, by, secret) == (), "whoever gave up the seat holds it for ever"

    inside(tmp_path, story)


def test_whoever_claims_a_seat_finds_nothing_of_anybody_else_there(tmp_path):
    """Also what the last holder still left there in the moment in which he gave the seat up."""

    async def story(service, live, keys):
        id_ = live.table.id
        await service.seats.hold("thief", id_, 1)
        columns = {"code": "c", "token": "t", "feed": "f", "notes": "{}", "mail": "a@b.c", "webhook": "https://x.y"}
        await service.seats.set(id_, 1, **columns)
        async with live.lock:
            await seating.claim(service, live, keys.invitations[1], "bo", None, "Bo")
        seat = await service.seats.get(id_, 1)
        assert {name: seat[name] for name in columns} == dict.fromkeys(columns)
        assert [session for session, player in await service.seats.holders(id_) if player == 1] == [hashed("bo")]

    inside(tmp_path, story)


def test_seats_and_entries_change_together_or_not_at_all(tmp_path):
    """Whatever else is kept in the same transaction is kept."""

    async def story(service, live, keys):
        other, _ = await service.create(live.game, Setup(("human", "human"), ("Cy", "Di")), [0], "cy")
        seats = seat_changes.release_seat(live.table.id, 0, "x")
        change = changes.apply_entries(live.table, [("leave", 0, None, "First")], 5)
        refused = service.store.append(live.table.id, change.entries, change.summary, lambda c: seats(c) and False)
        results = await asyncio.gather(refused, service.play(other, (0,), 1, "C3"), return_exceptions=True)
        assert isinstance(results[0], Behind) and results[1] is None
        assert await service.seats_held(live, "session", "ada") == (0,)
        stored = await service.store.load(live.table.id)
        assert stored.entries == () and stored.serial == 0
        assert len((await service.store.load(other.table.id)).entries) == 1
        await service.play(live, (0,), 1, "C3")

    inside(tmp_path, story)


# What was made by earlier versions.


def older(line):
    """A table as an earlier version wrote it: every seat has a token, none an invitation."""
    line["version"] = 1
    line["setup"].pop("taken", None)
    line["entries"] = [entry for entry in line["entries"] if entry["kind"] not in ("sit", "leave")]
    for number, entry in enumerate(line["entries"], 1):
        entry["serial"] = number
    for seat in line["seats"]:
        seat.pop("invitation", None)
        seat.pop("heir", None)
        seat["token"] = hashed(f"old token of {line['id']} {seat['player']}")
    return line


def test_a_copy_of_an_earlier_version_comes_in_without_its_tokens(tmp_path):
    server = Server(tmp_path / "one")
    creator = server.guest()
    table, first, second = pair(server, **{k: v for k, v in SUSAN.items() if k != "seats"})
    waiting = creator.table(**SUSAN)["table"]
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "one")]) == 0
    parts = map(json.loads, (tmp_path / "copy").read_text().splitlines())
    lines = [older(line) for line in parts if line["kind"] == "table"]
    (tmp_path / "old").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run(["backup", str(tmp_path / "old"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    server = Server(tmp_path / "two")
    for id_ in (table, waiting):
        for player in (0, 1):
            guest = server.guest(f"old token of {id_} {player}")
            assert guest.http.get(f"/api/tables/{id_}").status_code == 401
            guest.http.headers.pop("Authorization")
            secret = f"old token of {id_} {player}"
            assert guest.http.post(f"/api/tables/{id_}/claim", json={"secret": secret}).status_code == 404
    for guest, id_, player in ((first, table, 0), (second, table, 1), (creator, waiting, 0)):
        guest.http = httpx.Client(base_url=server.url, cookies=guest.http.cookies, timeout=60, trust_env=False)
        assert guest.show(id_)["you"] == [player]
    first.post(f"/api/tables/{table}/invite", {"player": 1}, 409)
    friend = server.guest()
    friend.sit(creator.post(f"/api/tables/{waiting}/invite", {"player": 1})["link"])
    assert friend.show(waiting)["you"] == [1]
    for guest in (first, second, creator):
        guest.http.close()
    server.stop()


def test_invitations_and_tokens_are_copied_and_still_work(tmp_path):
    server = Server(tmp_path / "one")
    created = server.guest().table(**SUSAN)
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "one")]) == 0
    secrets = [created["seats"][0]["token"], created["seats"][0]["code"], invitation(created["seats"][1]["link"])[1]]
    assert not [secret for secret in secrets if secret in (tmp_path / "copy").read_text()]
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "two")]) == 0
    assert (tmp_path / "again").read_text() == (tmp_path / "copy").read_text()
    server = Server(tmp_path / "two")
    friend = server.guest()
    friend.post(f"/api/tables/{created['table']}/claim", {"secret": secrets[2]})
    assert friend.show(created["table"])["you"] == [1]
    assert server.guest(secrets[0]).show(created["table"])["you"] == [0]
    server.stop()


def test_an_upgraded_database_has_no_token_of_before(tmp_path):
    """Written by the form before this one: every browser keeps its seat, a seat that nobody held gets a new link."""
    from lusory.server.store import engine

    server = Server(tmp_path)
    creator = server.guest()
    created = creator.table(**SUSAN)
    taken_table, first, second = pair(server, **{k: v for k, v in SUSAN.items() if k != "seats"})
    server.stop()
    with sqlite3.connect(tmp_path / "lusory.db") as new:
        rows = {name: [dict(zip([c[0] for c in result.description], row, strict=True)) for row in result]
                for name in ("games", "tables", "entries", "seats", "holdings")
                for result in [new.execute(f"SELECT * FROM {name}")]}  # fmt: skip
    new.close()
    (tmp_path / "old").mkdir()
    old = engine.open_database(engine.url_of(f"sqlite:///{tmp_path / 'old' / 'lusory.db'}"))
    with old.begin() as connection:
        engine._upgrade(connection, "0002")
        for name, result in rows.items():
            columns = [row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({name})")]
            for row in result:
                if name == "entries" and row["kind"] == "sit":
                    continue
                if name == "seats":
                    row["token"] = hashed(f"old {row['table']} {row['player']}")
                if name == "tables":
                    row["setup"] = json.dumps({k: v for k, v in json.loads(row["setup"]).items() if k != "taken"})
                    row["serial"] = 0
                marks = ", ".join("?" * len(columns))
                names = ", ".join(f'"{column}"' for column in columns)
                values = tuple(row[column] for column in columns)
                connection.exec_driver_sql(f"INSERT INTO {name} ({names}) VALUES ({marks})", values)
    old.dispose()
    server = Server(tmp_path / "old")
    for id_ in (created["table"], taken_table):
        for player in (0, 1):
            assert server.guest(f"old {id_} {player}").http.get(f"/api/tables/{id_}").status_code == 401
    for guest, id_, player in ((creator, created["table"], 0), (first, taken_table, 0), (second, taken_table, 1)):
        guest.http = httpx.Client(base_url=server.url, cookies=guest.http.cookies, timeout=60, trust_env=False)
        view = guest.show(id_)
        assert view["you"] == [player]
        assert [seat["taken"] for seat in view["seats"]] == [True, id_ == taken_table]
    friend = server.guest()
    friend.sit(creator.post(f"/api/tables/{created['table']}/invite", {"player": 1})["link"])
    assert friend.show(created["table"])["seats"][1]["taken"]
    first.post(f"/api/tables/{taken_table}/invite", {"player": 1}, 409)
    for guest in (first, second, creator):
        guest.http.close()
    server.stop()


def test_secrets_are_too_long_to_be_guessed():
    drawn_tokens = {token() for _ in range(100)}
    assert len(drawn_tokens) == 100 and min(map(len, drawn_tokens)) >= 32
