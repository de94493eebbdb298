"""Tests of the places of faults in rule texts, and of the layout of expressions."""

import pytest

from lusory.errors import RuleError
from lusory.games import catalogue, load
from lusory.rules import codec
from lusory.rules.expression_layout import lay_out
from lusory.rules.places import json_place

PYTHON = {
    "\n# a comment\nGame(\n  board=Sqare(5, 5), turn=Place())": "Sqare",
    "Game(board=Square(5, 5), turn=Place(), ends=[Win(Line(9))])": "9",
    "Game(name='ä', board=Square(5, 5), turn=Place(to=~empy))": "empy",
    "Game(board=Square(5, 5), turn=Either(Place(), own))": "own",
    "Game(board=Square(5, 5), turn=Place(), ends=[Draw(All(own, Line(99)))])": "99",
    "Game(board=Square(5, 5), turn=Place(), ends=[Draw(own & Line(3) & Line(77))])": "77",
    "Game(board=Square(5, 5), turn=Place(), ends=[Draw(~Line(66))])": "66",
    "Game(board=Square(5, 5), turn=Place(), terms={own: own})": "own",
    "Game(board=Square(5, 5), turn=Place(,)": ",",
    "Game(board=Square(5, 5), turn=Place(to=own.adjacent))": "own.adjacent",
}


@pytest.mark.parametrize("source", PYTHON)
def test_a_fault_in_python_stands_at_its_place(source):
    with pytest.raises(RuleError) as caught:
        codec.read(source)
    assert caught.value.place
    assert source[slice(*caught.value.place)] == PYTHON[source]


def test_a_fault_in_json_stands_at_its_place():
    text = codec.write(load("gomoku", size=9)).replace('"n": 5', '"n": 55')
    with pytest.raises(RuleError) as caught:
        codec.read(text)
    place = json_place(text, caught.value.path)
    assert place and text[slice(*place)] == "55"
    place = json_place(text, "about.story")
    assert place and text[slice(*place)].startswith('"')
    assert json_place("{", "board") is None
    assert json_place('{"board": {"word": "square"}}', "board.columns[3]") == (10, 28)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_laid_out_games_are_read_back(name):
    game = catalogue()[name]()
    text = lay_out(game)
    assert codec.read(text) == game
    assert text.startswith("Game(\n    board=") and text.endswith("\n)\n")
    assert all(len(line) <= 100 for line in text.splitlines()) or '"' in text or "'" in text


def test_quoted_brackets_and_commas_break_no_line():
    game = codec.read("Game(board=Square(3, 3), turn=Place(), name='it\\'s, (a \\\\ b')")
    assert codec.read(lay_out(game, width=20)).name == "it's, (a \\ b"


@pytest.mark.parametrize("name", ["plain", "it's", 'say "so"', "both \" and '", "a\\b", "'", '"'])
def test_texts_stand_between_double_quotes(name):
    game = codec.read(f"Game(board=Square(3), turn=Place(), name={name!r})")
    text = lay_out(game)
    assert codec.read(text).name == name
    assert ('name="' in text) == ('"' not in name)
