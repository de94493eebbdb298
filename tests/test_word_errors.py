"""Tests of error messages of words: the word, the field, the nearest name, operators that cannot join words."""

import pickle
from typing import Any

import numpy as np
import pytest

import lusory
from lusory import rules
from lusory.errors import IllegalPly, RuleError, UnknownGame
from lusory.games import load
from lusory.rules import Compare, Count, Game, Graph, Place, Square, Win, own

FAULTS: list[tuple[str, str]] = [
    (
        "Place(where=empty)",
        "Place.where: unknown field, did you mean owner? expected its fields: to (a set of cells), kind (a text)",
    ),
    ("Leap(own, distanse=2)", "Leap.distanse: unknown field, did you mean distance?"),
    (
        "Step()",
        "Step.what: nothing, expected a set of cells: the pieces that may move; its fields: what (a set of cells), "
        "to (a set of cells), directions (a set of directions or nothing)",
    ),
    ("Put()", "Put.at: nothing, expected a set of cells: cells of the board"),
    ("Count()", "Count.of: nothing, expected a set of cells; its fields: of (a set of cells)"),
    ("Line()", "times (a whole number), share (a whole number), directions (a set of directions or nothing)"),
    ("Line(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", "expected its fields: n (a whole number), of"),
    ("Win(Count(own) == 3)", 'Win.when: False, expected a condition (equality is written Compare(a, "==", b))'),
    ("Sequence(7.5)", "Sequence.parts[0]: 7.5, expected a ply"),
    (
        "Game(board=Square(3), turns=Place())",
        "Game.turns: unknown field, did you mean turn? expected its fields: board (a board), turn (a ply)",
    ),
    ("Game(board=Square(3))", "Game.turn: nothing, expected a ply; its fields: board (a board), turn (a ply)"),
    ("Put(at=7.5)", "Put.at: 7.5, expected a set of cells"),
    ("Win(own and Ranks(-1))", "expected & (and), | (or)"),
    ("Line(3) or Draw(Quiet(3))", "expected & (and), | (or)"),
    ("not own", "No(...) (not)"),
    ("Slide(own, distance=-1)", "Slide.distance: -1, expected 1 or more"),
    ("Slide(own, distance=0)", "Slide.distance: 0, expected 1 or more"),
    ("Win(NoPly)", "Win.when: NoPly, expected NoPly(), with brackets"),
    ("Game(board=Square(3), turn=Place)", "turn: Place, expected Place(), with brackets"),
    ("Game(board=Square, turn=Place())", "board: Square, expected Square(...), with brackets"),
    ("Capture(Center | Edges)", "Capture.of: Center, expected Center(), with brackets"),
    ("Either(Place(), Pass)", "Either.parts[1]: Pass, expected Pass(), with brackets"),
    ("Line(Captured)", "Line.n: Captured, expected a whole number"),
    ("empty & Center", "And.parts[1]: Center, expected Center(), with brackets"),
    *(
        (expression, "Center, expected Center(), with brackets")
        for expression in ("Center & empty", "Center | empty", "~Center", "-Center", "Center - 1", "1 + Center")
    ),
    *(
        (expression, "Captured, expected Captured(), with brackets")
        for expression in ("Captured >= 3", "3 < Captured", "Captured <= 3", "Captured < 3")
    ),
    (
        "Game(board=Hexagon(3), turn=Step(own, directions=diagonal))",
        "turn.directions: diagonal, expected directions of this board",
    ),
]


@pytest.mark.parametrize(("expression", "message"), FAULTS, ids=[message[:30] for _, message in FAULTS])
def test_a_fault_names_the_word_its_field_and_what_was_expected(expression, message):
    with pytest.raises(RuleError) as caught:
        eval(expression, vars(rules))
    assert message in str(caught.value)


def test_the_class_of_a_word_may_be_part_of_a_union_of_types():
    assert isinstance(Place(), Place | None) and isinstance(own, int | type(own))


def test_a_chain_of_comparisons_is_refused():
    with pytest.raises(TypeError, match="join them with All"):
        eval("Win(3 <= Count(own) <= 5)", vars(rules))


def test_a_path_from_the_root_needs_no_name_of_a_word():
    with pytest.raises(RuleError, match=r"^ends\[0\]: "):
        eval("Game(board=Square(3), turn=Place(), ends=[Place()])", vars(rules))


def test_an_error_of_a_word_can_be_sent_between_processes():
    with pytest.raises(RuleError) as caught:
        eval("Leap(own, distanse=2)", vars(rules))
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_equality_is_a_word():
    assert Game(board=Square(3), turn=Place(), ends=[Win(Compare(Count(own), "==", 3))]).ends


def test_names_of_games_are_read_in_any_case():
    assert lusory.load("Susan") == lusory.load("susan")
    assert lusory.load("Hidden Gomoku") == lusory.load("hidden_gomoku") == lusory.load("hidden-gomoku")
    with pytest.raises(UnknownGame, match="did you mean susan"):
        lusory.load("Sussan")


class TestSequence:
    """Legal plies are a sequence of texts."""

    def test_slices(self):
        moves = lusory.load("susan").start().moves()
        assert moves[:3] == ["a1", "a2", "a3"]
        assert moves[-1] == "i5"
        assert moves[::-1][0] == "i5"
        assert next(reversed(moves)) == "i5"

    def test_index_and_count(self):
        moves = lusory.load("susan").start().moves()
        assert moves.index("a3") == moves.index("A3") == moves.index(moves.ids[2]) == 2
        assert (moves.count("a1"), moves.count("z9")) == (1, 0)
        with pytest.raises(ValueError, match="not a legal ply"):
            moves.index("z9")


def test_numbers_of_numpy_are_ids_and_players():
    start = lusory.load("susan").start()
    number = np.int64(start.moves().ids[2])
    assert number in start.moves() and start.moves().index(number) == 2 and np.int64(10**6) not in start.moves()
    assert start.play(number) == start.play("a3") and type(start.play(number).past[0].action) is int
    assert start.view(np.uint8(0)) == start.view(0) and type(start.view(np.uint8(0)).player) is int
    no_ids: list[Any] = [True, np.True_, 1.0]
    assert not any(value in start.moves() for value in no_ids)
    dice = lusory.load("einstein").start()
    assert dice.roll(np.int64(3)) == dice.roll(3)


@pytest.mark.parametrize("ply", [None, 1.5, True, np.True_, np.array([1, 2]), ("a1",)])
def test_what_is_no_ply_is_a_type_error(ply):
    with pytest.raises(TypeError, match="expected a ply, as text or by its id"):
        lusory.load("susan").start().play(ply)


def test_a_list_of_rows_is_told_in_words():
    with pytest.raises(RuleError, match=r"Graph\.cells: 7\.5, expected a list of rows: a text, a number, a number$"):
        Graph(7.5, [])  # type: ignore[arg-type]


@pytest.mark.parametrize("player", [None, "First", 0.0])
def test_what_is_no_player_is_a_type_error(player):
    with pytest.raises(TypeError, match="expected the number of a player"):
        lusory.load("susan").start().view(player)


def test_what_people_print_is_short():
    game = load("susan")
    assert lusory.__version__.count(".") == 2
    assert repr(game.geometry) == "<a hexagon of side 5, 61 cells; directions NE E SE SW W NW>"
    measurement = load("tic-tac-toe").measure(games=40, seed=1)
    assert repr(measurement) == "<measurement of tic-tac-toe: 40 games of random>"
    lines = str(measurement).split("\n")
    assert lines[0] == "tic-tac-toe: 40 games of random"
    assert any(line.startswith("first ") and line.endswith(" 40") for line in lines)
    assert "<td>" in measurement.figure("first")._repr_html_()
    assert "<th>" in next(table for table in measurement.tables if table.rows)._repr_html_()


def test_a_reason_for_players_is_cut_between_its_clauses():
    with pytest.raises(IllegalPly) as caught:
        lusory.load("reversi").start().play("pass")
    assert caught.value.why == "you can place a stone of your own on an empty square …, and that comes first"
