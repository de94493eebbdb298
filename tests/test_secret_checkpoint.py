"""Tests of the checkpoints of games with secrets: whoever goes on finds what an uninterrupted solver finds."""

import re

import pytest

from lusory import load
from lusory._engine import SecretSolver as EngineSolver
from lusory.rules import Chance, Commit, Draw, Game, Line, NoPly, Place, Sequence, Square, Win, empty, neutral, own, to
from lusory.rules import open as open_
from lusory.solve import Unsolvable, engine_search, secret_solver, solve

GAME = Game(
    board=Square(2, 2),
    turn=Sequence(Commit(Place(to=~own & ~open_), fails=to & ~own & ~empty), Chance(Place(owner=neutral))),
    ends=[Win(Line(2)), Draw(NoPly())],
)
SUBJECT = bytes(32)


class Killed(Exception):
    """Ends a solver that has no time to save."""


def kill_at(call):
    """A progress callback that ends the solver at this call."""
    calls = iter(range(1, call + 1))

    def progress(positions, seconds, outlook):
        if next(calls, call) == call:
            raise Killed

    return progress


def test_cfr_goes_on_where_it_was_saved(tmp_path):
    plain = EngineSolver(GAME.start().state)
    plain.enumerate(1 << 24)
    expected, path = plain.minimise(0.0, iterations=300), tmp_path / "saved"
    for iterations in (10, 16, 150, 300):
        engine = EngineSolver(GAME.start().state)
        if path.exists():
            assert engine.load(path, SUBJECT) == [0.25]
        engine.enumerate(1 << 24)
        found = engine.minimise(0.0, iterations=iterations)
        assert found is not None and found[3] == iterations
        engine.save(path, SUBJECT, [0.25])
    assert found == expected


def test_sampled_games_go_on_where_they_were_saved(tmp_path):
    plain = EngineSolver(GAME.start().state)
    plain.learn(500, 1)
    plain.save(tmp_path / "saved", SUBJECT, [])
    engine = EngineSolver(GAME.start().state)
    engine.load(tmp_path / "saved", SUBJECT)
    assert engine.learn(500, 2) == plain.learn(500, 2) and engine.score(100, 3) == plain.score(100, 3)


def test_a_solver_that_is_killed_again_and_again_finds_the_same(tmp_path, monkeypatch):
    for name, value in (("LISTED", 1e-3), ("SAMPLED", 6_000), ("LESSONS", 1_000), ("TESTED", 2_000)):
        monkeypatch.setattr(secret_solver, name, value)
    for name in ("SAVED_EVERY", "SHARE_OF_SEARCH"):
        monkeypatch.setattr(engine_search, name, 0)
    plain, path, killed, call = solve(GAME.start(), memory=1 << 22, best=True), tmp_path / "saved", 0, 1
    while True:
        try:
            last = solve(GAME.start(), memory=1 << 22, best=True, checkpoint=path, progress=kill_at(call))
            break
        except Killed:
            killed, call = killed + 1, call + 1
    assert killed >= 5 and "sampled games" in str(last)
    assert (last.at_least, last.at_most, last.notes) == (plain.at_least, plain.at_most, plain.notes)


def test_ctrl_c_saves_what_is_known(tmp_path):
    def interrupt(positions, seconds, outlook):
        if "at least" in outlook:
            raise KeyboardInterrupt

    position, path = load("hidden-gomoku", size=4, length=3, lines=1).start(), tmp_path / "saved"
    with pytest.raises(KeyboardInterrupt):
        solve(position, seconds=20, checkpoint=path, memory=1 << 26, progress=interrupt)
    assert path.exists()


def test_files_that_do_not_fit_are_refused(tmp_path):
    path, other = tmp_path / "saved", load("hidden-gomoku", size=3, length=2, lines=1).start()
    solve(GAME.start(), seconds=0.01, checkpoint=path, memory=1 << 12)
    with pytest.raises(Unsolvable, match="another game or position"):
        solve(other, checkpoint=path)
    with pytest.raises(Unsolvable, match="there is no folder"):
        solve(other, checkpoint=tmp_path / "none" / "saved")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(Unsolvable, match=re.escape(f"{path}: the checkpoint is damaged")):
        solve(GAME.start(), checkpoint=path)
