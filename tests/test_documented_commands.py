"""Every command line in the documents runs as it stands there."""

import io
import re
import sys
from collections.abc import Iterator

import pytest

from lusory.cli.failure import run
from lusory.games import find
from lusory.rules import codec
from tools.documents import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LINE = re.compile(r"^    lusory (.+?)(?:  +.*)?$|`lusory ([^`]+)`", re.MULTILINE)
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\[")


def commands() -> Iterator[tuple[str, str]]:
    """Each command line with its page."""
    for page in PAGES:
        for block, span in LINE.findall(page.read_text(encoding="utf-8")):
            yield page.name, block or span


COMMANDS = sorted((page, line) for line, page in {line: page for page, line in commands()}.items())
"""Each once; what several pages say is run for the last of them."""


def written(page: str, beginning: str) -> str:
    """The block of a page that begins so."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return next(str(block) for block in CODE.findall(text) if block.startswith(beginning))


@pytest.fixture
def desk(tmp_path, monkeypatch):
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
    monkeypatch.setattr(sys.modules["lusory.cli.check"], "GAMES", 10)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    return tmp_path


@pytest.mark.parametrize(("page", "line"), [c for c in COMMANDS if not PLACEHOLDER.search(c[1])])
def test_a_documented_command_runs(desk, page, line, capsys):
    if "mygame.py" in line and not line.startswith("new"):
        assert run(["new", "mygame.py"]) == 0
    assert run(line.split()) == 0, capsys.readouterr()


@pytest.mark.parametrize(("page", "line"), [c for c in COMMANDS if PLACEHOLDER.search(c[1])])
def test_a_documented_form_is_there(page, line, capsys):
    command = line.split()[0]
    if command.isupper():
        return
    run([command, "--help"])
    told = capsys.readouterr().out
    assert f"Usage: lusory {command}" in told
    assert all(option in told for option in re.findall(r"--\w+", line))
