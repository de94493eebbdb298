"""Tests of the inputs of nets that tell how far each side is from its connections."""

import random
from typing import Any

import pytest

from lusory._engine import Net as EngineNet
from lusory.learn.board import EngineBoard, board, connections
from lusory.learn.net import GameNet
from lusory.rules import All, At, Connected, Corners, Edges, Game, NoPly, Place, Rhombus, Win, empty, own
from tests.rule_values import rule_value


@pytest.mark.parametrize("name", ["hex", "y", "havannah", "gonnect", "rex"])
def test_nets_read_connections_as_alpha_beta_does(name):
    """A net whose board tells no connections computes them as alpha-beta does, from the words of the rules."""
    game = rule_value(name)
    net = GameNet.untrained(game).net
    cells, steps, opposite, sides, same, line, goals = board(game)
    parts = net.parts()
    untold: EngineBoard = (cells, steps, opposite, sides, same, line, [])
    slow = EngineNet.from_parts(untold, parts["pieces"], parts["scale"], parts["weights"])
    assert goals
    rng, position = random.Random(4), game.start()
    while position.result is None and position.ply < 120:
        if position.ply % 8 == 0:
            inputs = net.seen(position.state, 0)[1]
            assert len(inputs) > 2 * len(goals)
            assert inputs == pytest.approx(slow.seen(position.state, 0)[1])
        position = position.play(rng.choice(position.moves()))


def test_only_connections_between_edges_or_corners_are_told():
    def goals(*ends: Win) -> list[Any]:
        return connections(Game(board=Rhombus(4), turn=Place(), ends=list(ends)))

    linked = Connected(own, Edges("top bottom"))
    regions, needed = goals(Win(linked))[0]
    assert needed == 2 and regions[0] == regions[1]
    assert sorted(map(sorted, regions[0])) == [[0, 1, 2, 3], [12, 13, 14, 15]]
    assert goals(Win(Connected(own, Corners(), n=2)))[0][1] == 2
    assert goals(Win(All(linked, NoPly()))) == []
    assert goals(Win(Connected(empty, Edges("top bottom")))) == []
    between_cells = Connected(own, (At("a1"), At("d4")))
    assert goals(Win(between_cells)) == goals(Win(linked), Win(between_cells)) == []
