"""Tests of logs: every game that was played is accepted, impossible ones are refused."""

import msgspec
import pytest

from lusory.games import load, studied_games
from lusory.lab.collect.series import SeriesSetting, SeriesWorker
from lusory.lab.collect.validation import Sound


@pytest.mark.parametrize("name", sorted(studied_games()))
def test_games_that_were_played_are_sound(name):
    rules = load(name)
    for player in ("random", "mcts:3"):
        worker = SeriesWorker(SeriesSetting.of(rules, player, seed=1, limit=60), rules)
        played = worker.do(0)
        sound = Sound(worker.start)
        assert sound.wrong(played) == ""
        assert sound.wrong(msgspec.structs.replace(played, choices=(0,) * len(played.plies))).startswith("choices: 0")
        worker.close()
