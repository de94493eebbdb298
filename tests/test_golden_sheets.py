"""The rules sheet of every shipped and every test game, kept as text in tests/golden.

`make sheets` (`RENEW=1 pytest tests/test_golden_sheets.py`) writes them again; read the difference
before you commit it.
"""

import os
from pathlib import Path

import pytest

from lusory.explain.sheet import rules
from lusory.games import catalogue, load
from lusory.rules import Game
from lusory.rules.english import rules_text

from .plain_chess import chess
from .test_sheet_grammar import faults, sentences

GOLDEN = Path(__file__).parent / "golden"
FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
TESTED = {"plain-chess": chess}


def golden_text(path: Path, text: str) -> str:
    """The text that is kept; written again on request."""
    if os.environ.get("RENEW"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FIVE)
def test_sheets_with_figures(name):
    text = rules(load(name))
    assert text == golden_text(GOLDEN / f"{name}.rules.txt", text)


@pytest.mark.parametrize("name", [name for name in catalogue() if name not in FIVE])
def test_sheets_of_shipped_games(name):
    text = rules_text(load(name))
    assert text == golden_text(GOLDEN / f"{name}.txt", text)


@pytest.mark.parametrize("name", TESTED)
def test_sheets_of_test_games(name):
    text = rules_text(TESTED[name])
    assert text == golden_text(GOLDEN / f"test-{name}.txt", text)


@pytest.mark.parametrize("name", [*catalogue(), *TESTED])
def test_sentences_have_no_faults_of_grammar(name):
    game: Game = TESTED[name] if name in TESTED else load(name)
    assert [fault for text in sentences(game) for fault in faults(text)] == []


def test_no_sheet_is_left_over():
    names = {f"{name}.rules.txt" for name in FIVE} | {f"test-{name}.txt" for name in TESTED}
    names |= {f"{name}.txt" for name in catalogue() if name not in FIVE}
    assert {path.name for path in GOLDEN.iterdir()} == names
