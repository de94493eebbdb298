"""Tests of the colours of stones: they are beside the rules, and every drawing and text about the game has them."""

import pytest

import lusory
from lusory.errors import RuleError
from lusory.rules import Game, Line, Place, Square, Win, codec
from lusory.rules.english import sheet

PLAIN = Game(board=Square(3), turn=Place(), ends=[Win(Line(3))])
WHITE_BEGINS = Game(board=Square(3), turn=Place(), ends=[Win(Line(3))], colours=["white", "black"])


def test_they_count_neither_for_equality_nor_for_the_hash():
    assert WHITE_BEGINS == PLAIN and WHITE_BEGINS.hash == PLAIN.hash and not PLAIN.colours
    assert PLAIN.colours_of_sides == ("black", "white", "orange", "blue")
    assert WHITE_BEGINS.colours_of_sides == ("white", "black", "orange", "blue")


@pytest.mark.parametrize("text", [repr(WHITE_BEGINS), codec.write(WHITE_BEGINS)])
def test_they_are_written_and_read(text):
    assert codec.read(text).colours == ("white", "black")
    assert "colours" not in repr(PLAIN) + codec.write(PLAIN)


@pytest.mark.parametrize("colours", [["white"], ["white", "white"], "wb", ["white", "pink"], [1, 2], 7, {"white": 1}])
def test_others_are_refused(colours):
    with pytest.raises(RuleError, match="colours"):
        Game(board=Square(3), turn=Place(), ends=[Win(Line(3))], colours=colours)
    with pytest.raises(RuleError, match="colours"):
        codec.from_document(codec.document(PLAIN) | {"colours": colours})


def test_stones_have_them_on_drawn_boards():
    drawn = WHITE_BEGINS.start().play("a1").play("b2").svg()
    assert 'class="stone side-1 white" data-on="a1"' in drawn and 'class="stone side-2 black" data-on="b2"' in drawn
    assert 'class="stone side-1 black" data-on="a1"' in PLAIN.start().play("a1").svg()


def test_the_rules_in_english_name_them():
    assert "First (x, white) and Second (o, black)" in str(sheet(WHITE_BEGINS))
    assert "First (x, black) and Second (o, white)" in str(sheet(PLAIN))


def test_white_begins_in_chess():
    assert 'side-1 white kind-unmoved-king" data-on="e1"' in lusory.load("chess").start().svg()
