"""Tests of what a solver says when its time is up: bounds of the value, of the margin, and of how long a win takes."""

import json
import time
from typing import Any

import pytest
from typer.testing import CliRunner

from lusory import load as load_game
from lusory.cli import app
from lusory.rules import Count, Draw, Earn, Game, Line, Most, No, Place, Score, Square, Win, empty, own
from lusory.solve import Solver
from lusory.solve.margin import Margin, margin, with_handicap, within_limit
from lusory.solve.margin_limits import margin_limit


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


class AnsweringSolver(Solver):
    """Answers from a list, and notes which questions were asked with which share of the time that was left."""

    answers: tuple[bool | None, ...] = ()
    asked: tuple[tuple[int, float], ...] = ()

    def answer(self, player: int, halves: int, after: tuple[int, ...] = ()) -> bool | None:
        assert player == 0 and self.due is not None
        self.asked += ((halves, round(self.due - time.monotonic(), -2)),)
        answer, *rest = self.answers
        self.answers = tuple(rest)
        return answer


@pytest.mark.parametrize(
    ("answers", "bounds", "asked"),
    [
        ((True,), (1.0, 1.0), [2]),
        ((False, True), (0.5, 0.5), [2, 1]),
        ((False, None), (0.0, 0.5), [2, 1]),
        ((None, True, None), (0.5, 1.0), [2, 1, 2]),
        ((None, True, False), (0.5, 0.5), [2, 1, 2]),
        ((None, False), (0.0, 0.0), [2, 1]),
        ((None, None, True), (1.0, 1.0), [2, 1, 2]),
        ((None, None, None), (0.0, 1.0), [2, 1, 2]),
    ],
)
def test_each_question_gets_its_share_of_the_time(answers, bounds, asked):
    solver = AnsweringSolver(load("tic-tac-toe").start(), seconds=8000)
    solver.answers = answers
    assert solver.bounds() == bounds and [halves for halves, _ in solver.asked] == asked
    shares = {(2,): [4000], (2, 1): [4000, 4000 if answers[0] is None else 8000], (2, 1, 2): [4000, 4000, 8000]}
    assert [seconds for _, seconds in solver.asked] == shares[tuple(asked)]
    assert solver.due is not None and round(solver.due - solver.begun, 3) == 8000


class OpenSolver(Solver):
    """Answers no question to the end of the game."""

    def bounds(self, after: tuple[int, ...] = ()) -> tuple[float, float]:
        return 0.0, 1.0


@pytest.mark.parametrize(
    ("name", "options"), [("tic-tac-toe", {"size": 5}), ("connect-four", {"columns": 9, "rows": 9})]
)
def test_an_open_value_comes_with_the_plies_within_which_there_is_no_win(name, options):
    found = OpenSolver(load(name, **options).start(), seconds=3.0).solve()
    first, second = found.no_win_within
    assert found.value == "open" and min(first, second) >= 4
    assert f"First cannot force a win within {first} plies." in str(found)
    assert f"Second cannot force a win within {second} plies." in str(found)
    assert found.to_dict()["no_win_within"] == (first, second)


def test_positions_that_can_repeat_leave_such_plies_too():
    solver = Solver(load("ndengrod", size=3, length=5).start(), seconds=2.0)
    found = solver.solve()
    assert found.value == "open" and found.no_win_within == solver.deepening(()).no_win_within


def test_a_win_that_is_found_at_last_is_the_value():
    found = OpenSolver(load("hex", size=3).start(), seconds=1000.0).solve()
    assert found.value == "first" and found.no_win_within == (0, 0)


def test_the_command_says_the_bounds_in_text_and_json():
    arguments = ["solve", "connect-four", "-o", "columns=9", "-o", "rows=9", "--hours", "0.0005", "--memory", "0.1"]
    assert "The value is open." in CliRunner().invoke(app, arguments).stdout
    parts = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert (parts["value"], parts["at_least"], parts["at_most"]) == ("open", 0.0, 1.0) and len(
        parts["no_win_within"]
    ) == 2
    arguments = ["solve", "reversi", "-o", "size=6", "--margin", "--hours", "0.0002", "--memory", "0.1"]
    assert CliRunner().invoke(app, arguments).stdout == "First is ahead by at least -36 and at most 36.\n"
    assert json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout) == {"at_least": -36, "at_most": 36}


@pytest.mark.parametrize(
    ("game", "limit"),
    [
        (load("reversi", size=6), 36),
        (load("doppel", size=6), 36),
        (with_handicap(load("doppel", size=5), 3), 28),
        (load("hex", size=4), None),
        (Game(board=Square(3), turn=Place(), ends=[Win(Line(3)), Most(Count(own), when=No(empty))]), None),
        (
            Game(board=Square(3), turn=Place(), effects=[Earn(Count(own))], ends=[Most(Score(own), when=No(empty))]),
            None,
        ),
        (Game(board=Square(3), turn=Place(), effects=[Earn(-1)], ends=[Most(Score(own), when=No(empty))]), None),
        (Game(board=Square(3), turn=Place(), ends=[Draw(No(empty))]), None),
    ],
)
def test_how_far_ahead_a_side_can_be_is_read_off_the_rules(game, limit):
    assert margin_limit(game) == limit


def test_the_limits_of_the_rules_take_the_place_of_bounds_that_are_not_known():
    assert within_limit(Margin(None, 3), 9) == Margin(-9, 3) and within_limit(Margin(2, None), 9) == Margin(2, 9)
    assert within_limit(Margin(None, None), None) == Margin(None, None)
    assert margin(load("reversi", size=6).start(), seconds=0.2, memory=1 << 24) == Margin(-36, 36)
