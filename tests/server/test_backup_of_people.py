"""Tests of `lusory backup` with accounts, comments and moderation; bad rows are refused."""

import json

import httpx
import pytest

from lusory.cli.failure import run
from lusory.server.private_files import replace_private
from lusory.server.store import row_export, schema
from tests.server.running_server import Server
from tests.server.test_accounts import account, signed, who

SUSAN = "/api/games/susan/comments"


def test_every_part_of_the_database_is_copied_or_left_out_on_purpose():
    decided = [*row_export.COPIED, *row_export.IN_TABLES, *row_export.LEFT_OUT]
    assert sorted(part.name for part in decided) == sorted(schema.metadata.tables)


def test_people_move_with_their_copy(tmp_path, capsys):
    server = Server(tmp_path / "one")
    ada, bo = account(server, "Ada"), account(server, "Bo")
    ada.post(SUSAN, {"text": "Nice game"}, 201)
    ada.put("/api/people/Bo", {"mute": True})
    token = bo.post("/api/account/tokens", {"name": "engine"}, 201)["token"]
    ada.post("/api/challenges", {"game": "susan", "options": {"size": 3}, "to": "Bo"}, 201)
    table = bo.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)["table"]
    bo.post(f"/api/tables/{table}/chat", {"text": "words of Bo"})
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "one")]) == 0
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert "1 table taken in" in capsys.readouterr().out
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "two")]) == 0
    assert (tmp_path / "again").read_text() == (tmp_path / "copy").read_text()
    other = Server(tmp_path / "two")
    ada.http = httpx.Client(base_url=other.url, cookies=ada.http.cookies, timeout=60, trust_env=False)
    assert who(ada) == "Ada", "her browser stays signed in"
    assert [comment["author"] for comment in ada.get(SUSAN)["comments"]] == ["Ada"]
    assert len(other.guest(token).get("/api/challenges")["to_you"]) == 1, "his program still plays for him"
    bo = signed(other, "Bo")
    assert len(bo.get("/api/challenges")["to_you"]) == 1
    assert bo.show(table)["you"] == [0, 1]
    assert [line["text"] for line in bo.get("/api/account/export")["words"]] == ["words of Bo"]
    ada.http.close()
    other.stop()
    capsys.readouterr()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert "1 was there already; 0 rows" in capsys.readouterr().out


def test_a_copy_is_for_its_owner_alone(tmp_path):
    new_copy = tmp_path / "copy.new"
    new_copy.write_text("left by a copy that was broken off")
    new_copy.chmod(0o644)
    with replace_private(new_copy) as out:
        out.write(b"{}")
    assert new_copy.stat().st_mode & 0o777 == 0o600 and new_copy.read_bytes() == b"{}"


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copied")
    server = Server(folder / "data")
    account(server, "Ada")
    assert run(["backup", str(folder / "copy"), "--data", str(folder / "data")]) == 0
    server.stop()
    assert (folder / "copy").stat().st_mode & 0o777 == 0o600
    return folder / "copy"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line.update(part="outbox"), "outbox: expected one of blocks, host_acts, reports, accounts"),
        (lambda line: line.update(part="facts", rows=[{"name": "dawn", "value": "1"}]), "expected web push key"),
        (lambda line: line.update(part="facts", rows=[{"name": "alive", "value": "now"}]), "milliseconds since 1970"),
        (lambda line: line.update(version=2), "version 1 of rows"),
        (lambda line: line["rows"][0].update(extra=1), "accounts: extra: no such column"),
        (lambda line: line["rows"][0].pop("name"), "accounts: name is missing"),
        (lambda line: line["rows"][0].update(name=None), "accounts: name: a value is missing"),
        (lambda line: line["rows"][0].update(created="now"), "accounts: created: 'now': expected int"),
        (lambda line: line["rows"][0].update(name="x" * 21), "accounts: name: longer than 20"),
        (lambda line: line["rows"].append(line["rows"][0] | {"id": "other"}), "another person's"),
    ],
)
def test_rows_that_make_no_sense_are_refused_whole(copied, tmp_path, capsys, change, message):
    lines = [json.loads(text) for text in copied.read_text().splitlines()]
    change(next(line for line in lines if line.get("part") == "accounts"))
    file = tmp_path / "copy"
    file.write_text("\n".join(map(json.dumps, lines)))
    assert run(["backup", str(file), "--data", str(tmp_path / "data"), "--restore"]) == 1
    error = capsys.readouterr().err
    assert message in error and f"{file}: line 2:" in error
    server = Server(tmp_path / "data")
    assert server.guest().http.get("/api/people/Ada").status_code == 404, "nothing came in"
    server.stop()
