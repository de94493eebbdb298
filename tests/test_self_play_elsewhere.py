"""Tests of games of self-play that other processes play."""

import pytest

from lusory.lab.self_play import games_elsewhere
from lusory.learn import GameNet, Training, train

from .rule_values import rule_value


def test_processes_train_the_net_of_this_one():
    game = rule_value("susan", size=3)
    alone = train(game, rounds=3, seed=2)
    with games_elsewhere(GameNet.untrained(game, 2), 2) as player:
        shared = train(game, rounds=3, seed=2, player=player)
    assert shared.net.parts() == alone.net.parts()
    assert (shared.training.games, shared.training.positions) == (alone.training.games, alone.training.positions)


def test_damaged_games_are_refused():
    learner = Training(GameNet.untrained(rule_value("tic-tac-toe"))).learner
    first, _ = learner.games()
    games = learner.play(first, 3, 0.0)
    assert games is not None
    for damaged in (games[:-1], games + b"x", b"\xff" * len(games)):
        with pytest.raises(ValueError, match="damaged"):
            learner.finish([damaged], 0.0)
    assert learner.finish([games], 0.0)["games"] == 3
