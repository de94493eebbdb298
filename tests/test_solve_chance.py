"""Games with chance after the first move: expected values, and bounds of them where a search is cut short."""

import pytest

from lusory.play.position import Position
from lusory.rules import (
    At,
    Chance,
    Draw,
    Game,
    If,
    Line,
    No,
    NoPly,
    Place,
    Put,
    Sequence,
    Square,
    Step,
    Win,
    empty,
    neutral,
    own,
)
from lusory.solve import Solver, Unsolvable
from lusory.solve.certificate import certificate
from lusory.solve.solver import EXPECTATION, FULL, solve
from tests.commands import refused

CLOSED = Chance(Place(owner=neutral))
"""Chance closes a cell."""


def before(columns: int = 3, rows: int = 2) -> Game:
    """Chance closes a cell before each ply."""
    return Game(Square(columns, rows), Sequence(CLOSED, Place()), ends=[Win(Line(3)), Draw(No(empty))])


def after(columns: int = 3, rows: int = 2) -> Game:
    """Chance closes a cell after each ply."""
    return Game(Square(columns, rows), Sequence(Place(), CLOSED), ends=[Win(Line(3)), Draw(No(empty))])


def plain(position: Position, known: dict[str, float]) -> float:
    """The expected value by a search of all positions, without bounds."""
    if position.result:
        return position.result.values[0]
    key = f"{position} {position.to_move}"
    if key not in known:
        contract, mover = position.contract, position.to_move
        values = [plain(position.follow(action), known) for action in contract.legal(position.state)]
        if mover in (0, 1):
            known[key] = min(values) if mover else max(values)
        else:
            weights = contract.weights(position.state)
            known[key] = sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)
    return known[key]


GAMES = (before(), before(4, 2), after(), after(4, 2))


@pytest.mark.parametrize("game", GAMES)
def test_the_expected_value_is_that_of_a_plain_search(game: Game) -> None:
    found = solve(game.start())
    assert found.method == EXPECTATION and found.at_least == found.at_most
    assert found.at_least == pytest.approx(plain(game.start(), {}), abs=1e-9)


@pytest.mark.parametrize("game", (before(), after(4, 2)))
def test_bounds_hold_wherever_the_memory_ends_and_more_of_it_brings_them_together(game: Game) -> None:
    value, widths = solve(game.start()).at_least, []
    for memory in (1 << 10, 1 << 14, 1 << 17, 200_000, 1 << 20):
        found = solve(game.start(), memory=memory)
        assert found.at_least - 1e-9 <= value <= found.at_most + 1e-9
        assert (FULL in found.notes) == (found.at_least != found.at_most)
        widths.append(found.at_most - found.at_least)
    assert widths[0] == 1 and widths[-1] == 0 and any(0 < width < 1 for width in widths), widths


def test_bounds_that_met_do_not_cross_by_rounding() -> None:
    """From positions of both players: the value of one is 1 less that of the other."""
    game = Game(Square(9, 1), Sequence(Place(), CLOSED, Place()), ends=[Win(Line(2)), Draw(No(empty))])
    line = ("b1", "h1", "i1", "c1")
    position = game.start()
    for ply in line:
        position = position.play(ply)
    found = solve(position)
    assert found.at_least == found.at_most == pytest.approx(plain(position, {})) and FULL not in found.notes


def test_chance_that_is_met_where_positions_repeat_is_searched_as_chance() -> None:
    setup = [Put(At("a1"), side=1), Put(At("a4"), side=2)]
    turn = If(own & At("c4"), CLOSED, Step(own))
    found = solve(Game(Square(3, 4), turn, setup=setup, ends=[Win(NoPly())]).start())
    assert found.method == EXPECTATION and found.at_least == found.at_most == 0


def test_the_bounds_are_said_in_text_and_json() -> None:
    found = solve(after(4, 2).start(), memory=200_000)
    said = found.to_dict()
    assert found.value == said["value"] == "open"
    assert 0 < found.at_most - found.at_least < 1 and (said["at_least"], said["at_most"]) == (
        found.at_least,
        found.at_most,
    )
    least, most = f"{found.at_least:.3f}", f"{found.at_most:.3f}"
    assert str(found).startswith(
        f"With best play First scores at least {least} and at most {most} of a point on average."
    )


def test_no_proof_is_said_to_need_a_position_without_chance(call, tmp_path):
    """Also where chance changes nothing, and where the value is known but for rounding."""
    solver = Solver(after(3, 1).start())
    solution = solver.solve()
    assert solution.value == "draw"
    with pytest.raises(Unsolvable, match="chance decides nothing"):
        certificate(solver, solution)
    race = ("solve", "race", "-o", "length=4", "--proof", tmp_path / "race.proof")
    refused(call(*race), "chance decides nothing")


def test_a_table_where_chance_decides_is_not_said_to_be_a_proof(call, tmp_path):
    refused(call("solve", "race", "--table", tmp_path / "race.table"), "neither a table nor a proof")
    refused(call("solve", "hex", "-o", "size=3", "--table", tmp_path / "hex.table"), "--proof is for all others")
