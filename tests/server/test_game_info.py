"""Tests of what the server knows of a game."""

import pytest

from lusory.rules import Game, Line, Place, Square, Win, codec
from lusory.rules.about import About
from lusory.server.game_info import info, with_texts


@pytest.mark.parametrize("title", ["x" * 300, "\N{WOMAN}\u200d\N{PERSONAL COMPUTER} three", "three"])
def test_the_rules_of_a_table_are_read_back_whatever_their_title(title):
    game = Game(board=Square(3), turn=Place(), ends=[Win(Line(3))], name="three", about=About(title=title))
    known = info(game, guest=True)
    assert codec.read(with_texts(known.value, "", None, known.title)) == game
