"""Retrograde analysis layer by layer agrees with the other methods, position by position."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from lusory.games import load
from lusory.play.position import Position
from lusory.rules import (
    Draw,
    Either,
    Enclosed,
    Game,
    Hexagon,
    Line,
    Loss,
    Place,
    Quiet,
    Slide,
    Square,
    Step,
    Win,
    enemy,
    own,
)
from lusory.solve import Solver, Unsolvable, solver
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.layer_check import LayerChecker, WrongLayer
from lusory.solve.layers import layers
from lusory.solve.symmetry import symmetries

LITTLE = 1 << 24
"""Bytes that suffice for these boards."""
SUSANS = [("none", None), ("repeat:2", None), *((f"slides:{n}", n) for n in range(1, 7))]


@pytest.fixture(autouse=True)
def small_boards_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MANY", 1)


def other_value(position: Position) -> tuple[float, tuple[str, ...] | None]:
    """The value and the plies that keep it, by other methods."""
    other = Solver(position, memory=LITTLE)
    other.layers = None
    found = other.solve(best=True)
    assert found.method != solver.LAYERED
    return found.at_least, found.best


def by_layers(position: Position, **options: Any) -> tuple[float, tuple[str, ...] | None]:
    found = Solver(position, memory=LITTLE, **options).solve(best=True)
    assert found.method == solver.LAYERED and found.at_least == found.at_most
    return found.at_least, found.best


def after_random_plies(game: Game, count: int, seed: int) -> Position:
    position, rng = game.start(), random.Random(seed)
    for _ in range(count):
        after = position.follow(rng.choice(position.moves().ids))
        if after.result is not None:
            break
        position = after
    return position


@pytest.mark.parametrize(("draw", "limit"), SUSANS)
def test_susan_on_seven_cells(draw: str, limit: int | None) -> None:
    game = load("susan", size=2, draw=draw)
    assert by_layers(game.start(), threads=2) == other_value(game.start())
    if draw != "repeat:2":
        found = layers(game, symmetries(game))
        assert found is not None and found.limit == limit
        for seed in range(6):
            position = after_random_plies(game, 2 + seed % 3, seed)
            assert by_layers(position) == other_value(position)


GAMES = {
    "slide to a line": Game(
        board=Square(3), turn=Either(Place(), Slide(own)), ends=[Win(Line(3)), Draw(Quiet(3, without="placement"))]
    ),
    "move first, no stone may be enclosed": Game(
        board=Square(2, 4), turn=Either(Step(own), Place()), ends=[Loss(Enclosed(own, unit="cell")), Win(Line(3))]
    ),
    "lose by capture of room": Game(
        board=Hexagon(2), turn=Either(Place(), Step(own)), ends=[Win(Enclosed(enemy)), Loss(Enclosed(own))]
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_other_rules(name: str) -> None:
    game = GAMES[name]
    assert by_layers(game.start()) == other_value(game.start())
    for seed in range(4):
        position = after_random_plies(game, 3, seed)
        assert by_layers(position) == other_value(position)


def test_rules_that_do_not_fit_are_left_to_other_methods() -> None:
    susan = load("susan", size=3)
    assert layers(susan, symmetries(susan)) is not None
    for name, options in (("hex", {}), ("ndengrod", {"size": 2, "length": 3}), ("reversi", {}), ("susan", {"size": 4})):
        game = load(name, **options)
        assert layers(game, symmetries(game)) is None, name


def test_a_proof_by_layers_is_checked_by_the_reference() -> None:
    for draw in ("none", "slides:3", "slides:1"):
        solving = Solver(load("susan", size=2, draw=draw).start(), memory=LITTLE)
        file = read(certificate(solving, solving.solve()))
        assert all(checked.is_proven for checked in verify(file)), draw


def test_a_checkpoint_keeps_the_layers_that_are_solved(tmp_path: Path) -> None:
    start, path = load("susan", size=2, draw="none").start(), tmp_path / "layers.save"
    first = Solver(start, memory=LITTLE, checkpoint=path)
    assert first.layers is not None
    for _ in range(4):
        first.engine.solve_layer(first.layers.bare.start().state, first.layers.cells)
    first.save()
    second = Solver(start, memory=LITTLE, checkpoint=path)
    assert second.layers is not None
    left = second.engine.solve_layer(second.layers.bare.start().state, second.layers.cells)
    assert left == first.layers.cells + 1 - 5
    assert by_layers(start, checkpoint=path) == other_value(start)
    path.write_bytes(path.read_bytes()[:-9] + b"x" * 9)
    with pytest.raises(Unsolvable, match="damaged"):
        Solver(start, memory=LITTLE, checkpoint=path)


def test_samples_of_the_layers_are_checked_with_the_reference(tmp_path: Path) -> None:
    path = tmp_path / "layers.save"
    for draw in ("none", "slides:3", "slides:1"):
        path.unlink(missing_ok=True)
        solving = Solver(load("susan", size=2, draw=draw).start(), memory=LITTLE, checkpoint=path)
        solving.solve()
        found = solving.layers
        assert found is not None
        checked = LayerChecker(path, found).check(400)
        assert checked.samples == 400 and checked.positions == 549
    assert found is not None
    wrong = bytearray(path.read_bytes())
    at = LayerChecker(path, found).at[4]
    wrong[at : at + 64] = bytes(value ^ 1 for value in wrong[at : at + 64])
    path.write_bytes(wrong)
    with pytest.raises(WrongLayer, match="expected"):
        LayerChecker(path, found).check(400)
    path.write_bytes(wrong[:300])
    with pytest.raises(WrongLayer, match="not all layers"):
        LayerChecker(path, found)
