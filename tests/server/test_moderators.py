"""Tests of moderators and administrators: who may do what, mutes, hidden comments, and the log of it all."""

import json

import pytest

from tests.server.running_server import Server, pair
from tests.server.test_accounts import SUSAN, account, signed

COMMENTS = "/api/games/susan/comments"
ROLES = ["", "moderator", "administrator"]
REQUESTS = [
    ("GET", "/api/host/reports", None, "moderator"),
    ("GET", "/api/host/comment-reports", None, "moderator"),
    ("GET", "/api/host/accounts", None, "moderator"),
    ("POST", "/api/host/reports/nosuch", {}, "moderator"),
    ("POST", "/api/host/comment-reports/nosuch", {}, "moderator"),
    ("POST", "/api/host/comments/nosuch", {"do": "hide"}, "moderator"),
    ("POST", "/api/host/tables/nosuch", {"do": "hide"}, "moderator"),
    ("POST", "/api/host/accounts/Nobody1", {"do": "mute", "hours": 1}, "moderator"),
    ("GET", "/api/host/acts", None, "administrator"),
    ("POST", "/api/host/tables/nosuch", {"do": "close"}, "administrator"),
    ("POST", "/api/host/accounts/Nobody1", {"do": "suspend"}, "administrator"),
    ("PUT", "/api/host/accounts/Nobody1/role", {"role": "moderator"}, "administrator"),
    ("POST", "/api/host/invitations", {"days": 3}, "administrator"),
    ("DELETE", "/api/host/comments/nosuch", None, "administrator"),
    ("POST", "/api/host/tables/nosuch", {"do": "delete"}, "host"),
    ("PUT", "/api/host/accounts/Nobody1/role", {"role": "administrator"}, "host"),
    ("GET", "/api/host/blocks", None, "host"),
    ("POST", "/api/host/blocks", {"address": "203.0.113.1"}, "host"),
    ("DELETE", "/api/host/blocks", {"address": "203.0.113.1"}, "host"),
    ("GET", "/api/host/mails", None, "host"),
    ("GET", "/api/host/ratings", None, "host"),
    ("GET", "/api/host/votes", None, "administrator"),
]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("club"), limits={"LUSORY_SERVE_LIMITS__REPORTS": "0"})
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


@pytest.fixture(scope="module")
def people(club):
    """Somebody of each role."""
    host = club.guest((club.data / "host.key").read_text().strip())
    accounts = {role: account(club, f"is{role}") for role in ROLES}
    for role in ROLES[1:]:
        host.put(f"/api/host/accounts/is{role}/role", {"role": role})
    return accounts | {"host": host}


@pytest.fixture
def admin(call, club):
    """A command of `lusory club admin`: what it prints."""

    def commanded(*arguments):
        result = call("club", "admin", *arguments, "--data", club.data)
        assert result.code == 0, result
        return result.out

    return commanded


@pytest.mark.parametrize(("method", "path", "body", "least"), REQUESTS, ids=lambda part: str(part)[:40])
def test_each_role_may_do_what_is_its_own(people, method, path, body, least):
    for role in [*ROLES, "host"]:
        response = people[role].http.request(method, path, json=body)
        may = [*ROLES, "host"].index(role) >= [*ROLES, "host"].index(least)
        assert (response.status_code != 403) == may, (role, response.text)


def test_every_request_of_moderation_is_tried(people):
    described = people[""].get("/api/openapi.json")["paths"]
    documented = {(method.upper(), path.split("{")[0]) for path in described if path.startswith("/api/host/")
             for method in described[path]}  # fmt: skip
    tried = {(method, path.replace("nosuch", "").replace("Nobody1/role", "").replace("Nobody1", ""))
             for method, path, *_ in REQUESTS}  # fmt: skip
    assert documented - tried == {("POST", "/api/host/ratings")}, "which would compute all ratings anew"


def test_nobody_acts_on_his_equals(club, people):
    moderator, administrator = people["moderator"], people["administrator"]
    moderator.post("/api/host/accounts/isadministrator", {"do": "mute"}, 403)
    moderator.post("/api/host/accounts/ismoderator", {"do": "unmute"}, 403)
    administrator.post("/api/host/accounts/isadministrator", {"do": "suspend"}, 403)
    assert "higher" in administrator.put("/api/host/accounts/isadministrator/role", {"role": ""}, 403)["error"]


def test_a_muted_person_plays_and_says_nothing(club, people):
    loud = account(club, "Loud")
    other = account(club, "Other")
    challenge = loud.post("/api/challenges", SUSAN | {"to": "Other", "side": "first"}, 201)["challenge"]
    table = other.post(f"/api/challenges/{challenge}/accept", {})["table"]
    loud.post(f"/api/tables/{table}/chat", {"text": "hello"})
    people["moderator"].post("/api/host/accounts/loud", {"do": "mute", "hours": 24, "reason": "rude"})
    assert "muted you until" in loud.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)["error"]
    loud.post(COMMENTS, {"text": "hello"}, 403)
    token = loud.post("/api/account/tokens", {"name": "x"}, 201)["token"]
    club.guest(token).post(f"/api/bot/game/{table}/chat", {"text": "hello"}, 403)
    finished, _, second = pair(club, **SUSAN)
    second.act(finished, 0, "resign")
    loud.post(f"/api/tables/{finished}/chat", {"text": "hello"}, 403)
    assert "muted" in loud.act(table, 0, "name", 403, text="You fool")["error"]
    called = loud.table(**SUSAN, names=["You", "fool"], seats=["human", "open"])["table"]
    assert [seat["name"] for seat in loud.show(called)["seats"]] == ["Loud", "Second"]
    open_table = other.table(**SUSAN, seats=["human", "open"])["table"]
    assert loud.act(open_table, 0, "sit", text="You fool")["seats"][1]["name"] == "Loud"
    loud.play(table, 1, "a1")
    [person] = [person for person in people["moderator"].get("/api/host/accounts")["people"] if person["id"] == "Loud"]
    assert person["muted"] and person["muted_until"]
    people["moderator"].post("/api/host/accounts/Loud", {"do": "unmute"})
    loud.post(f"/api/tables/{table}/chat", {"text": "hello"})


def test_the_export_of_an_account_tells_what_was_done_about_it(club, people):
    told, other = account(club, "Told1"), account(club, "Told12")
    comment = told.post(COMMENTS, {"text": "You fool"}, 201)["id"]
    people["moderator"].post("/api/host/accounts/told1", {"do": "mute", "hours": 2, "reason": "rude"})
    people["moderator"].post(f"/api/host/comments/{comment}", {"do": "hide"})
    people["host"].post("/api/host/accounts/told12", {"do": "mute"})
    done = told.get("/api/account/export")["moderation"]
    assert [(act["act"], act["about"], act["note"]) for act in done] == [
        ("mute", "account Told1", "for 2 hours, rude"),
        ("hide", f"comment {comment}", ""),
    ]
    assert all(set(act) == {"at", "act", "about", "note"} for act in done), "not who did it"
    assert [act["about"] for act in other.get("/api/account/export")["moderation"]] == ["account Told12"]


def test_a_muted_person_names_no_pupils(club, people):
    loud = account(club, "Loud3")
    rude = {"game": "tic-tac-toe", "name": "You fool"}
    file = loud.http.get(f"/api/pupils/{loud.post('/api/pupils', rude, 201)['pupil']}/file")
    people["moderator"].post("/api/host/accounts/Loud3", {"do": "mute"})
    made = loud.post("/api/pupils", rude, 201)["pupil"]
    octets = {"content-type": "application/octet-stream"}
    sent = loud.http.post("/api/pupils/file", content=file.content, headers=octets).json()["pupil"]
    assert [loud.get(f"/api/pupils/{pupil}")["name"] for pupil in (made, sent)] == ["Tic-tac-toe", "Tic-tac-toe"]
    assert "muted" in loud.put(f"/api/pupils/{made}", {"name": "You fool"}, 403)["error"]
    loud.put(f"/api/pupils/{made}", {"minutes": 0})


def test_a_program_of_somebody_suspended_plays_and_says_nothing(club, people):
    loud = account(club, "Loud2")
    table = loud.table(**SUSAN, seats=["human", "human"])["table"]
    program = club.guest(loud.post(f"/api/tables/{table}/token", {})["token"])
    program.post(f"/api/tables/{table}/chat", {"text": "hello"})
    people["administrator"].post("/api/host/accounts/Loud2", {"do": "suspend"})
    assert "suspended" in program.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)["error"]
    program.play(table, 1, "a1")


def test_a_hidden_comment_is_for_its_author_alone(club, people):
    author, reader = account(club, "Author"), account(club, "Reader")
    id_ = author.post(COMMENTS, {"text": "Rude words"}, 201)["id"]
    reader.post(f"/api/comments/{id_}/reports", {"text": "rude"})
    [report] = people["moderator"].get("/api/host/comment-reports")["reports"]
    assert report["comment"] == id_ and report["said"] == "Rude words"
    people["moderator"].post(f"/api/host/comments/{id_}", {"do": "hide"})
    assert people["moderator"].get("/api/host/comment-reports")["reports"] == []
    for other in (reader, club.guest()):
        assert id_ not in [comment["id"] for comment in other.get(COMMENTS)["comments"]]
    assert [comment["hidden"] for comment in author.get(COMMENTS)["comments"] if comment["id"] == id_] == [True]
    people["moderator"].post(f"/api/host/comments/{id_}", {"do": "show"})
    assert id_ in [comment["id"] for comment in reader.get(COMMENTS)["comments"]]


def test_the_log_tells_who_did_what(club, people, admin):
    account(club, "Rowdy")
    people["moderator"].post("/api/host/accounts/rowdy", {"do": "mute", "reason": "spam"})
    people["administrator"].post("/api/host/accounts/rowdy", {"do": "suspend"})
    assert admin("restore", "Rowdy") == "Rowdy may sign in again\n"
    lines = [" ".join(line.split()[2:]) for line in admin("log").splitlines()][:3]
    assert lines == ["restore account Rowdy", "isadministrator: suspend account Rowdy",
                    "ismoderator: mute account Rowdy (spam)"]  # fmt: skip
    acts = people["administrator"].get("/api/host/acts")["acts"]
    assert [act["by"] for act in acts[:3]] == ["host", "isadministrator", "ismoderator"]


def test_commands_of_the_host(club, people, admin):
    helper = account(club, "Helper")
    assert admin("appoint", "helper") == "Helper is a moderator\n"
    helper.get("/api/host/reports")
    assert "Helper  moderator" in admin("people")
    assert admin("dismiss", "Helper") == "Helper has no role any more\n"
    helper.get("/api/host/reports", 403)
    assert admin("mute", "Helper", "--hours", "3") == "Helper is muted\n"
    assert "Helper  muted until" in admin("people")
    assert admin("unmute", "Helper") == "Helper may talk again\n"
    assert admin("suspend", "Helper", "--reason", "spam") == "Helper is suspended\n"
    assert {"id": "Helper", "role": "", "suspended": True, "muted": False, "muted_until": None} in json.loads(
        admin("people", "--json")
    )
    comment = people[""].post(COMMENTS, {"text": "Hm"}, 201)["id"]
    assert admin("hide-comment", comment) == f"{comment} is hidden\n"
    assert admin("show-comment", comment) == f"{comment} is shown\n"
    assert "sign-in#invitation=" in admin("invite") and "for 14 days." in admin("invite")
    assert "for 1 day." in admin("invite", "--days", "1")


def test_a_dismissed_or_suspended_moderator_has_no_rights(club, people):
    short = account(club, "Short")
    people["host"].put("/api/host/accounts/Short/role", {"role": "moderator"})
    assert short.http.get("/moderation").status_code == 200
    people["administrator"].post("/api/host/accounts/Short", {"do": "suspend"})
    short.get("/api/host/reports", 403)
    people["administrator"].post("/api/host/accounts/Short", {"do": "restore"})
    short = signed(club, "Short")
    short.get("/api/host/reports")
    people["administrator"].put("/api/host/accounts/Short/role", {"role": ""})
    short.get("/api/host/reports", 403)
    assert short.http.get("/moderation").status_code == 404
    assert club.guest().http.get("/moderation").status_code == 303
