"""Tests that every command line in the documents parses as written and runs, with fewer games and less time.

What a command is given is cut down after it was read (SMALL, and the limits in the specs of players), so that every
option and value is the documented one, and an option that is left out has its own default.
"""

import io
import re
import sys
from collections.abc import Iterator
from functools import partial

import pytest
from typer.core import TyperCommand

from lusory.cli.failure import run
from lusory.games import find
from lusory.lab import pupils
from lusory.players import read_spec
from lusory.rules import codec
from tools.documents import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LINE = re.compile(r"^    lusory (.+?)(?:  +.*)?$|`lusory ([^`]+)`", re.MULTILINE)
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\[")

SMALL = {
    "games": 50,
    "changes": 3,
    "seconds": 0.02,
    "children": 8,
    "hours": 0.0002,
    "minutes": 0.005,
    "nets": 0.001,
    "tries": 5,
    "number": 1,
    "samples": 100,
}
"""Options that say how much is done: at most so much. An odd number of games stays odd: some commands refuse that."""
SOLVE_HOURS = 0.001
"""The time of a solve without a limit: some of those documented take minutes."""
MATCH = 4
"""At most so many games of a match: players take their time."""
PLAYERS = ("first", "second", "third", "fourth", "player", "judge")
TIME, COUNT = re.compile(r"(?<=:)[\d.]+s\b"), re.compile(r"(?<=:)\d{2,}\b")
"""Limits in the specs of players: `best:1s`, `mcts:2000`."""


def smaller(command: str, option: str, value: object) -> object:
    """What an option is cut down to."""
    if option in SMALL and isinstance(value, int | float):
        most = MATCH if (command, option) == ("match", "games") else SMALL[option]
        return min(value, most + (value % 2 if option == "games" else 0))
    if option in PLAYERS and value not in (None, "", "human"):
        return COUNT.sub("20", TIME.sub("0.01s", read_spec(str(value)).text))
    return value


def commands() -> Iterator[tuple[str, str]]:
    """Each command line with its page."""
    for page in PAGES:
        for block, span in LINE.findall(page.read_text(encoding="utf-8")):
            yield page.name, block or span


GROUPS = ("host ", "pupil ")
"""Commands that have commands of their own."""
COMMANDS = sorted((page, line) for line, page in {line: page for page, line in commands()}.items())
"""Each once; what several pages say is run for the last of them."""


def written(page: str, beginning: str) -> str:
    """The block of a page that begins so."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return next(str(block) for block in CODE.findall(text) if block.startswith(beginning))


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A folder with the files the documents speak of, and a player who leaves at once."""
    game = find("susan").build()
    files = {
        "bracket.py": written("tutorial.md", '"""Place or step'),
        "take_away.py": written("howto-python.md", "from lusory.play.contract"),
        "game.txt": game.start().play("b2").play("c3").record().text(),
        "game.json": codec.write(game),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys.modules["lusory.cli.check"], "GAMES", 10)
    monkeypatch.setattr(sys.modules["lusory.cli.breed"], "CHILDREN", 8)
    monkeypatch.setattr(pupils, "measure_level", partial(pupils.measure_level, games=2))
    invoke = TyperCommand.invoke

    def cut(command, context):
        given_options = context.params.items()
        context.params = {option: smaller(command.name, option, value) for option, value in given_options}
        if "games" in context.params and context.params.get("player", "random") != "random":
            context.params["games"] = min(context.params["games"], 10)
        if command.name == "solve" and not context.params["hours"]:
            context.params["hours"] = SOLVE_HOURS
        if "workers" in context.params and not context.params.get("ray"):
            context.params["workers"] = 1  # in this process: another one takes two seconds to start
        return invoke(command, context)

    monkeypatch.setattr(TyperCommand, "invoke", cut)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    return tmp_path


@pytest.mark.parametrize(("page", "line"), [c for c in COMMANDS if not PLACEHOLDER.search(c[1])])
def test_a_documented_command_runs(workspace, page, line, capsys):
    if "mygame.py" in line and not line.startswith("new"):
        assert run(["new", "mygame.py"]) == 0
    if "hex.proof" in line and "--proof" not in line:
        assert run(["solve", "hex", "-o", "size=3", "--proof", "hex.proof"]) == 0
    if "susan.table" in line and "--table" not in line:
        assert run(["solve", "susan", "-o", "size=2", "--table", "susan.table"]) == 0
    if "three.net" in line and ("--out" not in line or "--resume" in line):
        assert run(["learn", "tic-tac-toe", "--rounds", "1", "--rating", "0", "--out", "three.net"]) == 0
    if "ada.pupil" in line and not line.startswith("pupil new"):
        assert run(["pupil", "new", "ada.pupil", "susan", "-o", "size=4"]) == 0
    assert run(line.split()) == 0, capsys.readouterr()


@pytest.mark.parametrize(
    "wrong",
    ["--games 21", "--games many", "--gamez 20", "--first best:1x", "--second mcts:0", "-o size=99"],
)
def test_what_is_wrong_is_not_cut_away(workspace, wrong, capsys):
    command = "match susan --first greedy --second random --games 20"
    assert run(f"{command} {wrong}".split()) != 0, capsys.readouterr()


@pytest.mark.parametrize(("page", "line"), [c for c in COMMANDS if PLACEHOLDER.search(c[1])])
def test_a_documented_form_is_there(page, line, capsys):
    command = line.split()[:2] if line.startswith(GROUPS) else line.split()[:1]
    if command[0].isupper():
        return
    run([*command, "--help"])
    output = capsys.readouterr().out
    assert f"Usage: lusory {' '.join(command)} " in output
    assert all(option in output for option in re.findall(r"--\w+", line))
