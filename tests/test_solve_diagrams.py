"""Positions that began with a diagram: what is solved, and what needs the plies from the start of the game."""

from __future__ import annotations

import random

import pytest

from lusory import load
from lusory.errors import LusoryError
from lusory.play.position import Position
from lusory.players.ugi import UgiPlayer
from lusory.rules.game import Game
from lusory.solve import Solver, Unsolvable
from lusory.solve.certificate import certificate
from lusory.solve.margin import margin
from lusory.solve.margin_checkpoint import MarginCheckpoint
from lusory.solve.table_file import table_parts


def reversi_after(plies: int, seed: int) -> Position:
    """A position of 4x4 reversi after random plies."""
    rng, position = random.Random(seed), load("reversi", size=4).start()
    for _ in range(plies):
        position = position.play(rng.choice(list(position.moves())))
    return position


def diagram_of(position: Position) -> Position:
    """The same position, as one that begins there."""
    assert isinstance(position.game, Game)
    return position.game.position(str(position), position.to_move or 0)


@pytest.mark.parametrize("seed", range(4))
def test_the_margin_of_a_diagram_is_that_of_its_position(seed):
    position = reversi_after(7, seed)
    assert margin(diagram_of(position)) == margin(position)
    ply = next(iter(position.moves()))
    assert margin(diagram_of(position).play(ply)) == margin(position.play(ply))


def test_margins_of_two_diagrams_have_two_checkpoints(tmp_path):
    diagrams = [diagram_of(reversi_after(7, seed)) for seed in (0, 1)]
    file = tmp_path / "margin"
    MarginCheckpoint(diagrams[0], diagrams[0].game, file).save(-1, 1)
    with pytest.raises(Unsolvable, match="another game or position"):
        MarginCheckpoint(diagrams[1], diagrams[1].game, file).load()
    assert MarginCheckpoint(diagrams[0], diagrams[0].game, file).load() == (-1, 1)


def test_a_position_says_whether_it_begins_at_the_start():
    position = reversi_after(3, 0)
    assert position.is_from_start and position.first.is_from_start
    diagram = diagram_of(position)
    assert not diagram.is_from_start and not diagram.play(next(iter(diagram.moves()))).is_from_start
    start = position.first
    assert diagram_of(start).is_from_start and diagram_of(start).record().plies == ()


def test_no_proof_and_no_table_of_a_diagram():
    solver = Solver(diagram_of(reversi_after(7, 0)))
    solution = solver.solve()
    with pytest.raises(Unsolvable, match="began with a diagram"):
        certificate(solver, solution)
    with pytest.raises(Unsolvable, match="began with a diagram"):
        list(table_parts(solver, solution))


def test_a_ugi_program_is_not_told_a_diagram():
    player = UgiPlayer(["no-such-program"], "movetime 10", 1.0)
    with pytest.raises(LusoryError, match="began with a diagram"):
        player.choose(diagram_of(reversi_after(7, 0)), random.Random(0))
