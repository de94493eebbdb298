"""Tests of the server's documentation: its example bot, its settings, its proxy configuration."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from lusory.errors import LusoryError
from lusory.server.settings import Settings, read
from lusory.server.web import comments, host, host_people
from tests.server.running_server import Server, invitation
from tools.documents import ROOT


def block(page, kind):
    match = re.search(rf"```{kind}\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
    assert match
    return match[1]


def test_two_bots_play_a_game(server, tmp_path):
    (tmp_path / "bot.py").write_text(block("api.md", "python"))
    for game in ("tic-tac-toe", "hidden-gomoku"):
        new_table = server.guest().table(game=game, options={"size": 3}, seats=["human", "human"], mine=[])
        bots = [
            subprocess.Popen([sys.executable, tmp_path / "bot.py", seat["link"]], stdout=subprocess.PIPE, text=True)
            for seat in new_table["seats"]
        ]
        output = [bot.communicate(timeout=120)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0]
        assert output[0] == output[1] == server.guest().show(new_table["table"])["result"]["text"] + "\n"


def test_the_bot_has_about_thirty_lines():
    code = [line for line in block("api.md", "python").splitlines() if line and not line.startswith(("import", "from"))]
    assert len(code) <= 30


def test_the_settings_that_are_shown_are_what_there_is(tmp_path):
    text = block("howto-serve.md", "toml")
    file = tmp_path / "table.toml"
    file.write_text(text)
    settings = read(file, {"LUSORY_SERVE_MAIL__PASSWORD": "hush", "LUSORY_SERVE_PORT": "81"}, {"host": "::1"})
    assert (settings.port, settings.host, settings.mail.password) == (81, "::1", "hush")
    assert settings.own_address == "https://example.org/play"
    without_address = read(None, {}, {"host": "::1", "port": 81})
    assert without_address.own_address == "http://[::1]:81", "links in mails need the brackets"
    data = tomllib.loads(text)
    plain = msgspec.to_builtins(Settings())
    changed = {"data", "address", "base", "mail", "mail_in"}
    assert {
        name: value for name, value in data.items() if name not in {*changed, "limits", "budget"}
    }.items() <= plain.items()
    for group in ("limits", "budget"):
        assert data[group].items() <= plain[group].items()
    # An example of a host that takes mails in: its address, port and mail host are not the plain ones.
    assert set(data["mail_in"]) == set(plain["mail_in"])
    repeated = set(plain["mail_in"]) - {"address", "smtp", "results"}
    assert all(data["mail_in"][name] == plain["mail_in"][name] for name in repeated)
    assert set(plain) == set(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [("WORKERS", "0"), ("PAUSE", "-1"), ("THINK", "soon"), ("PORT", "70000"), ("MAIL__TLS", "ssl"),
     ("LIMITS__BODY", "-5"), ("ADDRESS", "example.org"), ("BASE", "play"), ("BUDGT__CELLS", "1"),
     ("THINK", "inf"), ("PAUSE", "inf"), ("BUDGET__SECONDS", "inf"), ("BUDGET__PLY", "1e9"),
     ("LIMITS__BODY", "1"), ("BUDGET__MEMORY", "1")],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_is_named(name, value):
    with pytest.raises(LusoryError) as error:
        read(None, {f"LUSORY_SERVE_{name}": value}, {})
    assert name.split("__")[0].lower() in str(error.value)


def test_every_request_of_moderators_is_documented():
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    documented = {
        path for part in re.findall(r"`((?:[A-Z, `]+)?/api/host[^`]*)`", text) for path in re.findall(r"/api/\S+", part)
    }
    assert documented == {
        end.path for part in (host, host_people, comments) for end in part.ENDPOINTS if "/host/" in end.path
    }


def test_a_setting_is_read_by_its_old_name_too():
    assert read(None, {"LUSORY_SERVE_WEBHOOK_HOSTS": "a.example"}, {}).private_hosts == "a.example"
    variables = {"LUSORY_SERVE_WEBHOOK_HOSTS": "a.example", "LUSORY_SERVE_PRIVATE_HOSTS": "b.example"}
    with pytest.raises(LusoryError, match="webhook_hosts: expected private_hosts alone"):
        read(None, variables, {})


def test_the_environment_goes_before_the_file_by_old_names_too(tmp_path):
    file, old = tmp_path / "lusory.toml", {"LUSORY_SERVE_WEBHOOK_HOSTS": "b.example"}
    for name in ("webhook_hosts", "private_hosts"):
        file.write_text(f'{name} = "a.example"\n', "utf-8")
        assert read(file, old, {}).private_hosts == "b.example"
    file.write_text('webhook_hosts = "a.example"\nprivate_hosts = "c.example"\n', "utf-8")
    with pytest.raises(LusoryError, match=r"lusory.toml: webhook_hosts: expected private_hosts alone"):
        read(file, {}, {})


def test_under_a_sub_path(tmp_path):
    """A proxy takes the sub-path away; what the server sends leads back to it."""
    server = Server(tmp_path, "--base", "/play")
    guest = server.guest()
    guest.http.base_url = server.url.removesuffix("/play")
    created = guest.table(game="susan", seats=["human", "human"])
    link = created["seats"][1]["link"]
    assert re.search(r":\d+/play/t/\w+/join#", link)
    table, secret = invitation(link)
    friend = server.guest()
    friend.http.base_url = guest.http.base_url
    response = friend.http.post(f"/api/tables/{table}/claim", json={"secret": secret})
    assert response.status_code == 200 and "Path=/play" in response.headers["set-cookie"]
    assert guest.get("/api/openapi.json")["servers"] == [{"url": "/play"}]
    server.stop()


def test_the_container_is_built_from_what_is_there():
    text = (ROOT / "Containerfile").read_text()
    setup = (ROOT / "tools/setup.sh").read_text()
    assert Path(ROOT / "tools/setup.sh").exists() and "wheel [DIR]" in setup and "tools/setup.sh wheel /wheels" in text
