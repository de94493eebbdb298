"""Tests of marks on cells: `Mark`, `Unmark` and `Marked`; and of Martian chess, which needs them."""

import random

import pytest

from lusory.draw import svg, text
from lusory.engine import Machine
from lusory.errors import RuleError
from lusory.explain.sheet import rules
from lusory.games import load
from lusory.play.event_texts import event_text
from lusory.reference import Reference
from lusory.rules import (
    Adjacent,
    All,
    At,
    Capture,
    Commit,
    Compare,
    Count,
    Draw,
    Either,
    Enclosed,
    Game,
    If,
    Mark,
    Marked,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Ranks,
    Repeats,
    Sequence,
    Square,
    Step,
    Unmark,
    Win,
    empty,
    enemy,
    origin,
    own,
    to,
)
from lusory.solve.symmetry import symmetries
from lusory.testing.differential import compare
from lusory.testing.exact import ExhaustiveSolver
from lusory.testing.exact_values import faults

from . import plain_martian_chess as plain

CONTRACTS = pytest.mark.parametrize("contract", [Reference, Machine])
BOARD = Square(4)
FREE = Either(Place(to=empty & ~Marked("x")), Pass())


def played(contract, game, plies):
    """A machine, its state after these plies, and the events of the last one."""
    machine = contract(game)
    state, events = machine.start(), ()
    for ply in plies.split():
        by_text = {machine.text(action): action for action in machine.legal(state)}
        state, events = machine.play(state, by_text[ply])
    return machine, state, events


def marks(contract, game, plies):
    """The marked cells after these plies."""
    machine, state, _ = played(contract, game, plies)
    picture = machine.picture(state, None)
    return " ".join(f"{name}:{picture.geometry.names[cell]}" for cell, name in picture.marks)


def legal(contract, game, plies=""):
    machine, state, _ = played(contract, game, plies)
    return {machine.text(ply) for ply in machine.legal(state)}


@CONTRACTS
@pytest.mark.parametrize(("turns", "alive"), [(None, 4), (1, 1), (2, 2), (3, 3), (32, 4)])
def test_a_mark_stays_for_so_many_turns_after_its_own(contract, turns, alive):
    game = Game(BOARD, FREE, effects=[Mark(to, "x", turns=turns)])
    cells = ["a1", "b1", "c1", "d1"]
    for number in range(1, 5):
        expected = " ".join(f"x:{cell}" for cell in cells[:number][-alive:])
        assert marks(contract, game, " ".join(cells[:number])) == expected
    assert (cells[0] in legal(contract, game, "b4 b3 b2")) and "b2" not in legal(contract, game, "b4 b3 b2")


@CONTRACTS
def test_a_mark_begins_anew(contract):
    game = Game(BOARD, FREE, effects=[Mark(Ranks(1) & Adjacent(to), "x", turns=2)])
    assert marks(contract, game, "b2 pass") == "x:b1"
    assert marks(contract, game, "b2 pass pass") == ""
    # Second's first row is the fourth; only first marks b1.
    assert marks(contract, game, "c1 pass b2 pass") == "x:b1", "d1 is gone, b1 was marked again"


@CONTRACTS
def test_marks_are_taken_off(contract):
    game = Game(
        BOARD, FREE, effects=[Mark(Adjacent(to), "x"), Unmark(to | At("d4"), "x")], ends=[Win(Marked("x") & own)]
    )
    assert marks(contract, game, "a1") == "x:b1 x:a2"
    machine, state, events = played(contract, game, "a1")
    assert [(event.kind, event.cells, event.why) for event in events[1:]] == [("mark", ("b1", "a2"), (("x", ()),))]
    assert machine.result(state) is None


@CONTRACTS
def test_marks_stand_on_cells_and_do_not_move(contract):
    setup = [Put(At("a1"), side=1), Put(At("d4"), side=2)]
    game = Game(BOARD, Step(own, to=empty), setup=setup, effects=[Mark(to, "x"), Unmark(Marked("x") & At("d3"), "x")])
    assert marks(contract, game, "a1-a2 d4-d3 a2-a3") == "x:a2 x:a3"
    events = played(contract, game, "a1-a2 d4-d3")[2]
    assert [(event.kind, event.cells) for event in events[1:]] == [("mark", ("d3",)), ("unmark", ("d3",))]
    assert event_text(game, events[1]) == "d3 is marked: x." and "is taken off: x." in event_text(game, events[2])


@CONTRACTS
def test_ends_see_the_marks_of_the_turn_and_the_next_turn_those_that_stay(contract):
    game = Game(BOARD, Place(), effects=[Mark(At("a1"), "x", turns=1)], ends=[Win(Count(Marked("x") | own) >= 3)])
    machine, state, _ = played(contract, game, "b1 c1 b2")
    assert machine.result(state).values == (1, 0)
    fades = Place(to=Marked("x") & empty)
    setup = [Put(At("a1"), side=1)]
    stuck = Game(
        Square(3),
        Either(fades, Step(own, to=At("a2"))),
        setup=setup,
        effects=[If(origin, Mark(At("c3"), "x", turns=1))],
        ends=[Win(NoPly())],
    )
    machine, state, _ = played(contract, stuck, "a1-a2 c3")
    assert machine.result(state).values == (0, 1), "the mark of the first turn is gone when the third begins"


@CONTRACTS
def test_positions_that_differ_in_marks_are_not_the_same(contract):
    """Two pieces go to and fro. After four plies the pieces stand as before, but the marks do not."""
    setup = [Put(At("a1"), side=1), Put(At("d4"), side=2)]
    turn = Step(own, to=empty & (Ranks(1) | Marked("x")))
    ends = [Draw(Repeats(2))]
    without = Game(BOARD, Step(own, to=empty & Ranks(1)), setup=setup, ends=ends)
    marking = Game(BOARD, turn, setup=setup, effects=[Mark(to, "x")], ends=ends)
    fading = Game(BOARD, turn, setup=setup, effects=[Mark(to, "x", turns=1)], ends=ends)
    there_and_back = "a1-b1 d4-c4 b1-a1 c4-d4"
    results = [played(contract, game, there_and_back) for game in (without, marking, fading)]
    assert [machine.result(state) is not None for machine, state, _ in results] == [True, False, False]
    machine, state, _ = played(contract, fading, f"{there_and_back} a1-b1")
    assert machine.result(state) is not None, "b1 is free of old marks, and was reached before with the same one"


@CONTRACTS
def test_marks_are_part_of_the_state_and_of_what_players_know(contract):
    game = Game(
        BOARD, FREE, effects=[Mark(to & Ranks(1), "x"), Mark(At("d4") & to, "y", turns=2), Capture(Marked("y"))]
    )
    machine, state, _ = played(contract, game, "a1 b4 pass")
    _, other, _ = played(contract, game, "a1 b4 pass")
    assert state == other and hash(state) == hash(other)
    assert "marks: a1" in machine.information(state, 0)
    plain_game = played(contract, game, "a2 b4 pass")[1]
    assert state != plain_game


def test_states_are_taken_to_the_reference_and_back():
    game = Game(BOARD, FREE, effects=[Mark(to, "x", turns=2), Mark(Adjacent(to), "y"), Unmark(to & Marked("y"), "y")])
    machine, state, _ = played(Machine, game, "a1 b2 c3")
    stored = machine.stored(state)
    reference_state = played(Reference, game, "a1 b2 c3")[1]
    assert stored.marks == reference_state.marks and any(stored.marks)
    assert machine.restored(stored) == state
    assert machine.information(state, 0) == Reference(game).information(stored, 0)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"turn": Place(to=Marked("y"))}, "turn.to.name: 'y', expected the name of a Mark of this game: x"),
        ({"effects": [Mark(to, "x"), Mark(to, "y")]}, "effects[1].name: 'y', expected a name that some Marked"),
        ({"effects": [Mark(to, "x"), Unmark(to, "y")]}, "effects[1].name: 'y', expected the name of a Mark"),
        (
            {"effects": [Mark(to, "x"), Mark(to, "x", turns=2)]},
            "effects[1].turns: 2, expected nothing, as in the",
        ),
        ({"effects": [Mark(to, "x", turns=33)]}, "effects[0].turns: 33, expected 1 to 32"),
        ({"effects": [Mark(to, "x", turns=0)]}, "effects[0].turns: 0, expected 1 to 32"),
        ({"effects": [Mark(to, "a b")]}, "expected a name of letters, digits and hyphens"),
        ({"turn": Either(Commit(Place()), Place(to=Marked("x")))}, "expected no marks in a game with secrets"),
    ],
)
def test_what_is_refused(change, fault):
    fields = {"turn": Place(to=empty & ~Marked("x")), "effects": [Mark(to, "x")]} | change
    with pytest.raises(RuleError) as refused:
        Game(BOARD, **fields)
    assert fault in str(refused.value).replace('"', "'")


def test_more_marks_than_the_engine_holds_are_left_to_the_reference():
    names = [f"m{number}" for number in range(9)]
    effects = [Mark(to, name, turns=32) for name in names]
    game = Game(
        BOARD, Place(to=empty & ~Marked(names[0])), effects=effects, ends=[Draw(Count(Marked(n)) >= 99) for n in names]
    )
    with pytest.raises(ValueError, match="at most 255 sets of marked cells"):
        Machine(game)


KO = If(
    All(Compare(Count(Enclosed(enemy)), "==", 1), No(Adjacent(to) & (own | empty))),
    Mark(Enclosed(enemy), "ko", turns=1),
)
"""A stone that took one stone, and can be taken itself by that alone, is not taken at once."""


@CONTRACTS
def test_ko_by_a_mark(contract):
    setup = [Put(At("b1 a2 b3"), side=1), Put(At("c1 d2 c3 b2"), side=2)]
    place = Place(to=empty & ~Marked("ko"), unless=Enclosed(own))
    game = Game(BOARD, Either(place, Pass()), setup=setup, effects=[KO, Capture(Enclosed(enemy))])
    assert "b2" not in legal(contract, game, "c2") and "b2" in legal(contract, game, "c2 pass pass")
    compare(game, plies=60)


def test_symmetries_keep_marks():
    turn, ends = Place(to=empty & ~Marked("x")), [Win(NoPly())]
    everywhere = Game(Square(3), turn, effects=[Mark(Adjacent(to), "x", turns=2)], ends=ends)
    assert len(symmetries(everywhere)) == 15, "eight of the board, with the sides exchanged or not, but the identity"
    assert len(symmetries(Game(Square(3), turn, effects=[Mark(At("a1"), "x")], ends=ends))) == 3


@pytest.mark.parametrize("turns", [None, 1, 2])
@pytest.mark.parametrize("cells", [Adjacent(to), At("a1 c3"), to])
def test_the_solver_tells_marks_apart(turns, cells):
    """With and without symmetries and merged positions, by the engine and by the reference."""
    game = Game(Square(3), Place(to=empty & ~Marked("x")), effects=[Mark(cells, "x", turns=turns)], ends=[Win(NoPly())])
    assert list(faults(game.start(), ExhaustiveSolver(Reference(game)).worth(Reference(game).start())[0])) == []


def test_marks_are_drawn():
    effects = [Mark(Adjacent(to), "left"), Mark(to, "to")]
    ends = [Draw(No(empty & ~Marked("to")))]
    game = Game(BOARD, Place(to=empty & ~Marked("left")), effects=effects, ends=ends)
    position = game.start().play("b1").play("d4")
    picture = position.picture()
    board = text.board(picture)
    assert board.startswith("  a b c d\n4 . . .'o'4\n3 . . . .'3\n2 . .'. . 2\n1 .'x'.'. 1\n")
    assert "' left: a1 c1 b2 d3 c4\n' to: b1 d4" in board
    drawing = svg.board(picture)
    assert 'data-mark="a1" data-names="left"' in drawing and 'data-mark="b1" data-names="to"' in drawing
    assert position.view(1).picture.marks == picture.marks


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (Mark(to, "x"), 'the square of the move is marked "x".'),
        (
            Mark(origin, "x", turns=1),
            'the square the moved stone came from is marked "x" until the end of the next turn.',
        ),
        (Mark(Adjacent(to), "x", turns=3), 'is marked "x" until the end of the third turn after this one.'),
        (Mark(own, "x"), 'Each square with one of your stones on it is marked "x".'),
        (Mark(to & Ranks(-1), "x"), 'the square of the move is marked "x" if it is a square in the row farthest'),
    ],
)
def test_the_sheet_says_what_is_marked(effect, sentence):
    turn = Step(own, to=empty & ~Marked("x"))
    sheet = " ".join(rules(Game(BOARD, turn, setup=[Put(Ranks(1))], effects=[effect]), examples=False).split())
    assert sentence.lower() in sheet.lower() and 'to an empty square not marked "x"' in sheet


def test_why_a_marked_cell_is_refused():
    game = Game(BOARD, Place(to=empty & ~Marked("x")), effects=[Mark(Adjacent(to), "x", turns=1)])
    position = game.start().play("b1")
    with pytest.raises(Exception, match='marked "x"'):
        position.play("a1")


@pytest.mark.parametrize("seed", range(6))
def test_martian_chess_is_what_plain_python_plays(seed):
    """Random games, ply by ply: the moves, the points, the end; every other game prefers to cross the canal."""
    machine, draw = Machine(load("martian-chess")), random.Random(seed)
    state, position = machine.start(), plain.start()
    for _ in range(400):
        expected = sorted(map(plain.text, plain.moves(position)))
        assert sorted(machine.text(action) for action in machine.legal(state)) == expected
        assert machine.scores(state) == position.points
        if not expected:
            break
        moves = plain.moves(position)
        across = [move for move in moves if plain.zone(move[1]) != position.mover]
        move = draw.choice(across if across and seed % 2 else moves)
        by_text = {machine.text(action): action for action in machine.legal(state)}
        state, position = machine.play(state, by_text[plain.text(move)])[0], plain.after(position, move)
    result, (first, second) = machine.result(state), position.points
    assert result is not None and result.values[0] == (1 if first > second else 0.5 if first == second else 0)


def census(position, depth):
    """How many sequences of so many moves there are."""
    return 1 if not depth else sum(census(plain.after(position, move), depth - 1) for move in plain.moves(position))


def test_martian_chess_is_counted_in_plain_python():
    assert [census(plain.start(), depth) for depth in (1, 2, 3)] == MARTIAN


MARTIAN = [10, 104, 1328]


def test_nothing_is_sent_back_at_once():
    machine = Machine(load("martian-chess"))
    assert "d5-d3" not in legal(Machine, machine.game, "d3-d5") and "d5-d4" in legal(Machine, machine.game, "d3-d5")


def test_a_part_of_a_turn_sees_the_marks_of_the_part_before():
    game = Game(BOARD, Sequence(Place(), Place(to=empty & Marked("x"))), effects=[Mark(Adjacent(to), "x", turns=1)])
    assert legal(Machine, game, "a1") == {"a2", "b1"} == legal(Reference, game, "a1")
