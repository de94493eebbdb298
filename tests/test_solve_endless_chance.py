"""Games in which chance decides and positions can repeat: expected values, play without end being a draw."""

from typing import Any

import pytest

from lusory.play.position import Position
from lusory.rules import (
    All,
    At,
    Chance,
    Draw,
    Either,
    Game,
    If,
    Pass,
    Put,
    Repeats,
    Roll,
    Rolled,
    Sequence,
    Square,
    Step,
    Win,
    own,
)
from lusory.solve.reduction import without_repetition
from lusory.solve.solver import ENDLESS, ENDLESS_EXPECTATION, FULL, solve
from tests.rule_values import rule_value

DRAWN = 1e-4
"""The probability with which each ply of the plain computation ends the game in a draw."""


def chase(turn: Any, *ends: Any) -> Game:
    """One piece each, in opposite corners."""
    return Game(Square(3, 2), turn, setup=[Put(At("a1"), side=1), Put(At("c2"), side=2)], ends=list(ends))


CENTRE = Win(own & At("b2"))
AT_HOME = Win(All(own & At("b1 b2"), Rolled() >= 3))
GAMES = {
    "who rolls a two may step": chase(Sequence(Chance(Roll(2)), If(Rolled() >= 2, Step(own), Pass())), CENTRE),
    "a step or none": chase(Sequence(Chance(Roll(3, (1, 2, 3))), Either(Step(own), Pass())), AT_HOME),
    "a step, then a roll": chase(Sequence(Step(own), Chance(Roll(3, (5, 2, 1)))), AT_HOME),
    "race": rule_value("race", length=4),
}


def plain(start: Position) -> float:
    """The value by sweeps over all positions."""
    numbers, positions, plies = {start.state: 0}, [start], []
    for position in positions:
        actions = position.contract.legal(position.state)
        chance = position.to_move is not None and position.to_move < 0
        weights = position.contract.weights(position.state) if chance else [1] * len(actions)
        nodes: list[tuple[float, int | float]] = []
        for weight, action in zip(weights, actions, strict=True):
            after = position.follow(action)
            if after.result:
                nodes.append((weight / sum(weights), after.result.values[0]))
                continue
            if after.state not in numbers:
                numbers[after.state] = len(positions)
                positions.append(after)
            nodes.append((weight / sum(weights), numbers[after.state]))
        plies.append(nodes)
    values = [0.5] * len(positions)
    for _ in range(20_000):
        if sweep(positions, plies, values) < 1e-9:
            break
    return values[0]


def sweep(positions: list[Position], plies: list[list[tuple[float, int | float]]], values: list[float]) -> float:
    """One sweep; returns the greatest change."""
    greatest = 0.0
    for number in reversed(range(len(positions))):
        each = [(share, values[node] if isinstance(node, int) else node) for share, node in plies[number]]
        mover = positions[number].to_move
        after = [value for _, value in each]
        value = max(after) if mover == 0 else min(after) if mover == 1 else sum(share * value for share, value in each)
        value = (1 - DRAWN) * value + DRAWN / 2
        greatest = max(greatest, abs(value - values[number]))
        values[number] = value
    return greatest


@pytest.mark.parametrize("name", GAMES)
def test_the_expected_value_is_that_of_plain_sweeps_and_the_bounds_meet(name: str) -> None:
    found = solve(GAMES[name].start())
    assert found.method == ENDLESS_EXPECTATION and ENDLESS in found.notes
    assert found.at_least <= found.at_most + 1e-9 and found.at_most - found.at_least < 1e-8
    assert found.at_least == pytest.approx(plain(GAMES[name].start()), abs=5e-3)


def test_a_value_that_is_known_to_rounding_is_told_as_one_number() -> None:
    text = str(solve(GAMES["race"].start()))
    assert text.startswith("With best play First scores 0.") and "between" not in text and ENDLESS in text


def test_a_draw_by_repetition_counts_where_chance_may_bring_a_position_again() -> None:
    """Who waits for his roll repeats the position: by the rule that is a draw, without it he wins at some time."""
    turn = Sequence(Chance(Roll(2)), If(Rolled() >= 2, Step(own), Pass()))
    game = chase(turn, CENTRE, Draw(Repeats(2)))
    assert without_repetition(game) is None
    # Rolled() alone forbids it above; here chance moves a piece.
    game = chase(Sequence(Step(own), Chance(Step(own))), CENTRE, Draw(Repeats(2)))
    assert without_repetition(game) is None
    assert without_repetition(chase(Step(own), CENTRE, Draw(Repeats(2)))) is not None


@pytest.mark.parametrize("limits", [{"memory": 1 << 12}, {"memory": 1 << 17}, {"seconds": 0.0}], ids=str)
def test_where_memory_or_time_end_the_value_is_open(limits: dict[str, Any]) -> None:
    found = solve(rule_value("race", length=12).start(), **limits)
    assert (found.at_least, found.at_most) == (0.0, 1.0)
    assert (FULL in found.notes) == ("memory" in limits)
