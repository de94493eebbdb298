"""Rules that no patterns fit get nets of features alone, and that is told."""

import random

import pytest
from typer.testing import CliRunner

from lusory._engine import features
from lusory.cli import app
from lusory.learn import GameNet, Pupil, read, train
from lusory.players import player
from lusory.rules import (
    At,
    Count,
    Draw,
    Either,
    Game,
    Loss,
    NoPly,
    Put,
    Quiet,
    Square,
    Step,
    Win,
    codec,
    empty,
    enemy,
    own,
)

from .test_learn import FloatReading, load

GAME = Game(
    name="legion",
    board=Square(8),
    setup=[
        Put(At(f"{'abcdefgh'[i % 8]}{rank}"), side=side, kind=f"k{i}")
        for side in (1, 2)
        for i in range(31)
        for rank in [i // 8 + (1 if side == 1 else 5)]
    ],
    turn=Either(Step(own, to=empty), Step(own, to=enemy)),
    ends=[Win(Count(enemy) <= 28), Loss(NoPly()), Draw(Quiet(20))],
)


def test_more_kinds_of_pieces_than_patterns_can_hold(tmp_path):
    untrained, path = GameNet.untrained(GAME, seed=1), tmp_path / "legion.net"
    assert "62 kinds of pieces: expected 1 to 60" in untrained.without_patterns
    assert not untrained.net.patterns and untrained.net.inputs > len(features(GAME.start().state))
    train(GAME, rounds=2, net=untrained).save(path)
    net = read(path.read_bytes())
    assert net.without_patterns.startswith("No patterns fit these rules: ")
    playing, position = player(f"net:{path},2", GAME), GAME.start()
    assert playing.choose(position, random.Random(1)) in position.moves().ids
    assert FloatReading(net).chance(position.state, 0) == pytest.approx(net.net.chance(position.state), abs=1e-5)


def test_the_command_says_so(tmp_path):
    rules, path = tmp_path / "legion.json", tmp_path / "legion.net"
    rules.write_text(codec.write(GAME))
    command = ["learn", str(rules), "--rounds", "1", "--rating", "0", "--out", str(path)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "No patterns fit these rules (62 kinds" in result.output


def test_a_game_with_patterns_says_nothing():
    assert not GameNet.untrained(load("susan")).without_patterns


def test_a_pupil_of_such_a_game():
    pupil = Pupil.new("ada", GAME)
    pupil.learn([], rounds=1)
    assert pupil.now.practised and not pupil.net.net.patterns
