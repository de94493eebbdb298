"""Tests of short spellings of steps, as chess players write them."""

import pytest

import lusory
from lusory.errors import IllegalPly

START = lusory.load("chess").start()
TAKES = START.line("e2-e4 d7-d5")
PROMOTES = START.line("a2-a4 b7-b5 a4-b5 a7-a6 b5-a6 c8-b7 a6-b7 h7-h6")


def read(position, text):
    return position.contract.text(position.play(text).past[-1].action)


@pytest.mark.parametrize(
    ("position", "text", "canonical"),
    [
        (START, "e4", "e2-e4"),
        (START, "Nf3", "g1-f3"),
        (START, "nf3", "g1-f3"),
        (START, "Ngf3", "g1-f3"),
        (START, "N1f3!?", "g1-f3"),
        (START, "Ng1-f3", "g1-f3"),
        (TAKES, "exd5", "e4-d5"),
        (TAKES, "e4xd5", "e4-d5"),
        (TAKES, "ed5", "e4-d5"),
        (TAKES, "Bb5+", "f1-b5"),
        (PROMOTES, "bxa8=Q", "b7-a8:q"),
        (PROMOTES, "bxa8N", "b7-a8:n"),
        (PROMOTES, "b7xa8:r", "b7-a8:r"),
    ],
)
def test_steps_are_read_as_chess_players_write_them(position, text, canonical):
    assert read(position, text) == canonical


@pytest.mark.parametrize(
    ("position", "text"),
    [(START, "f5"), (START, "Bc4"), (START, "e2xe4"), (START, "N"), (PROMOTES, "bxa8"), (TAKES, "Bd5"), (TAKES, "xd")],
)
def test_what_no_step_or_several_are_written_like_is_refused(position, text):
    with pytest.raises(IllegalPly):
        position.play(text)


def test_a_step_that_two_pieces_can_make_needs_more():
    position = START.line("Nf3 d5 d3 e5")
    with pytest.raises(IllegalPly):
        position.play("Nd2")
    assert [read(position, text) for text in ("Nbd2", "Nfd2")] == ["b1-d2", "f3-d2"]


def test_a_line_of_several_plies_may_be_short():
    assert START.line("e4 e5 Nf3 Nc6 Bb5").ply == 5


@pytest.mark.parametrize(
    ("before", "text", "plies"),
    [
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "O-O", ["e1-g1", "h1-f1"]),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "0-0+", ["e1-g1", "h1-f1"]),
        ("d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 e3", "o-o-o", ["e8-c8", "a8-d8"]),
    ],
)
def test_castling_is_a_turn_of_two_steps(before, text, plies):
    position = START.line(before)
    castled = position.play(text)
    assert [position.contract.text(ply.action) for ply in castled.past[-2:]] == plies
    assert castled == START.line(f"{before} {text}") and castled.to_move != position.to_move


@pytest.mark.parametrize(("position", "text"), [(START, "O-O"), (START.line("e4 e5 Nf3 Nc6 Bc4 Bc5"), "O-O-O")])
def test_castling_that_is_not_legal_is_refused(position, text):
    with pytest.raises(IllegalPly):
        position.play(text)


def test_a_jump_is_not_read_as_a_step_nor_a_step_as_a_jump():
    position = lusory.load("draughts").start()
    with pytest.raises(IllegalPly):
        position.play("a3xb4")


def test_one_kind_alone_needs_no_letter():
    start = lusory.load("breakthrough").start()
    assert read(start, "ab3") == "a2-b3"
    with pytest.raises(IllegalPly):
        start.play("b3")
