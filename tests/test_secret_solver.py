"""Tests of games with secrets that are solved: against linear programs made from the reference, and known values."""

import random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped]
from typer.testing import CliRunner

from lusory import load
from lusory._engine import SecretSolver as EngineSolver
from lusory.cli import app
from lusory.reference import Reference
from lusory.rules import (
    Chance,
    Column,
    Commit,
    Count,
    Draw,
    Game,
    Line,
    NoPly,
    Place,
    Row,
    Sequence,
    Square,
    Win,
    empty,
    enemy,
    neutral,
    own,
    to,
)
from lusory.rules import open as open_
from lusory.solve import Unsolvable, solve
from lusory.solve.secret_bounds import Cut, FirstPliesBounds, cuts
from lusory.solve.secret_solver import loss_sentence
from lusory.testing import draw_secret_game

MOST, LONGEST = 1_000, 12
"""Games of more histories, or of longer ones, are not compared: the plain reading is slow."""


class TooMany(Exception):
    """A game has too many histories."""


class PlainForm:
    """The sequence form of a game, by the reference alone: one history after the other, nothing left out."""

    def __init__(self, game: Game) -> None:
        self.reference: Any = Reference(game)
        self.sequences: list[dict[Any, int]] = [{(): 0}, {(): 0}]
        self.sets: list[dict[str, tuple[int, list[int]]]] = [{}, {}]
        self.payoffs: dict[tuple[int, int], float] = {}
        self.histories = 0
        self.visit(self.reference.start(), (0, 0), 1.0)

    def visit(self, state: Any, reached: tuple[int, int], chance: float) -> None:
        self.histories += 1
        if self.histories > MOST or len(state.plies) > LONGEST:
            raise TooMany
        if state.result is not None:
            self.payoffs[reached] = self.payoffs.get(reached, 0.0) + chance * state.result.values[0]
            return
        player, legal = self.reference.to_move(state), self.reference.legal(state)
        if player < 0:
            weights = self.reference.weights(state)
            for action, weight in zip(legal, weights, strict=True):
                self.visit(self.reference.play(state, action)[0], reached, chance * weight / sum(weights))
            return
        information = self.reference.information(state, player)
        numbers, sets = self.sequences[player], self.sets[player]
        if information not in sets:
            own_plies = [numbers.setdefault((information, action), len(numbers)) for action in legal]
            sets[information] = reached[player], own_plies
        for number, action in zip(sets[information][1], legal, strict=True):
            after = (number, reached[1]) if player == 0 else (reached[0], number)
            self.visit(self.reference.play(state, action)[0], after, chance)

    def rows(self, player: int) -> tuple[Any, Any]:
        """The equations of a plan: the empty sequence has 1, the plies of each set what leads there."""
        matrix = np.zeros((len(self.sets[player]) + 1, len(self.sequences[player])))
        matrix[0, 0] = 1
        for row, (parent, plies) in enumerate(self.sets[player].values(), 1):
            matrix[row, parent] = -1
            matrix[row, plies] = 1
        right = np.zeros(len(matrix))
        right[0] = 1
        return matrix, right

    def value(self) -> float:
        """What the first player gets at most (von Stengel 1996: the dual of the second one's plan)."""
        matrix = np.zeros((len(self.sequences[0]), len(self.sequences[1])))
        for (first_sequence, second_sequence), payoff in self.payoffs.items():
            matrix[first_sequence, second_sequence] = payoff
        (own_rows, own_right), (rows, right) = self.rows(0), self.rows(1)
        plies, duals = matrix.shape[0], len(rows)
        solution = linprog(
            np.concatenate([np.zeros(plies), -right]),
            A_ub=np.hstack([-matrix.T, rows.T]),
            b_ub=np.zeros(matrix.shape[1]),
            A_eq=np.hstack([own_rows, np.zeros((len(own_rows), duals))]),
            b_eq=own_right,
            bounds=[(0, None)] * plies + [(None, None)] * duals,
        )
        assert solution.success
        return float(-solution.fun)


HIDE = Commit(Place(to=~own & ~open_), fails=to & ~own & ~empty)
GAMES = {
    "chance": Game(
        board=Square(2, 2), turn=Sequence(HIDE, Chance(Place(owner=neutral))), ends=[Win(Line(2)), Draw(NoPly())]
    ),
    "row or column": Game(
        board=Square(2, 2),
        turn=Commit(Place(to=~own & ~open_), announce=[Row(to), Column(to)]),
        ends=[Win(Line(2)), Draw(NoPly())],
    ),
    "who guesses the cell": Game(
        board=Square(3, 1),
        turn=Commit(Place(to=~own & ~open_)),
        ends=[Win(enemy & to), Draw(Count(own) >= 2)],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_worth_what_the_linear_program_of_the_reference_says(name):
    form = PlainForm(GAMES[name])
    solution = solve(GAMES[name].start())
    value = form.value()
    assert (
        solution.at_least - 1e-6 <= value <= solution.at_most + 1e-6
        and solution.at_most - solution.at_least <= 1e-4 + 1e-6
    )


def test_random_games_with_secrets_too():
    rng, compared, mixed = random.Random("hidden"), 0, 0
    for game in (draw_secret_game(rng.randrange) for _ in range(180)):
        try:
            form = PlainForm(game) if game.players == 2 else None
        except TooMany:
            continue
        if form is None or form.histories == 1:
            continue
        solution, value = solve(game.start()), form.value()
        assert solution.at_least - 1e-6 <= value <= solution.at_most + 1e-6, game
        assert solution.at_most - solution.at_least <= 1e-4 + 1e-6
        compared, mixed = compared + 1, mixed + (not solution.is_solved)
    assert compared >= 20 and mixed >= 2


def test_hidden_gomoku_with_lines_of_two_is_lost_for_first():
    """Whoever answers announced rows and columns plays where the hidden stone cannot be."""
    solution = solve(load("hidden-gomoku", size=3, length=2, lines=1).start(), best=True)
    assert solution.value == "second" and solution.is_solved and "histories" in solution.method


def test_a_mixed_value_is_told_with_its_bounds_and_the_first_ply_with_probabilities():
    solution = solve(GAMES["chance"].start(), best=True)
    assert solution.value == "0.792" and "between 0.791" in str(solution) and not solution.is_solved
    assert "The first ply: " in str(solution) and "CFR+" in solution.method and solution.best


def test_a_game_too_large_to_list_is_sampled_and_says_how_far_it_can_be_beaten():
    solution = solve(load("hidden-gomoku", size=4, length=3, lines=1).start(), seconds=6, best=True)
    assert solution.value == "open" and "Monte Carlo" in solution.method
    text = str(solution)
    assert "sampled games" in text and "as First scores" in text and "as Second scores" in text and "estimate" in text
    assert "histories are too many to list" in text


@pytest.mark.parametrize("name", GAMES)
def test_bounds_from_the_first_plies_hold_and_come_closer_with_more_of_them(name):
    value, gaps = PlainForm(GAMES[name]).value(), list[float]()
    for memory in (1 << 11, 1 << 13, 1 << 15, 1 << 24):
        engine = EngineSolver(GAMES[name].start().state)
        listed = engine.enumerate(memory)
        assert listed is not None
        lower, upper = engine.minimise(1e-4), engine.minimise(1e-4, most=True)
        assert lower is not None and upper is not None
        assert max(lower[0], listed[0]) - 1e-6 <= value <= min(upper[1], listed[1]) + 1e-6
        gaps.append(round(upper[1] - lower[0], 3))
    assert gaps[-1] <= 1e-3 and gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize("name", GAMES)
def test_bounds_from_any_number_of_plies_hold(name):
    value, engine = PlainForm(GAMES[name]).value(), EngineSolver(GAMES[name].start().state)
    assert engine.enumerate(1 << 24) is not None
    for cut in cuts(8):
        minimised = engine.minimise(1e-4, **cut._asdict())
        assert minimised is not None
        least, most = minimised[:2]
        assert value >= least - 1e-6 if not cut.most else value <= most + 1e-6


def test_the_best_bound_of_each_side_is_kept():
    bounds = FirstPliesBounds()
    for cut, found in (
        (Cut(3, False), (0.25, 0.5)),
        (Cut(3, True), (0.5, 0.75)),
        (Cut(4, False), (0.2, 0.6)),
        (Cut(4, True), (0.1, 0.7)),
    ):
        bounds.take(cut, found)
    assert bounds.known == (0.25, 0.7) and not bounds.meet
    assert "lower bound comes from those of up to 3 plies" in bounds.sentence
    assert "upper bound comes from those of up to 4 plies, as if First won" in bounds.sentence
    assert "at least 0.250, at most 0.700" in bounds.outlook


def test_what_strategies_lose_at_least_is_said_where_it_is_certain():
    won, even = [1.0, 0.5] * 100, [1.0, 0.0] * 100
    assert loss_sentence([won, won]) == [
        "Against the best replies the two strategies lose at least 0.459 of a point together (95 %)."
    ]
    assert loss_sentence([even, even]) == loss_sentence([won]) == loss_sentence([won, won[:99]]) == []


def test_learning_from_samples_comes_close_to_the_value():
    """The bounds of what is listed hold for what is sampled: who learns against it gains little over the value."""
    engine = EngineSolver(GAMES["chance"].start().state)
    games, sets, opening = engine.learn(100_000, 1)
    assert games == 100_000 and sets >= 20 and sum(share for _, share in opening) == pytest.approx(1)
    assert sum(engine.score(20_000, 1)) / 20_000 == pytest.approx(0.7917, abs=0.02)
    for player, value in ((0, 0.7917), (1, 1 - 0.7917)):
        points = engine.exploit(player, 100_000, 20_000, 1)
        assert sum(points) / len(points) == pytest.approx(value, abs=0.03)


def test_play_without_end_is_sampled_up_to_a_limit():
    endless = Game(board=Square(3, 1), turn=HIDE, ends=[Win(Line(3)), Draw(NoPly())])
    solution = solve(endless.start(), seconds=1, memory=1 << 20)
    assert solution.value == "open" and "sampled" in str(solution)


def test_where_a_player_has_a_secret_it_cannot_begin():
    position = load("hidden-gomoku", size=3, length=2, lines=1).start().line("B2 o A1:row reveal:none")
    with pytest.raises(Unsolvable, match="has a secret here"):
        solve(position)


def test_the_command(tmp_path):
    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["solve", "hidden-gomoku", "-o", "size=3", "-o", "length=2", *arguments])

    assert "Second wins" in run("-o", "lines=1").stdout
    refused = run("--proof", str(tmp_path / "x"))
    assert refused.exit_code and "secrets" in str(refused.exception or refused.output)
