"""Tests of games in which every ply places one piece that stays, and lines win: the engine searches them on sets of
cells."""

import random
from typing import Any

import pytest

from lusory import load as load_game
from lusory.rules import Dir, Draw, Game, Line, No, Place, Shift, Square, Win, empty, own
from lusory.solve import Solver, Unsolvable, solve
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.winning_sets import winning_sets
from lusory.testing.exact import ExhaustiveSolver

from .test_solve_distance import least_plies


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


def stacked(directions: str, columns: int, rows: int, length: int) -> Game:
    """A cell may be taken once those are filled from which these directions lead to it."""
    return Game(
        board=Square(columns, rows),
        turn=Place(to=empty & ~Shift(empty, Dir(directions))),
        ends=[Win(Line(length)), Draw(No(empty))],
    )


def test_which_cells_must_be_filled_first_is_read_off_the_rules():
    drops = winning_sets(load("connect-four", columns=3, rows=4))
    assert drops is not None and drops.supports == (0, 0, 0, *(1 << cell for cell in range(9)))
    corner = winning_sets(stacked("N E", 3, 3, 3))
    assert corner is not None and corner.supports is not None and corner.supports[4] == 1 << 1 | 1 << 3
    assert drops.has_lines and not drops.is_free


@pytest.mark.parametrize(
    "game",
    [
        load("connect-four", swap=True),
        stacked("N S", 3, 3, 3),
        Game(board=Square(3), turn=Place(to=empty & ~Shift(own, Dir("N"))), ends=[Win(Line(3)), Draw(No(empty))]),
        Game(board=Square(3), turn=Place(), ends=[Win(Line(3, exact=True)), Draw(No(empty))]),
        Game(board=Square(3), turn=Place(), ends=[Draw(No(empty)), Win(Line(3))]),
    ],
)
def test_other_rules_are_left_to_the_engine(game):
    sets = winning_sets(game)
    assert sets is None or sets.supports is None


@pytest.mark.parametrize(
    ("directions", "columns", "rows", "length"),
    [("N", 4, 3, 3), ("N", 5, 3, 4), ("N E", 4, 3, 3), ("W", 3, 5, 3), ("SE", 4, 4, 3), ("N", 4, 4, 2)],
)
def test_values_and_distances_are_those_of_plain_search_and_are_proven(directions, columns, rows, length):
    rng, game, values = random.Random(24), stacked(directions, columns, rows, length), set()
    for _ in range(12):
        position = game.start()
        for _ in range(columns * rows - 9):
            position = position if position.result else position.follow(rng.choice(position.moves().ids))
        if position.result:
            continue
        solver = Solver(position)
        found = solver.solve(best=True, distance=True)
        worth = ExhaustiveSolver(position.contract, 10**6).worth(position.state)[0]
        assert found.at_least == found.at_most == worth
        if worth != 0.5:
            assert found.distance == least_plies(position, int(worth == 0))
        assert all(check.is_proven for check in verify(read(certificate(solver, found))))
        values.add(found.value)
    assert values or length == 2


def test_a_game_in_which_pieces_drop_is_solved_and_proven_from_its_start():
    solver = Solver(load("connect-four", columns=5, rows=4).start())
    found = solver.solve()
    assert found.value == "draw" and found.method == "depth-first search to the end of the game"
    assert all(check.is_proven for check in verify(read(certificate(solver, found))))


def test_two_threads_change_no_value_and_what_they_found_is_kept(tmp_path):
    position, options = load("connect-four", columns=6, rows=4).start(), {"checkpoint": tmp_path / "four"}
    solver = Solver(position, threads=2, **options)
    assert solver.solve().value == "second"
    resumed = solve(position, **options)
    assert resumed.value == "second" and resumed.positions < solver.engine.nodes / 10
    with pytest.raises(Unsolvable, match="another game"):
        solve(position.line("a1"), **options)


def test_lines_of_a_larger_board_are_left_to_the_engine():
    found = solve(load("connect-four", columns=12, rows=10).start(), seconds=0.3)
    assert found.value == "open"
