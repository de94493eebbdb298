"""Tests of positions set up from a diagram, in Python and in the terminal."""

import pickle
import random
import re
from typing import Any

import numpy
import pytest

import lusory
from lusory.errors import LusoryError
from lusory.games import find
from lusory.play.diagram import DiagramError
from lusory.rules import Adjacent, Draw, Game, Graph, Mark, Marked, NoPly, Place, Square, empty, to


def load(name: str) -> Any:
    """A game by name."""
    return lusory.load(name)


BOARD = "\n  a b c\n3 . o .\n2 x x .\n1 . . o\n"


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("susan", "b2 c3 e5"),
        ("reversi", "d3"),
        ("serendipity", ""),
        ("breakthrough", ""),
        ("hex", "a1 b2"),
        ("hidden-gomoku", "E5 x"),
        ("nine-mens-morris", "a1 d1 g1"),
        ("quoridor", "b1:0"),
    ],
)
def test_a_printed_board_is_read_back(name, plies):
    game = load(name)
    position = game.start().line(plies)
    set_up = game.position(position.text(), position.to_move or 0)
    assert set_up.text() == position.text()
    assert set_up.to_move == position.to_move
    assert list(set_up.moves()) == list(position.moves())


def test_pieces_in_hand_are_read_back():
    game = load("nine-mens-morris")
    position = game.start().line("a1 d1 g1")
    assert position.text().endswith("in hand: x 7, o 8")
    assert position.hands == game.position(position.text(), 1).hands == ((0, "stone", 7), (1, "stone", 8))
    assert game.position(position.text().replace("x 7, o 8", "o 0")).hands == ((0, "stone", 9), (1, "stone", 0))


@pytest.mark.parametrize("part", ["x 10", "x", "x -1", "q 3", "x 7 o 8"])
def test_pieces_in_hand_that_cannot_be_are_refused(part):
    game = load("nine-mens-morris")
    board = game.start().text().replace("x 9", part)
    with pytest.raises(DiagramError, match=f"'{part}', expected `x 0` to `x 9`, `o 0` to `o 9`"):
        game.position(board)


def test_a_cell_that_is_called_like_a_piece_is_no_piece():
    cells = tuple((name, 1.0 * i, 0.0) for i, name in enumerate("wxyz"))
    board = Graph(cells, links=(("E", "w", "x"), ("E", "x", "y"), ("E", "y", "z")))
    game = Game(board=board, turn=Place(), ends=[Draw(NoPly())], name="row")
    with pytest.raises(DiagramError, match="x: a cell of this board is called like a piece"):
        game.position(str(game.start()))


def test_a_game_goes_on_from_a_diagram():
    start = load("tic-tac-toe").position(BOARD)
    end = start.play("c2")
    assert end.result.winner == 0
    assert end.first == start
    assert pickle.loads(pickle.dumps(end)).first == start


def test_either_player_may_be_to_move():
    for second in (1, numpy.int64(1)):
        assert load("tic-tac-toe").position(BOARD, to_move=second).play("c3").to_move == 0


def test_such_a_game_has_no_record():
    with pytest.raises(LusoryError, match="began with a diagram"):
        load("tic-tac-toe").position(BOARD).play("c2").record()


@pytest.mark.parametrize(
    ("diagram", "to_move", "reason"),
    [
        ("", 0, "the diagram has 0 lines, expected 4 or more"),
        (BOARD.replace("x x", "x q"), 0, "line 3, column 5, the place of b2: q, expected one of"),
        (BOARD.replace("3 . o .", "3 . o"), 0, "the place of c3: nothing"),
        (BOARD, 2, "to_move: 2, expected a player from 0 to 1"),
        (BOARD, None, "to_move: None"),
    ],
)
def test_an_impossible_diagram_is_refused(diagram, to_move, reason):
    with pytest.raises(DiagramError, match=reason):
        load("tic-tac-toe").position(diagram, to_move)


def marking(turns: int | None) -> Game:
    """What was just placed is marked, and nothing may be placed beside a mark."""
    free = Place(to=empty & ~Adjacent(Marked("hot")))
    return Game(Square(4), free, effects=[Mark(to, "hot", turns=turns)], ends=[Draw(NoPly())])


@pytest.mark.parametrize("turns", [None, 1])
def test_marks_are_read_back(turns):
    game = marking(turns)
    position = game.start().line("b2 d4")
    set_up = game.position(position.text(), position.to_move or 0)
    assert "' hot: " in position.text() and set_up.text() == position.text()
    assert list(set_up.moves()) == list(position.moves())
    after = set_up.moves()[0]
    assert set_up.play(after).text() == position.play(after).text()


def test_marks_of_a_known_game_are_read_back():
    game = load("martian-chess")
    position = game.start()
    while "' " not in position.text():
        position = position.play(position.moves()[-1])
    set_up = game.position(position.text(), position.to_move or 0)
    assert set_up.text() == position.text() and list(set_up.moves()) == list(position.moves())


@pytest.mark.parametrize(
    ("turns", "line", "reason"),
    [
        (2, "' hot: b2", "line 8: marks 'hot' stay 2 turns, and a diagram does not say when they were made"),
        (1, "' cold: b2", "line 8: ' cold: b2, expected `' hot: CELLS`"),
        (1, "' hot: b7", "line 8: b7, expected names of cells"),
    ],
)
def test_marks_that_cannot_be_read_are_refused(turns, line, reason):
    game = marking(turns)
    with pytest.raises(DiagramError, match=re.escape(reason)):
        game.position(f"{game.start().text()}\n\n{line}")
    with pytest.raises(DiagramError, match="the rules have none"):
        load("tic-tac-toe").position(f"{BOARD}\n{line}")


def test_a_sign_of_a_mark_needs_its_line():
    game = marking(None)
    board, _, _ = game.start().line("b2").text().partition("\n\n")
    with pytest.raises(
        DiagramError, match=re.escape("b2 is marked, and no line below the board says how: expected `' hot")
    ):
        game.position(board)


@pytest.mark.parametrize("name", ["amazons", "isola", "neutron", "chess", "einstein", "dobutsu-shogi", "mu-torere"])
def test_a_printed_board_is_read_back_with_the_owners_of_its_pieces(name):
    """Which letter a piece has depends on the pieces on the board; the lines below it say which. Empty cells of a
    graph stand with their names."""
    game, rng = find(name).build(), random.Random(1)
    position = game.start(seed=1)
    for _ in range(30):
        moves = list(position.moves())
        if position.result or not moves:
            break
        position = position.play(rng.choice(moves))
        read_back = game.position(str(position))
        assert sorts_on(read_back) == sorts_on(position)


def test_what_is_always_nobodys_needs_no_line_below_the_board():
    game = find("isola").build()
    printed = str(game.start().play(game.start().moves()[0]).play("a1"))
    assert sorts_on(game.position(printed.partition("\n\n")[0])) == sorts_on(game.position(printed))


def sorts_on(position):
    return sorted((stone.cell, stone.side, stone.kind) for stone in position.picture().stones)
