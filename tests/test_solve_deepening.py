"""Tests of the search for a win ply by ply: where lines are long, and where positions can repeat."""

import gc
import os
import weakref
from pathlib import Path
from typing import Any

import pytest

from lusory import load as load_game
from lusory.rules import Capture, Draw, Enclosed, Game, Hexagon, Line, NoPly, Place, Repeats, Win, enemy
from lusory.solve import Solver
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.deepening import LEAST, Deepening
from lusory.solve.reduction import without_repetition


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


def test_a_slice_ends_after_its_positions_and_the_next_one_goes_on():
    asked = []

    def search(player: int, within: int, positions: int) -> bool | str:
        asked.append((player, within))
        return player == 1 and within == 7

    deepening = Deepening(search, lambda: 0)
    assert deepening.wins_in_slice(1, 4 * LEAST) == "stopped" and asked == [(1, n) for n in range(1, 5)]
    assert deepening.sentences == ["Second cannot force a win within 4 plies."]
    assert deepening.answer(0, 1, 9 * LEAST) is False and deepening.wins == {1: 7}
    assert deepening.answer(1, 2, 0) is True and asked[-1] == (1, 7)


def test_a_search_that_gives_a_reason_ends_the_slice():
    assert Deepening(lambda *_: "chance", lambda: 0).answer(0, 2, 10**6) == "chance"


def test_repetition_is_left_out_before_other_draws_but_not_before_a_win():
    def game(*ends: Any) -> Game:
        return Game(board=Hexagon(2), turn=Place(), effects=[Capture(Enclosed(enemy))], ends=list(ends))

    rest = without_repetition(game(Win(Line(3)), Draw(Repeats(3)), Draw(NoPly())))
    assert rest is not None and rest.ends == (Win(Line(3)), Draw(NoPly()))
    assert without_repetition(game(Draw(Repeats(3)), Win(Line(3)))) is None
    assert without_repetition(game(Win(Line(3)), Draw(Repeats(3)), Draw(Repeats(2)))) is None


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("ndengrod", {"size": 3, "length": 3}, "first"),
        ("ndengrod", {"size": 3, "length": 3, "suicide": "forbidden"}, "first"),
        ("susan", {"size": 2, "draw": "none"}, "first"),
    ],
)
def test_a_win_in_a_game_that_may_repeat_is_found_and_proven(name, options, value):
    solver = Solver(load(name, **options).start(), seconds=200)
    found = solver.solve()
    assert found.value == value
    assert all(check.is_proven for check in verify(read(certificate(solver, found))))


def test_a_proof_within_a_limit_wins_as_fast_as_possible(tmp_path):
    solver = Solver(load("susan", size=2, draw="none").start())
    distance = solver.solve(distance=True).distance
    assert distance is not None and solver.solve().value == "first"
    path = tmp_path / "proof"
    assert isinstance(solver.engine.proof(0, 2, path, within=distance), int)
    assert solver.engine.proof(0, 2, path, within=distance - 1) == "circles", "there is no ply to advise"


def test_a_solver_and_its_tables_are_gone_with_the_last_name_for_it():
    solver = Solver(load("yavalath", size=4).start(), memory=1 << 20, seconds=1)
    gc.disable()
    try:
        assert not solver.solve().is_solved and solver.deepened
        seen = weakref.ref(solver)
        del solver
        assert seen() is None, "a second solver would take its memory beside the first"
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("name", "options"),
    [("hex", {"size": 5}), ("serendipity", {"size": 4}), ("domineering", {"size": 5}), ("connect-four", {})],
)
def test_the_tables_of_a_solver_take_no_more_than_its_memory(name, options):
    """Address space is counted: it is taken at once, where the pages come when they are written."""
    page, position, memory = os.sysconf("SC_PAGE_SIZE"), load(name, **options).start(), 1 << 29
    Solver(position, memory=1 << 16)  # what is made but once
    before = int(Path("/proc/self/statm").read_text().split()[0]) * page
    solver = Solver(position, memory=memory)
    after = int(Path("/proc/self/statm").read_text().split()[0]) * page
    assert solver.memory == memory and after - before < 1.1 * memory
