"""Tests of notes in rules sheets: long parts that occur several times are written once, under a letter."""

import re

import msgspec

from lusory.games import load
from lusory.rules import At, Count, Draw, Either, Game, Group, Kind, Loss, No, Place, Put, Square, Step, Win, enemy, own
from lusory.rules.english import rules_text
from lusory.rules.english.notes import notes

from .games import games_by_name
from .plain_chess import chess

PLAIN_CHESS = msgspec.structs.replace(chess, terms={})


def test_what_has_no_name_gets_a_letter():
    text = rules_text(PLAIN_CHESS)
    assert len(text.split()) < 1200
    assert text.count("an enemy rook or an enemy queen is in a straight line") == 1
    assert len(re.findall(r"^  Condition A: ", text, re.M)) == 1
    assert "None of these may be done if afterwards condition A holds." in text


def test_moves_get_letters():
    text = rules_text(games_by_name()["einstein"].build())
    assert text.count("move one of your 1s") == 1
    assert "Move A: move one of your" in text
    assert "– Make move A." in text


def test_terms_have_no_letter():
    assert all(word not in chess.named_parts for word in notes(chess))
    assert "You are in check if" in rules_text(chess)


def test_small_rules_are_read_in_full():
    assert notes(load("susan")) == {}
    assert notes(load("serendipity")) == {}


def many(*ends):
    setup = [Put(At("a1 b1"), side=1, kind="man"), Put(At("c4 d4"), side=2, kind="king")]
    plies = [
        Step(own & Kind(kind) & At(cell))
        for kind in ("man", "king")
        for cell in ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"]
    ]
    return Game(Square(4), setup=setup, turn=Either(*plies, Place()), ends=ends)


def test_cells_and_numbers_get_letters():
    cells = own & (Group(own & Kind("man"), size=2, at=At("a1")) | Group(own & Kind("king"), size=3, at=At("b2")))
    number = Count(cells) + Count(enemy & Kind("man"))
    game = many(Win(number >= 5), Loss(number >= 4), Draw(number >= 3), Draw(No(cells)), Win(cells & At("d4")))
    text = rules_text(game)
    assert re.search(r"Number [AB]: ", text) or re.search(r"Set [AB]: ", text)
    assert len(set(re.findall(r"(?:Number|Set|Condition) ([A-Z]):", text))) == len(notes(game))
