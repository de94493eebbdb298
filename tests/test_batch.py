"""Tests of games side by side: the same games as positions, hidden pieces stay hidden, bad input changes nothing."""

import copy
import pickle
import re
import sys
from typing import Any, cast

import numpy as np
import pytest

from lusory.errors import IllegalPly, LusoryError
from lusory.games import load
from lusory.play.batch import MOST


def position_after(game, plies):
    position = game.start()
    for ply in plies:
        position = position.play(game.actions.text(ply))
    return position


def stones(batch, lane, kinds):
    """What the planes of a lane show: cell, owner, kind."""
    planes = batch.observe()[lane]
    return {(int(cell), int(plane) // kinds, int(plane) % kinds) for plane, cell in np.argwhere(planes)}


@pytest.mark.parametrize("name", ["susan", "serendipity", "doppel", "breakthrough", "reversi", "tanbo"])
def test_lanes_hold_what_positions_hold(name):
    game = load(name)
    batch = game.batch(3, seed=5)
    played: list[list[int]] = [[], [], []]
    kinds = batch.planes.shape[1] // (game.players + 1)
    for _ in range(12):
        ids = batch.sample()
        for lane in range(3):
            if not batch.over[lane]:
                played[lane].append(int(ids[lane]))
        batch.step(ids)
    for lane in range(3):
        position = position_after(game, played[lane])
        assert bool(batch.over[lane]) == (position.result is not None)
        legal = [game.actions.text(int(ply)) for ply in np.flatnonzero(batch.legal[lane])]
        assert legal == list(position.moves())
        if position.result is None:
            assert batch.to_move[lane] == position.to_move
        else:
            assert batch.values[lane].tolist() == list(position.result.values)
        picture = position.picture()
        assert len(stones(batch, lane, kinds)) == len(picture.stones)
        assert {(cell, owner) for cell, owner, _ in stones(batch, lane, kinds)} == {
            (stone.cell, stone.side) for stone in picture.stones
        }


def test_the_player_of_each_side_is_known_after_a_swap():
    game = load("hex", size=3, swap=True)
    batch = game.batch(2)
    swap = next(ply for ply in range(game.num_actions) if game.actions.text(ply) == "swap")
    batch.step([0, 0])
    assert batch.seats.tolist() == [[0, 1], [0, 1]]
    batch.step([swap, 1])
    assert batch.seats.tolist() == [[1, 0], [0, 1]] and batch.seats.dtype == np.int8


def test_a_lane_does_not_depend_on_how_many_there_are():
    few, nine_lanes = load("ndengrod").batch(2, seed=3), load("ndengrod").batch(9, seed=3)
    for _ in range(30):
        few.step(few.sample())
        nine_lanes.step(nine_lanes.sample())
        assert np.array_equal(few.legal, nine_lanes.legal[:2])


def test_games_that_are_over_wait_for_a_reset():
    batch = load("tic-tac-toe").batch(8, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    assert batch.over.all() and not batch.legal.any() and (batch.sample() == -1).all()
    assert batch.values.sum() == 8
    batch.step(np.full(8, -1))
    assert batch.reset() == 8 and batch.reset() == 0
    assert not batch.over.any() and (batch.legal.sum(axis=1) == 9).all() and not batch.values.any()


def test_what_is_hidden_stays_hidden():
    game = load("hidden-gomoku", size=5)
    batch, hidden = game.batch(8, seed=2), 0
    played: list[list[int]] = [[] for _ in range(8)]
    for _ in range(16):
        ids = batch.sample()
        for lane in np.flatnonzero(~batch.over):
            played[lane].append(int(ids[lane]))
        batch.step(ids)
        for lane in np.flatnonzero(~batch.over):
            position = position_after(game, played[lane])
            stones_seen = position.view(position.to_move).picture.stones
            assert {(cell, owner) for cell, owner, _ in stones(batch, lane, 1)} == {
                (s.cell, s.side) for s in stones_seen
            }
            hidden += len(position.picture().stones) > len(stones_seen)
    assert hidden > 10


def test_an_illegal_ply_changes_nothing():
    batch = load("tic-tac-toe").batch(3)
    batch.step([0, 1, 2])
    before = batch.legal.copy()
    with pytest.raises(IllegalPly, match=r"lane 1, b1"):
        batch.step([1, 1, 1])
    for ids in ([0, 9_999, 3], [0, -5, 3]):
        with pytest.raises(IllegalPly, match=r"lane 0"):
            batch.step(ids)
    assert np.array_equal(batch.legal, before)


def test_bad_arguments_are_refused():
    game = load("tic-tac-toe")
    wrong: list[Any] = [0, -1, 1.5, "3"]
    for n in wrong:
        with pytest.raises(LusoryError, match="expected a number of games"):
            game.batch(n)
    with pytest.raises(LusoryError, match="expected at most"):
        game.batch(1 << 40)
    with pytest.raises(LusoryError, match=r"expected \(2,\)"):
        game.batch(2).step([1, 2, 3])


def test_a_caller_that_is_stopped_after_a_ply_goes_on_from_it():
    """Ctrl-C may fall between the ply and the arrays."""
    batch = load("tic-tac-toe").batch(2, seed=1)
    batch._batch.step([4, 0])
    with pytest.raises(IllegalPly, match="lane 0, b2"):
        batch.step([4, 1])
    batch.step(batch.sample())
    assert batch.legal.sum(axis=1).tolist() == [7, 7]


@pytest.mark.parametrize("ids", [[0.9, 1.7], ["3", "4"], [True, False], [1j, 2j], [float("nan"), 1.0]])
def test_what_is_no_whole_number_is_no_ply(ids):
    batch = load("tic-tac-toe").batch(2)
    with pytest.raises(LusoryError, match="expected whole numbers"):
        batch.step(ids)
    assert batch.legal.all()


def test_more_games_than_the_memory_may_hold_are_refused():
    with pytest.raises(LusoryError, match="n: 5,000,000, expected at most"):
        load("tic-tac-toe").batch(5_000_000)


def test_ctrl_c_after_a_ply_leaves_the_arrays_right():
    batch = load("tic-tac-toe").batch(2, seed=1)
    engine = batch._batch

    class Interrupted:
        write, reset = engine.write, engine.reset

        def step(self, plies):
            engine.step(plies)
            raise KeyboardInterrupt

    batch._batch = cast("Any", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        batch.step([4, 0])
    assert batch.legal.sum(axis=1).tolist() == [8, 8] and not batch.legal[0, 4]


def test_arrays_stay_the_same_and_cannot_be_replaced():
    batch = load("tic-tac-toe").batch(np.int64(2), seed=np.int64(1))
    legal = batch.legal
    with pytest.raises(AttributeError):
        batch.legal = np.asfortranarray(legal)  # type: ignore[misc]
    batch.step([0, 1])
    assert batch.legal is legal and legal.sum() == 16


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_says_that_it_cannot_be_copied(copied):
    with pytest.raises(LusoryError, match="the same seed"):
        copied(load("tic-tac-toe").batch(2))


@pytest.mark.parametrize("name", ["tic-tac-toe", "quoridor", "hidden-gomoku"])
def test_the_arrays_of_the_largest_batch_fit_the_memory(name):
    game = load(name)
    with pytest.raises(LusoryError, match="expected at most") as fault:
        game.batch(1 << 40)
    most = int(re.findall(r"at most ([\d,]+)", str(fault.value))[0].replace(",", ""))
    one = game.batch(1)
    arrays = one.legal.nbytes + one.planes.nbytes
    assert 2 * arrays * most <= MOST


def test_numpy_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "lusory.play.batch")
    with pytest.raises(LusoryError, match=r"^numpy is not installed: pip install 'lusory\[lab\]'$"):
        load("tic-tac-toe").batch(1)
