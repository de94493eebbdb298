"""Tests of seeds: every function that takes one refuses the same values, in the same words."""

from typing import Any

import msgspec
import numpy
import pytest

import lusory
from lusory.breed.run import breed
from lusory.lab.compare import compare
from lusory.lab.matches import MatchSetting
from lusory.lab.measure import measure
from lusory.lab.repair import repair
from lusory.learn import GameNet, train
from lusory.play.bench import bench
from lusory.players.tuning import tune_weights

GAME: Any = lusory.load("tic-tac-toe")
OTHER: Any = lusory.load("tic-tac-toe", size=4)
TAKERS = {
    "measure": lambda seed: measure(GAME, games=20, seed=seed),
    "match": lambda seed: MatchSetting.of(GAME, "random", "greedy", seed=seed),
    "compare": lambda seed: compare([GAME, OTHER], games=20, seed=seed),
    "repair": lambda seed: repair(GAME, "draws<=40%", games=50, seed=seed),
    "breed": lambda seed: breed([GAME], children=1, seed=seed, isolated=False),
    "bench": lambda seed: bench(GAME, games=1, seed=seed),
    "start": lambda seed: GAME.start(seed),
    "roll": lambda seed: GAME.start().roll(seed),
    "batch": lambda seed: GAME.batch(1, seed),
    "net": lambda seed: GameNet.untrained(GAME, seed),
    "tune": lambda seed: tune_weights(GAME, 1, seed),
}


NUMBER: Any = numpy.int64(3)
STORED: dict[str, Any] = {
    "measure": lambda: measure(GAME, games=NUMBER, seed=NUMBER, limit=NUMBER, opening=NUMBER, workers=1).json(),
    "match": lambda: msgspec.json.encode(MatchSetting.of(GAME, "random", "greedy", seed=NUMBER, limit=NUMBER)),
    "compare": lambda: compare([GAME, OTHER], games=NUMBER, seed=NUMBER).json(),
    "repair": lambda: repair(GAME, "draws<=40%", games=20 * NUMBER, seed=NUMBER, most=NUMBER).json(),
    "breed": lambda: msgspec.json.encode(breed([GAME], children=NUMBER, seed=NUMBER, isolated=False).setting),
    "bench": lambda: str(bench(GAME, games=1, seed=NUMBER).seed).encode(),
    "net": lambda: train(GAME, rounds=1, seed=NUMBER).write(),
    "tune": lambda: msgspec.json.encode(tune_weights(GAME, 1, NUMBER)),
}


@pytest.mark.parametrize("store", STORED.values(), ids=STORED)
def test_what_a_number_of_numpy_led_to_can_be_stored(store):
    """Nets and measurements could not be written once they were made, and repairs ended in an OverflowError."""
    assert store()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "1"])
@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
def test_a_seed_that_the_engine_cannot_take_is_refused(take, seed):
    with pytest.raises(lusory.errors.LusoryError, match=rf"^seed: {seed!r}, expected a whole number from 0 to 2"):
        take(seed)
