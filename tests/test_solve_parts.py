"""Tests of games whose positions fall into independent parts: how the rules are read, values, proofs."""

import random
from typing import Any

import pytest

from lusory._engine import Solver as EngineSolver
from lusory.play.narration import seats
from lusory.rules import (
    Adjacent,
    BySide,
    Dir,
    Draw,
    Either,
    Game,
    Line,
    Loss,
    NoPly,
    Place,
    Put,
    Quiet,
    Rhombus,
    Shade,
    Square,
    Step,
    Win,
    diagonal,
    empty,
    enemy,
    every,
    forward,
    neutral,
    own,
)
from lusory.solve import Solver
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.local_plies import local_plies
from lusory.testing.exact import ExhaustiveSolver
from tests.rule_values import rule_value

BY_PARTS = "depth-first search among independent parts"


def stones_of_two_colours(turn: Any, ends: Any = (Win(NoPly()),), board: Any = Square(4, 3)) -> Game:
    return Game(board=board, setup=[Put(Shade(0), side=1), Put(Shade(1), side=2)], turn=turn, ends=list(ends))


def placing(turn: Any) -> Game:
    return Game(board=Square(3), turn=turn, ends=[Win(NoPly())])


GAMES = {
    "clobber": rule_value("clobber", rows=3, columns=4),
    "hexagons": stones_of_two_colours(Step(own, to=enemy, directions=every), board=Rhombus(3)),
    "forward": stones_of_two_colours(Step(own, to=enemy, directions=forward)),
    "by side": stones_of_two_colours(BySide(Step(own, to=enemy), Step(own, to=enemy, directions=every))),
    "domineering": rule_value("domineering", size=4),
    "cram": rule_value("cram", columns=4, rows=3),
    "col": rule_value("col", size=3),
    "snort": rule_value("snort", size=3),
    "apart from all": placing(Place(to=empty & ~Adjacent(own) & ~Adjacent(enemy, directions=every))),
    "neutral": placing(Place(to=empty & ~Adjacent(neutral), owner=neutral)),
    "one way": placing(Place(to=empty & ~Adjacent(enemy, directions=Dir("E")))),
    "one way by side": placing(
        BySide(
            Place(to=empty & ~Adjacent(enemy, directions=diagonal) & ~Adjacent(enemy, directions=Dir("E"))),
            Place(to=empty & ~Adjacent(own)),
        )
    ),
    "shapes": placing(BySide(Either(Place(shape=("N",)), Place()), Place(shape=("E", "E N")))),
}


def positions(game: Game, count: int, rng: random.Random) -> Any:
    """Positions after random plies, of several games."""
    for _ in range(count):
        position = game.start()
        while not position.result:
            yield position
            position = position.follow(rng.choice(position.moves().ids))


@pytest.mark.parametrize("name", GAMES)
def test_the_plies_of_the_sets_are_those_of_the_rules(name):
    game, rng = GAMES[name], random.Random(24)
    found = local_plies(game)
    assert found is not None
    for position in positions(game, 20, rng):
        sets, side = found.sets(position), (seats(position) or ()).index(position.to_move)
        fitting = {
            ply.action: ply
            for ply in found.plies
            if ply.side == side and all(needs & ~cells == 0 for needs, cells in zip(ply.needs, sets, strict=True))
        }
        assert sorted(fitting) == sorted(position.moves().ids)
        ply = rng.choice(list(fitting.values()))
        after = tuple(c & ~takes | adds for c, takes, adds in zip(sets, ply.takes, ply.adds, strict=True))
        assert after == found.sets(position.follow(ply.action))


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_worth_what_exhaustive_search_finds_and_proven(name):
    rng = random.Random(7)
    drawn = [position for position in positions(GAMES[name], 8, rng) if len(position.moves().ids) < 12]
    assert len(drawn) >= 8
    for position in rng.sample(drawn, 8):
        solver = Solver(position)
        found = solver.solve()
        assert found.method == BY_PARTS
        assert found.at_least == found.at_most == ExhaustiveSolver(position.contract, 10**6).worth(position.state)[0]
        assert all(check.is_proven for check in verify(read(certificate(solver, found))))


@pytest.mark.parametrize(
    "game",
    [
        rule_value("konane", size=4),
        rule_value("hex", size=3),
        rule_value("queens", size=4),
        rule_value("amazons", size=6),
        stones_of_two_colours(Step(own, to=enemy), [Loss(NoPly())]),
        stones_of_two_colours(Step(own, to=enemy), [Win(NoPly()), Draw(Quiet(3))]),
        stones_of_two_colours(Step(own)),
        stones_of_two_colours(Step(own, to=enemy, unless=Line(3))),
        placing(Place(to=empty & Adjacent(own))),
        placing(Place(to=empty & ~Adjacent(own), shape=("N",))),
        placing(Either(Place(), Place(to=empty & ~Adjacent(own)))),
    ],
)
def test_other_rules_have_no_parts(game):
    assert local_plies(game) is None


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        # Berlekamp, Blockbusting and Domineering (1988): the first player wins 3x3 and 4x4 and loses 5x5.
        ("domineering", {"size": 3}, "first"),
        ("domineering", {"size": 4}, "first"),
        ("domineering", {"size": 5}, "second"),
        # Cram: whoever can answer by symmetry through the middle wins (Gardner 1974).
        ("cram", {"columns": 4, "rows": 4}, "second"),
        ("cram", {"columns": 5, "rows": 4}, "first"),
        ("clobber", {"columns": 4, "rows": 3}, "second"),
        ("clobber", {"columns": 4, "rows": 4}, "first"),
    ],
)
def test_known_values(name, options, value):
    game = rule_value(name, **options)
    assert game.start().solve(seconds=300).value == value


def test_threads_and_the_ply_that_keeps_the_value():
    game = rule_value("domineering", size=4)
    found = game.solve(threads=2, best=True)
    assert found.value == "first" and found.best
    for text in found.best:
        assert game.start().line(text).solve().value == "first"


def test_parts_and_losses_that_make_no_sense_are_refused():
    state = rule_value("clobber", rows=2, columns=2).start().state
    nothing: list[list[int]] = [[], []]
    endless = (4, [(0, 0, [[[0], []], nothing, nothing])], [[0], []], 0, [0, 1])
    outside = (4, [(0, 0, [[[9], []], [[9], []], nothing])], [[0], []], 0, [0, 1])
    for parts in (endless, outside):
        with pytest.raises(ValueError, match="parts of this board"):
            EngineSolver(state, sum=parts)
    lines: list[list[tuple[list[list[int]], list[list[int]], list[list[int]], int]]]
    lines = [[([[0, 1]], [], [], 0)], [([[0, 1]], [], [], 0)]]
    with pytest.raises(ValueError, match="expected goals"):
        EngineSolver(state, losses=lines, cells=4)
    with pytest.raises(ValueError, match="expected no losses"):
        EngineSolver(state, goals=lines, losses=lines, free=True, cells=4)
