"""A refusal of a move is told in one language, its number and its reason, too."""

import json
import pickle

import pytest

from lusory.errors import IllegalPly, Phrase
from lusory.games import load
from lusory.server.positions import position_after
from lusory.server.workers.pool import phrase_of
from lusory.texts import gettext, speaking

FOUR = ["d1", "c1", "d2", "c2", "d3", "c3", "d4"]


@pytest.mark.parametrize(
    ("game", "plies", "german"),
    [
        ("susan", ["b2", "zz9"], "Zug 2, zz9: zz9 ist nicht auf dem Brett; hier erlaubt: a1 "),
        ("connect-four", [*FOUR, "a1"], "a1: die Partie ist nach Zug 7 zu Ende"),
        ("serendipity", ["c3-d4 e3-f4"], "Zug 1, c3-d4 e3-f4: erwartet wird ein einziger Zug"),
    ],
)
def test_a_line_of_analysis_is_refused_in_german(game, plies, german):
    with pytest.raises(IllegalPly) as refused:
        position_after(load(game), plies)
    with speaking("de"):
        assert refused.value.phrase.said(gettext).startswith(german)


def test_a_line_of_plies_is_refused_in_german():
    with pytest.raises(IllegalPly, match=r"^ply 2, a1: a1 is not empty") as refused:
        load("tic-tac-toe").start().line("a1 a1")
    with speaking("de"):
        assert refused.value.phrase.said(gettext).startswith("Halbzug 2, a1: a1 ist nicht leer; hier erlaubt: ")


def test_a_refusal_whose_reason_is_english_is_english_throughout():
    """Also after it went to another process, and with a number before it."""
    with pytest.raises(IllegalPly) as refused:
        position_after(load("chess"), ["e2-e4", "e7-e2"])
    fault = pickle.loads(pickle.dumps(refused.value))
    with speaking("de"):
        text = fault.phrase.said(gettext)
        assert text == str(fault) == phrase_of(json.loads(json.dumps(fault.phrase))).said(gettext)
    assert text.startswith("move 2, e7-e2: e7 is not a king") and "; legal here: " in text


def test_a_move_of_the_wrong_length_is_refused_in_german():
    with pytest.raises(IllegalPly) as refused:
        load("lines-of-action").start().play("b1-b2")
    with speaking("de"):
        assert refused.value.phrase.said(gettext).startswith("b1-b2: die Weite ist 1, sie muss 2 sein; ")


def test_a_ply_is_written_alike_in_every_language():
    """`pass` and `swap` have translations elsewhere."""
    with speaking("de"):
        assert load("hex").start().refusal("swap").phrase.said(gettext).startswith("swap: so schreibt man ")
        assert IllegalPly("a1", Phrase("expected a move"), "pass").phrase.said(gettext).endswith("hier erlaubt: pass")
