"""The wire test for bots: of two games that differ only in a secret, a bot's streams are identical, byte for byte."""

import re

import pytest

from tests.server.running_server import Server
from tests.server.test_account_tokens import with_token
from tests.server.test_accounts import account
from tests.server.test_bots import DEADLINE
from tests.server.test_identical_bytes import GAME, OPENING, WORLDS, difference

SEATED = {name: world for name, world in WORLDS.items() if any(holder is not None for holder in world[2])}


def heard(folder, plies, viewer):
    """All that a bot in a seat is sent while this game is played: the stream of the game, read to its end, one opened
    late, and the answers to its requests."""
    server = Server(folder)
    try:
        owners = [account(server, "Ada"), account(server, "Bo")]
        challenge = owners[0].post("/api/challenges", GAME | {"to": "Bo", "side": "first"}, 201)
        table = owners[1].post(f"/api/challenges/{challenge['challenge']}/accept", {})["table"]
        bots = [with_token(server, owner)[0] for owner in owners]
        messages = []
        path = f"/api/bot/game/stream/{table}"
        with bots[viewer].http.stream("GET", path, timeout=DEADLINE) as game:
            for ply, text in enumerate(plies, 1):
                mover = owners[0].show(table)["to_move"]
                bots[mover].post(f"/api/bot/game/{table}/move/{text}?ply={ply}", None)
            messages += tried(bots[viewer], table)
            with bots[viewer].http.stream("GET", "/api/stream/event", timeout=DEADLINE) as events:
                messages.append(next(line for line in events.iter_lines() if line))
            with bots[viewer].http.stream("GET", path, timeout=DEADLINE) as late:
                messages.append(next(line for line in late.iter_lines() if line))
            lines = (line for line in game.iter_lines() if line)
            messages += until_ply(lines, len(plies))
        return [plain(text, table) for text in messages]
    finally:
        server.stop()


def until_ply(lines, ply):
    """The lines to the state after so many plies. A stream may leave out states that were overtaken: of those between
    the first and the last nothing is compared but that the last is there."""
    plies = []
    for line in lines:
        plies.append(line)
        if f'"ply":{ply},' in line:
            return [plies[0], plies[-1]]
    raise AssertionError("the stream ended")


def tried(bot, table):
    """What the bot is answered that asks for all there is."""
    candidates = []
    for method, path in (
        ("GET", f"/api/tables/{table}"), ("GET", f"/api/tables/{table}/plies"),
        ("GET", f"/api/tables/{table}/record.json"), ("GET", f"/api/tables/{table}/notes"),
        ("POST", f"/api/bot/game/{table}/takeback/no"), ("POST", f"/api/bot/game/{table}/move/Q9:row"),
        ("POST", f"/api/bot/game/{table}/abort"), ("GET", "/api/mine"), ("GET", "/api/bot/account"),
    ):  # fmt: skip
        response = bot.http.request(method, path)
        candidates.append(f"{method} {path} {response.status_code} {response.text}")
    return candidates


def plain(text, table):
    """Without names and times that are drawn for each server."""
    text = re.sub(r'("(?:at|sent|updated|created|moment)": ?)\d+', r"\g<1>0", text.replace(table, "TABLE"))
    text = re.sub(r"127\.0\.0\.1:\d+", "HOST", text)
    text = re.sub(r'"here": ?(true|false)', '"here": 0', text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)


@pytest.mark.parametrize("name", SEATED)
def test_a_secret_makes_no_difference_to_a_bot(tmp_path, name):
    after, other, viewers = SEATED[name]
    viewer = next(viewer for viewer in viewers if viewer is not None)
    plies = [*OPENING, *after]
    changed = [*OPENING, *(other.get(i, text) for i, text in enumerate(after))]
    first, second = (heard(tmp_path / str(i), game, viewer) for i, game in enumerate((plies, changed)))
    assert len(first) == len(second) > 10
    for mine, theirs in zip(first, second, strict=True):
        assert mine == theirs, difference(mine, theirs)
    hidden = [text for text in plies if text not in changed]
    assert hidden and any("gameState" in text for text in first)
    assert not any(text in line for text in hidden for line in first if "gameState" in line or "gameFull" in line)
