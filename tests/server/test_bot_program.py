"""`lusory bot` and the bot of the documents, as programs of their own, against a server."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from lusory.bots import Acceptance, Connection
from lusory.bots.game import fit
from lusory.cli.failure import run
from lusory.errors import LusoryError
from tests.server.running_server import LUSORY
from tests.server.test_account_tokens import with_token
from tests.server.test_accounts import account
from tests.server.test_challenges import challenge
from tools.documents import ROOT

DEADLINE = 90.0


def until(condition):
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def token_of(server, owner):
    program, _ = with_token(server, owner, "program")
    return program.headers["Authorization"].split()[1]


def play_out(person, table, player):
    """The person's part of a game, at the first legal ply each; its result."""
    while True:
        view = until(lambda: (s := person.show(table)) and (s["result"] or s["to_move"] == player) and s)
        if view["result"]:
            return view["result"]
        person.play(table, view["ply"] + 1, person.get(f"/api/tables/{table}/plies")["plies"][0])


def begun(person, known_tables=()):
    """The table of the game that has begun."""
    return until(
        lambda: [row["table"] for row in person.get("/api/mine")["tables"] if row["table"] not in known_tables]
    )[0]


@pytest.mark.parametrize("game", [{"game": "susan", "options": {"size": 2}},
                                  {"game": "hidden-gomoku", "options": {"size": 5}}])  # fmt: skip
def test_the_bot_of_the_documents_plays(server, tmp_path, game):
    number = "1" if game["game"] == "susan" else "2"
    person, owner = account(server, f"Doc{number}"), account(server, f"DocBot{number}")
    text = (ROOT / "docs" / "howto-bots.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    lines = [line for line in code.splitlines() if line and not line.startswith(("import", "from"))]
    assert len(lines) <= 20, "twenty lines, besides the imports"
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "bot.py"), server.url, token_of(server, owner)]
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        person.post("/api/challenges", game | {"to": f"DocBot{number}", "side": "first"}, 201)
        table = begun(person)
        if game["game"] == "susan":
            assert play_out(person, table, 0)["by"]
        else:
            person.play(table, 1, person.get(f"/api/tables/{table}/plies")["plies"][0])
            # The bot's turn may have several plies: no other may come between the look and the act.
            view = until(lambda: (s := person.show(table)) and s["to_move"] == 0 and s)
            person.act(table, view["ply"], "resign")
    finally:
        program.kill()
        program.communicate()


def test_lusory_bot_plays_what_it_accepts_and_ends_cleanly(server):
    person, owner = account(server, "Play1"), account(server, "PlayBot1")
    command = [*LUSORY, "bot", "--server", server.url, "--player", "random", "--game", "susan", "--rated", "casual"]
    environment = os.environ | {"LUSORY_BOT_TOKEN": token_of(server, owner)}
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        for refused in ({"game": "hex", "options": {"size": 3}}, {"rated": True}):
            challenge_made = challenge(person, to="PlayBot1", **refused)
            until(lambda challenge_made=challenge_made: challenge_made["challenge"] not in
                  {challenge_["challenge"] for challenge_ in person.get("/api/challenges")["yours"]})  # fmt: skip
        assert not person.get("/api/mine")["tables"]
        clock = {"kind": "increment", "seconds": 300, "add": 5}
        challenge(person, to="PlayBot1", side="second", clock=clock, options={"size": 2})
        assert play_out(person, begun(person), 1)["by"]
        challenge(person, to="PlayBot1", side="first", options={"size": 2})
        begun(person, {row["table"] for row in person.get("/api/mine")["tables"] if row["result"]})
    finally:
        program.send_signal(signal.SIGINT)
        errors = program.communicate(timeout=60)[1]
    assert program.returncode == 130 and "Traceback" not in errors, errors
    assert "hex is not played" in errors and "it is rated" in errors and "playing as PlayBot1, random" in errors


def test_a_wrong_token_or_server_is_said(server, capsys):
    assert run(["bot", "--server", server.url, "--token", "lusory_wrong"]) == 1
    assert "not revoked" in capsys.readouterr().err
    assert run(["bot", "--server", "nowhere", "--token", "x"]) == 1
    assert "as https://example.org" in capsys.readouterr().err
    assert run(["bot", "--server", server.url, "--token", "x", "--clock", "sand"]) == 2
    with pytest.raises(LusoryError):
        Connection("ftp://example.org", "x")


def make_challenge(**more):
    return {"variant": {"key": "susan"}, "timeControl": {"type": "clock", "limit": 60}, "rated": False} | more


@pytest.mark.parametrize(
    ("acceptance", "challenge", "playing", "message"),
    [
        (Acceptance(), make_challenge(), 0, ""),
        (Acceptance(most=2), make_challenge(), 2, "2 games"),
        (Acceptance(games=("hex",)), make_challenge(), 0, "susan"),
        (Acceptance(clocks=("unlimited",)), make_challenge(), 0, "kind clock"),
        (Acceptance(least=90), make_challenge(), 0, "60 seconds"),
        (Acceptance(rated="rated"), make_challenge(), 0, "not rated"),
        (Acceptance(rated="casual"), make_challenge(rated=True), 0, "is rated"),
        (Acceptance(), make_challenge(variant={"key": ""}), 0, "one's own"),
    ],
)
def test_what_is_accepted(acceptance, challenge, playing, message):
    refusal = acceptance.refusal(challenge, playing)
    assert message in refusal and bool(message) == bool(refusal)


def test_games_that_a_player_cannot_play():
    assert fit("random", {"key": "susan", "options": {"size": "3"}}) == ""
    assert "secrets" in fit("random", {"key": "hidden-gomoku", "options": {}})
    assert fit("random", {"key": "nonsense", "options": {}})
