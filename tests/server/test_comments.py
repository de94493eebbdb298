"""Tests of comments on games and finished tables, stars and reports: who may write, read, delete."""

import json
import re
import sqlite3

import pytest

from lusory.breed.opinions import read_votes
from lusory.cli.host_votes import as_csv
from lusory.server.host_key import host_key
from tests.commands import refused
from tests.server.running_server import Server
from tests.server.test_accounts import account

SUSAN = "/api/games/susan/comments"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def post_comment(guest, path, text, code=201):
    return guest.post(path, {"text": text}, code)


def read_comments(guest, path):
    return [(comment["author"], comment["html"]) for comment in guest.get(path)["comments"]]


def host(server):
    guest = server.guest()
    guest.http.headers["authorization"] = f"Bearer {host_key(server.data)}"
    return guest


def finished(guest):
    """A table whose game is over, by resignation."""
    table = guest.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)["table"]
    guest.play(table, 1, "b2")
    guest.post(f"/api/tables/{table}/acts", {"act": "resign", "ply": 1})
    return table


def test_a_comment_on_a_game_is_read_by_everybody(server):
    ada = account(server, "Ada")
    comment_made = post_comment(ada, SUSAN, "Nice *game* <script>alert(1)</script>")
    assert comment_made["html"] == "<p>Nice <em>game</em> &lt;script&gt;alert(1)&lt;/script&gt;</p>\n"
    for reader, mine in ((ada, True), (server.guest(), False)):
        (comment,) = reader.get(SUSAN)["comments"]
        assert (comment["author"], comment["html"], comment["mine"]) == ("Ada", comment_made["html"], mine)
    assert server.guest().get("/api/games/SUSAN/comments")["comments"], "found by its other names"
    assert not server.guest().get("/api/games/hex/comments")["comments"]


def test_only_who_is_signed_in_writes(server):
    guest = server.guest()
    refusal = post_comment(guest, SUSAN, "x", 401)
    assert refusal["error"] == "sign in first"
    assert guest.http.put("/api/games/susan/star", json={"star": True}).status_code == 401
    assert guest.http.delete("/api/comments/x").status_code == 401


def test_finished_tables_take_comments_and_running_ones_do_not(server):
    bo = account(server, "Bo")
    table = finished(bo)
    path = f"/api/tables/{table}/comments"
    post_comment(bo, path, "Good game!")
    assert read_comments(server.guest(), path) == [("Bo", "<p>Good game!</p>\n")]
    running = bo.table(game="susan", seats=["human", "human"], shared=True)["table"]
    for method, body in (("GET", None), ("POST", {"text": "x"})):
        response = bo.http.request(method, f"/api/tables/{running}/comments", json=body)
        assert response.status_code == 409 and "when it is over" in response.json()["error"]
    assert host(server).http.post(f"/api/host/tables/{table}", json={"do": "delete"}).status_code == 200
    assert bo.http.get(path).status_code == 404


@pytest.mark.parametrize(("text", "error"), [("", "empty"), ("x" * 4001, "4001 characters"), ("a\n" * 300, "lines")])
def test_what_is_no_comment_is_refused(server, text, error):
    cy = account(server, "Cy" + re.sub(r"\W", "", error))
    assert error in post_comment(cy, SUSAN, text, 422)["error"]


def test_one_deletes_ones_own_comments_and_the_host_deletes_any(server):
    ada, eve = account(server, "Ada3"), account(server, "Eve3")
    path = "/api/games/hex/comments"
    of_ada, of_eve = post_comment(ada, path, "mine")["id"], post_comment(ada, path, "rude")["id"]
    assert eve.http.delete(f"/api/comments/{of_ada}").status_code == 404
    assert ada.http.delete(f"/api/comments/{of_ada}").status_code == 200
    assert ada.http.delete(f"/api/comments/{of_ada}").status_code == 404
    assert eve.http.delete(f"/api/host/comments/{of_eve}").status_code == 403
    for _ in range(2):
        eve.post(f"/api/comments/{of_eve}/reports", {"text": "not nice"})
    eve.post("/api/comments/none/reports", {}, 404)
    reports = host(server).get("/api/host/comment-reports")["reports"]
    assert [(row["said"], row["name"], row["text"]) for row in reports] == [("rude", "Ada3", "not nice")], (
        "reported once"
    )
    assert reports[0]["link"].endswith("/game/hex")
    host(server).post(f"/api/host/comment-reports/{reports[0]['id']}", {})
    assert host(server).get("/api/host/comment-reports")["reports"] == []
    assert host(server).http.delete(f"/api/host/comments/{of_eve}").status_code == 200
    assert read_comments(ada, path) == []
    assert eve.http.get("/api/host/comment-reports").status_code == 403


def test_many_comments_come_in_pages_and_not_without_end(server):
    di, path = account(server, "Di"), "/api/games/y/comments"
    for n in range(50):
        post_comment(di, path, f"number {n}")
    assert "at most 50 comments a day" in post_comment(di, path, "one more", 429)["error"]
    flo = account(server, "Flo")
    post_comment(flo, path, "the last")
    first = flo.get(path)
    assert first["more"] and len(first["comments"]) == 50 and first["comments"][0]["author"] == "Flo"
    rest = flo.get(path, before=first["comments"][-1]["id"])
    assert not rest["more"] and rest["comments"][-1]["html"] == "<p>number 0</p>\n"


def test_who_mutes_or_blocks_somebody_reads_no_comments_of_his(server):
    ada, bo, path = account(server, "Ada5"), account(server, "Bo5"), "/api/games/pente/comments"
    post_comment(ada, path, "ada")
    post_comment(bo, path, "bo")
    with sqlite3.connect(server.data / "lusory.db") as opened:
        ids = dict(opened.execute("select name, id from accounts"))
        opened.execute("insert into relations values (?, ?, 'mute')", (ids["Ada5"], ids["Bo5"]))
    assert [author for author, _ in read_comments(ada, path)] == ["Ada5"]
    assert len(read_comments(bo, path)) == len(read_comments(server.guest(), path)) == 2


def test_comments_stars_and_reports_go_with_their_account(server):
    ada, bo, path = account(server, "Ada6"), account(server, "Bo6"), "/api/games/konane/comments"
    of_ada, of_bo = post_comment(ada, path, "ada")["id"], post_comment(bo, path, "bo")["id"]
    ada.http.put("/api/games/konane/star", json={"star": True})
    ada.post(f"/api/comments/{of_bo}/reports", {})
    bo.post(f"/api/comments/{of_ada}/reports", {})
    with sqlite3.connect(server.data / "lusory.db") as opened:
        opened.execute("pragma foreign_keys = on")
        (id_,) = opened.execute("select id from accounts where name = 'Ada6'").fetchone()
        for table in ("account_sessions", "recovery_codes"):
            opened.execute(f"delete from {table} where account = ?", (id_,))
        opened.execute("delete from accounts where id = ?", (id_,))
    page = server.guest().get(path)
    assert [comment["author"] for comment in page["comments"]] == ["Bo6"] and page["stars"] == 0
    assert not [
        row for row in host(server).get("/api/host/comment-reports")["reports"] if row["link"].endswith("konane")
    ]


def test_the_host_deals_with_reported_comments_on_the_command_line(server, call):
    ada, bo, path = account(server, "Ada7"), account(server, "Bo7"), "/api/games/havannah/comments"
    deleted, harmless = post_comment(ada, path, "rude\x1b[2J")["id"], post_comment(ada, path, "fine")["id"]
    for id_ in (deleted, harmless):
        bo.post(f"/api/comments/{id_}/reports", {"text": "look"})
    data = ["--data", server.data]
    output = call("host", "comments", *data).out
    assert (
        f"comment {deleted} by Ada7 at " in output and "    rude[2J\n" in output and "reported because: look" in output
    )
    report_to_keep = next(
        row["id"] for row in json.loads(call("host", "comments", "--json", *data).out) if row["comment"] == harmless
    )
    assert call("host", "delete-comment", deleted, *data).out == f"{deleted} is deleted\n"
    assert call("host", "keep-comment", report_to_keep, *data).out == f"{report_to_keep} is done\n"
    assert call("host", "comments", *data).out == "There are no reported comments.\n"
    refused(call("host", "delete-comment", deleted, *data), "there is no comment of this name")
    refused(call("host", "delete-comment", "A/b", *data), "expected a name from", 2)
    assert [html for _, html in read_comments(bo, path)] == ["<p>fine</p>\n"]


def test_stars(server):
    ada, bo = account(server, "Ada4"), account(server, "Bo4")
    star = "/api/games/gomoku/star"
    for _ in range(2):
        assert ada.http.put(star, json={"star": True}).json() == {"stars": 1, "starred": True}
    assert bo.http.put(star, json={"star": True}).json()["stars"] == 2
    assert ada.http.put(star, json={"star": False}).json() == {"stars": 1, "starred": False}
    response = server.guest().get("/api/games/gomoku/comments")
    assert (response["stars"], response["starred"], response["signed_in"]) == (1, False, False)
    assert bo.get("/api/games/gomoku/comments")["starred"]


def test_stars_are_votes_only_of_those_who_agreed(server, call, tmp_path):
    agreed, other = account(server, "Voter"), account(server, "Silent")
    assert agreed.get("/api/account")["star_votes"] is False
    for guest in (agreed, other):
        finished(guest)
        guest.put("/api/games/konane/star", {"star": True})
    file, data = tmp_path / "votes.csv", ("--data", str(server.data))
    assert call("host", "votes", *data).out == "voter,game,stars\n"
    assert agreed.put("/api/account", {"star_votes": True})["star_votes"] is True
    assert agreed.get("/api/account/export")["star_votes"] is True
    assert call("host", "votes", "--out", str(file), *data).out == f"2 votes of 1 person: {file}\n"
    assert file.read_text() == "voter,game,stars\n1,konane,1\n1,susan,0\n"
    assert [vote.better for vote in read_votes(file.read_text())] == ["konane"]
    assert server.guest().http.get("/api/host/votes").status_code in (401, 403)
    agreed.put("/api/account", {"star_votes": False})
    assert call("club", "admin", "votes", *data).out == "voter,game,stars\n"


def test_no_cell_of_the_votes_begins_a_formula():
    assert as_csv([{"voter": 1, "game": "=1+1", "stars": 1}]) == "voter,game,stars\n1,'=1+1,1\n"


def test_where_talk_is_switched_off_nobody_comments(tmp_path):
    server = Server(tmp_path, limits={"LUSORY_SERVE_CHAT": "false"})
    try:
        ada = account(server, "Ada")
        assert "switched off" in post_comment(ada, SUSAN, "x", 403)["error"]
        assert ada.get(SUSAN)["comments"] == []
    finally:
        server.stop()


def test_what_one_wrote_is_in_the_export(server):
    ada = account(server, "Exporter")
    ada.post("/api/games/susan/comments", {"text": "Mine"}, 201)
    ada.put("/api/games/susan/star", {"star": True})
    ada.post("/api/challenges", {"game": "susan", "options": {"size": 3}}, 201)
    other = post_comment(account(server, "Rude1"), "/api/games/hex/comments", "You fool")["id"]
    ada.post(f"/api/comments/{other}/reports", {"text": "He is rude"})
    export = ada.get("/api/account/export")
    assert [(report["comment"], report["text"]) for report in export["reports"]] == [(other, "He is rude")]
    assert [comment["text"] for comment in export["comments"]] == ["Mine"]
    assert (
        [star["game"] for star in export["stars"]]
        == [challenge["game"] for challenge in export["challenges"]]
        == ["susan"]
    )
