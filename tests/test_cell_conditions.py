"""Tests of words that ask about cells: `Where` and `here`, and the `Distance` of cells."""

import pytest

from lusory.engine import Machine
from lusory.errors import RuleError
from lusory.explain.sheet import rules
from lusory.reference import Reference
from lusory.rules import (
    Adjacent,
    At,
    Capture,
    Center,
    Compare,
    Count,
    Distance,
    Draw,
    Either,
    Game,
    Group,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Square,
    Where,
    Win,
    diagonal,
    empty,
    enemy,
    every,
    everywhere,
    here,
    own,
    to,
)

BOARD = Square(4)
SETUP = [Put(At("a1 b1 b2 d4"), side=1), Put(At("a2 c1 d1"), side=2)]


def legal(place, contract=Machine):
    """The cells where a stone may be placed first. The board: x on a1, b1, b2, d4, o on a2, c1, d1."""
    game = Game(BOARD, Place(to=place), setup=SETUP, ends=[Draw(NoPly(Place()))])
    state = contract(game)
    return {state.text(ply) for ply in state.legal(state.start())}


@pytest.mark.parametrize("contract", [Reference, Machine])
@pytest.mark.parametrize(
    ("cells", "cells_by_condition"),
    [
        (Where(empty, Adjacent(here) & own), "b3 c2 c4 d3"),
        (Where(empty, Count(Adjacent(here) & own) >= 2), ""),
        (Where(empty, Count(Adjacent(here, every) & own) >= 2), "c2 c3"),
        (Where(empty, Compare(Count(Adjacent(here) & (own | enemy)), "==", 2)), "c2"),
        (Where(empty, Compare(Count(Adjacent(here) & empty), "==", 4)), "c3"),
        (Where(empty, Compare(Count(Adjacent(here) & empty), "==", 3)), "b3 b4"),
        (Where(empty, Count(Adjacent(here) & own) > Count(Adjacent(here) & enemy)), "b3 c4 d3"),
        # Where a stone would join a group of three: the inner `here` is another cell.
        (Where(empty, Where(own, Count(Group(own, at=here)) >= 3) & Adjacent(here)), "b3 c2"),
        (Where(Where(empty, Adjacent(here) & enemy), Adjacent(here) & own), "c2"),
    ],
)
def test_the_cells_for_which_a_condition_holds(contract, cells, cells_by_condition):
    assert legal(cells, contract) == set(cells_by_condition.split())


@pytest.mark.parametrize("contract", [Reference, Machine])
def test_a_number_of_neighbours_is_asked_of_the_cell_of_a_ply(contract):
    game = Game(BOARD, Place(needs=Count(Adjacent(to, every) & own) >= 2), setup=SETUP, ends=[Draw(NoPly(Place()))])
    state = contract(game)
    assert {state.text(ply) for ply in state.legal(state.start())} == {"c2", "c3"}


@pytest.mark.parametrize("most", [11, 12, 2**31 - 1])
def test_a_large_number_of_neighbours_costs_nothing(most):
    """Random games are played by a program: one with a set for each number would take all memory."""
    turn = Place(to=Where(empty, Count(Adjacent(here)) <= most), needs=Count(Adjacent(to) & own) < most)
    measured = Game(BOARD, turn, ends=[Draw(NoPly(Place()))]).measure(games=10)
    assert measured.figure("plies").value == 16


def test_here_is_nothing_elsewhere():
    with pytest.raises(RuleError, match="inside the `when` of a Where only"):
        Game(BOARD, Place(to=Adjacent(here)), ends=[Win(Where(own, here))])
    with pytest.raises(RuleError, match="inside the `when` of a Where only"):
        Game(BOARD, Place(), ends=[Win(Where(here, own))])


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            Where(enemy, Count(Adjacent(here) & own) >= 3),
            "Every enemy stone with at least three of your stones next to it is",
        ),
        (
            Where(enemy, Count(Adjacent(here, every) & own) >= 3),
            "Every enemy stone with at least three of your stones directly or diagonally next to it is",
        ),
        (
            Where(enemy, No(Adjacent(here) & empty)),
            "Every enemy stone such that there is no empty square next to it is",
        ),
        (
            Where(enemy, Count(Group(own, at=Adjacent(here))) > Count(Group(enemy, at=here))),
            "the size of the connected group of enemy stones that includes it",
        ),
    ],
)
def test_the_sheet_says_which_cells(cells, sentence):
    game = Game(Square(5), Place(), effects=[Capture(cells)], ends=[Draw(No(empty))])
    assert sentence in " ".join(rules(game, examples=False).split())


@pytest.mark.parametrize("contract", [Reference, Machine])
@pytest.mark.parametrize(
    ("number", "steps"),
    [
        (Distance(own, At("d4")), 0),
        (Distance(At("b1"), At("c1")), 1),  # the ends need not be empty
        (Distance(At("a1"), At("d1"), everywhere), 3),
        (Distance(At("a1"), At("d1")), 16),  # b1 and a2 are taken: there is no way
        (Distance(At("a1"), At("d1"), empty | own), 5),  # round by the second row
        (Distance(At("a1"), At("d1"), everywhere, directions=every), 3),
        (Distance(At("a1"), At("d4"), everywhere, directions=diagonal), 3),
        (Distance(enemy & At("d4"), own, everywhere), 16),  # nothing begins there
    ],
)
def test_the_steps_of_a_shortest_way(contract, number, steps):
    here_only = Place(needs=Compare(number, "==", steps))
    game = Game(BOARD, Either(here_only, Pass()), setup=SETUP, ends=[Draw(NoPly(Place()))])
    state = contract(game)
    assert len(state.legal(state.start())) == 10, "nine empty cells and a pass"


@pytest.mark.parametrize(
    ("expected_text", "sentence"),
    [
        (
            Distance(to, Center(), everywhere) < 3,
            "the number of steps from that square to the centre is at most two",
        ),
        (
            Distance(to, own, directions=every) >= 2,
            "the number of steps in any of the eight directions from that square to one of your stones over empty "
            "squares (25 where there is no way) is at least two",
        ),
    ],
)
def test_the_sheet_says_which_way(expected_text, sentence):
    game = Game(Square(5), Place(needs=expected_text), ends=[Draw(No(empty))])
    assert sentence in " ".join(rules(game, examples=False).split())
